"""Tally and plan to the declared numbers: measure in each cell, then combine over cohorts, then the interval."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, reduce
from operator import add
from typing import Any

import evalspec.intervals
import evalspec.summaries
from evalspec.catalogue import collect
from evalspec.intervals._variance import of_ratio
from evalspec.intervals.base import Weighted
from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Interval, MetricUse, Summary, Weighting
from evalspec.records import (
    Combined,
    Counts,
    Estimate,
    GroupKey,
    Limits,
    Member,
    Ratio,
    ScoreGroup,
    Tally,
    Undefined,
    Value,
)
from evalspec.tally.needs import cohorts_of, decision_of, is_pooled, metrics, models_of
from evalspec.terms import Better, Direction, Quantity

EMPTY = Counts(tp=0, fn=0, tn=0, fp=0)


@cache
def summaries() -> dict[str, Any]:
    """Every word over an axis, by id."""
    return collect(evalspec.summaries, "SUMMARY", "id")


@cache
def intervals() -> dict[str, Any]:
    """Every interval, by id."""
    return collect(evalspec.intervals, "INTERVAL", "id")


def estimates(plan: Plan, tally: Tally) -> tuple[Estimate, ...]:
    """A row for each declared number: summaries, metrics and models as declared, then cohorts by code point."""
    lookup = _Lookup(plan, tally)
    return tuple(
        row
        for summary in plan.summaries
        for use in summary.uses
        for model in models_of(plan, summary)
        for row in _Rows(plan, lookup, summary, use, model).rows()
    )


class _Lookup:
    """The tally by model and cohort: folds added up, score groups laid out once."""

    def __init__(self, plan: Plan, tally: Tally) -> None:
        self.plan, self.tally = plan, tally
        self.cells: dict[tuple[str, str], dict[str, Counts]] = {}
        for key, n in tally.cells.items():
            of_model = self.cells.setdefault((key.threshold, key.model), {})
            of_model[key.cohort] = of_model.get(key.cohort, EMPTY) + n
        self.laid_out: dict[tuple[str, str], tuple[ScoreGroup, ...]] = {}

    def counts(self, threshold: str, model: str, cohorts: tuple[str, ...]) -> Counts:
        mine = self.cells.get((threshold, model), {})
        return reduce(add, (mine[c] for c in cohorts if c in mine), EMPTY)

    def groups(self, model: str, cohort: str) -> tuple[ScoreGroup, ...]:
        if (model, cohort) not in self.laid_out:
            ranking = self.tally.rankings[GroupKey(model=model, cohort=cohort)]
            up = self.plan.models[model].direction is not Direction.LOWER
            self.laid_out[model, cohort] = ranking.groups(higher_is_positive=up)
        return self.laid_out[model, cohort]


class _Rows:
    """The rows of one summary, metric and model."""

    def __init__(self, plan: Plan, lookup: _Lookup, summary: Summary, use: MetricUse, model: str) -> None:
        self.plan, self.lookup, self.summary, self.use, self.model = plan, lookup, summary, use, model
        self.metric = metrics()[use.word]
        self.cohorts = tuple(sorted(cohorts_of(plan)))

    def rows(self) -> Iterator[Estimate]:
        word = self.summary.cohorts
        if word == "each":
            for cohort in self.cohorts:
                yield self.row(self.measure((cohort,)), (cohort,), cohort=cohort)
        elif is_pooled(self.summary, len(self.cohorts)):
            yield self.row(self.measure(self.cohorts), self.cohorts)
        else:
            combined = self.combine()
            yield self.row(combined.value, self.cohorts, combined=combined)

    def counts(self, cohorts: tuple[str, ...]) -> Counts:
        return self.lookup.counts(decision_of(self.plan, self.summary, self.model), self.model, cohorts)

    def groups(self, cohorts: tuple[str, ...]) -> tuple[ScoreGroup, ...]:
        return self.lookup.groups(self.model, cohorts[0] if len(cohorts) == 1 else "")

    def measure(self, cohorts: tuple[str, ...]) -> Value:
        given: Any = self.groups(cohorts) if self.metric.needs_scores else self.counts(cohorts)
        value: Value = self.metric(given, **self.use.parameters)
        return value

    def members(self) -> dict[str, Member]:
        return {c: Member(value=self.measure((c,)), size=self.size(c)) for c in self.cohorts}

    def size(self, cohort: str) -> int:
        if self.metric.needs_scores:
            ranking = self.lookup.tally.rankings[GroupKey(model=self.model, cohort=cohort)]
            return ranking.positives + ranking.negatives
        return self.counts((cohort,)).units

    def combine(self) -> Combined:
        word = self.summary.cohorts
        weights, rescale = None, False
        if isinstance(word, Weighting):
            weights = {k: Fraction(v) for k, v in (word.weights or {}).items()}
            rescale, word = word.undefined_member == "rescale", "weights"
        minimum = self.summary.minimum_defined
        least = minimum if isinstance(minimum, int) else (minimum or {}).get("cohorts", 1)
        better: Better = self.metric.better
        combined: Combined = summaries()[str(word)].combine(
            self.members(), minimum_defined=least, better=better, weights=weights, rescale=rescale
        )
        return combined

    def row(
        self, value: Value, cohorts: tuple[str, ...], *, cohort: str | None = None, combined: Combined | None = None
    ) -> Estimate:
        declared = self.summary.interval
        address = "/".join([self.summary.id, str(self.use), self.model, *([f"cohort={cohort}"] if cohort else [])])
        across = len(self.cohorts) > 1 and cohort is None
        return Estimate(
            summary=self.summary.id, role=self.summary.role.value, metric=str(self.use), model=self.model,
            threshold=self.summary.threshold, cohorts=_word(self.summary), cohort=cohort, address=address, value=value,
            limits=self.limits(declared, value, cohorts, combined) if declared else None,
            interval=declared.method if declared else None,
            level=Fraction(declared.level) if declared else None,
            combined=combined, members=self.members() if across else {},
        )  # fmt: skip

    def limits(
        self, declared: Interval, value: Value, cohorts: tuple[str, ...], combined: Combined | None
    ) -> Limits | Undefined:
        if isinstance(value, Undefined):
            return Undefined("the estimate is undefined")
        method = intervals()[declared.method]
        level = Fraction(declared.level)
        given: Any = value
        if Quantity.AUROC in method.fits:
            given = self.groups(cohorts)
        elif Quantity.COMBINED in method.fits:
            assert combined is not None
            given = weighted(combined, self.members())
        limits: Limits | Undefined = method(given, level=level, sides=declared.sides)
        return limits


def weighted(combined: Combined, members: Mapping[str, Member]) -> tuple[Weighted, ...]:
    """The defined members with their weights, in member order."""
    found = []
    for name, weight in combined.weights.items():
        value = members[name].value
        assert isinstance(value, Ratio)
        found.append(Weighted(weight, value.exact, of_ratio(value)))
    return tuple(found)


def _word(summary: Summary) -> str | None:
    return "weights" if isinstance(summary.cohorts, Weighting) else summary.cohorts
