"""The rows of one summary, metric and model: each cell or combination, its members, and its interval."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

from evalspec.plan.model import Plan
from evalspec.plan.model.design import Costs as DeclaredCosts
from evalspec.plan.model.summary import MetricUse, Summary
from evalspec.records import At, Combined, Costs, Estimate, Member, Value
from evalspec.results._combine import Combination, Selection, kept_axes, pooled_axes, slice_of
from evalspec.results._evidence import Evidence, Slice, Where
from evalspec.results._measures import Measure, Variance
from evalspec.summaries._quantity import combined_axes
from evalspec.tally.axes import AXES, SINGULAR, axes_there, word
from evalspec.tally.needs import metrics
from evalspec.terms import OutcomeKind, Takes


@dataclass(frozen=True, slots=True)
class OfTally:
    """Values of cells, from the tally itself."""

    evidence: Evidence
    where: Where
    measure: Measure
    whole_sample: bool

    def given(self, at: Slice) -> Any:
        """What the metric takes, in a cell."""
        return self.evidence.given(self.measure.metric.takes, self.where, at, whole_sample=self.whole_sample)

    def value(self, at: Slice) -> Value:
        """The metric in a cell."""
        return self.measure.value(None if self.measure.metric.takes is Takes.NOTHING else self.given(at))

    def size(self, at: Slice) -> int:
        """Units in a cell."""
        return self.evidence.size(self.measure.metric.takes, self.where, at)

    def support(self, at: Slice) -> int:
        """Actual members of the cell's class."""
        return self.evidence.support(self.measure.metric.takes, self.where, at)

    def variance(self, at: Slice) -> Variance | None:
        """Estimated variance of a cell's value."""
        return self.measure.variance(self.given(at))


@dataclass(frozen=True, kw_only=True)
class Number:
    """One declared number, before its axes: what is measured, of whom, and how its cells are combined.

    It has as many rows as there are members: what they share is found once.
    """

    plan: Plan
    evidence: Evidence
    summary: Summary
    use: MetricUse
    where: Where
    measure: Measure
    scenario: str = ""

    @property
    def metric(self) -> Any:
        """The metric's definition."""
        return self.measure.metric

    @cached_property
    def there(self) -> tuple[str, ...]:
        """The axes of this number."""
        return axes_there(self.plan, self.metric)

    @cached_property
    def source(self) -> OfTally:
        """Its cells' values."""
        several = self.plan.outcome.kind is OutcomeKind.MULTICLASS
        return OfTally(self.evidence, self.where, self.measure, several and self.metric.whole_sample)

    @cached_property
    def combination(self) -> Combination:
        """How its cells become one."""
        return Combination(
            summary=self.summary, axes=combined_axes(self.plan, self.summary, self.metric), names=self.evidence.names,
            better=self.metric.better,
        )  # fmt: skip

    def selections(self) -> Iterator[Selection]:
        """One for each row: the members of the axes that are kept."""
        kept = kept_axes(self.there, self.summary)
        for names in product(*(self.evidence.names[axis] for axis in kept)):
            yield {axis: (name,) for axis, name in zip(kept, names, strict=True)}

    def at(self, selection: Selection) -> At:
        """Where the row of a selection stands."""
        said: dict[str, Any] = {}
        for axis in AXES:
            declared = word(self.summary, axis) if axis in self.there or axis == "cohorts" else ""
            said[axis] = declared or None
            said[SINGULAR[axis] if axis != "classes" else "class_"] = selection[axis][0] if axis in selection else None
        told = [part for part in (self.where.scenario, self.scenario) if part]
        return At(
            **said, subgroup=self.where.subgroup or None, population=self.summary.population,
            prevalence=self.measure.prevalence, scenario=", ".join(told) or None,
        )  # fmt: skip

    def address(self, at: At) -> str:
        """Unique among the rows of the results."""
        return "/".join([self.summary.id, str(self.use), self.where.model, *at.path])

    def estimate(self, selection: Selection) -> tuple[Estimate, Combined | None]:
        """The row of a selection, without its interval."""
        value, combined, members = self.combination.solve(self.source, selection)
        at = self.at(selection)
        over, parts = self._members(selection, combined, members)
        row = Estimate(
            summary=self.summary.id, role=self.summary.role.value, metric=str(self.use), model=self.where.model,
            threshold=self.where.threshold or None, at=at, address=self.address(at), value=value, combined=combined,
            members=parts, over=over, defined_of=self._defined(selection),
        )  # fmt: skip
        return row, combined

    def _members(
        self, selection: Selection, combined: Combined | None, members: dict[str, Member]
    ) -> tuple[str, dict[str, Member]]:
        """The parts of a row over its first axis that is not kept: combined as they are, or one by one where pooled."""
        axes = self.combination.axes
        outer = axes[-1] if axes else ""
        for axis in AXES:
            if axis not in self.there or axis in selection:
                continue
            if axis == outer:
                return SINGULAR[axis], members
            if axis in pooled_axes(self.there, self.summary) and axis in ("cohorts", "classes"):
                return SINGULAR[axis], self._one_by_one(axis, selection)
        return (SINGULAR[outer], members) if outer else ("cohort", {})

    def _one_by_one(self, axis: str, selection: Selection) -> dict[str, Member]:
        found = {}
        for name in self.evidence.names[axis]:
            value = self.combination.solve(self.source, {**selection, axis: (name,)})[0]
            found[name] = Member(value=value, size=0)
        return found

    def _defined(self, selection: Selection) -> tuple[int, int] | None:
        defined = getattr(self.metric, "defined", None)
        if defined is None or self.combination.axes:
            return None
        found: tuple[int, int] = defined(self.source.given(slice_of(selection, self.evidence.names["cohorts"])))
        return found


def numbers(
    plan: Plan, evidence: Evidence, summary: Summary, use: MetricUse, where: Where, *, costs: str | None = None
) -> Iterator[Number]:
    """The number itself; at a population with an uncertain prevalence, at the prevalence and at each limit."""
    metric = metrics()[use.word]
    measure = Measure(metric, use.parameters, costs_of(plan, costs or summary.costs) if metric.needs_costs else None)
    number = Number(plan=plan, evidence=evidence, summary=summary, use=use, where=where, measure=measure)
    if summary.population is None:
        yield number
        return
    population = plan.populations[summary.population]
    yield replace(number, measure=replace(measure, prevalence=Fraction(population.prevalence)))
    if population.uncertainty is not None:
        for name in ("lower", "upper"):
            limit = Fraction(getattr(population.uncertainty, name))
            yield replace(number, measure=replace(measure, prevalence=limit), scenario=f"prevalence-{name}")


def costs_of(plan: Plan, name: str | None) -> Costs | None:
    """The plan's costs: the one set, or the one of this name; None where there is none."""
    declared = plan.costs
    if declared is not None and not isinstance(declared, DeclaredCosts):
        declared = declared.get(name or "") or (next(iter(declared.values())) if len(declared) == 1 else None)
    if declared is None:
        return None
    return Costs(false_negative=Fraction(declared.false_negative), false_positive=Fraction(declared.false_positive))


__all__ = ["Number", "OfTally", "costs_of", "numbers"]
