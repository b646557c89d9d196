"""Which integers the declared numbers need: nothing else is tallied."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import evalspec.curves
import evalspec.metrics
from evalspec.catalogue import collect
from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Comparison, Curve
from evalspec.plan.model.summary import Interval, MetricUse, Summary
from evalspec.tally.axes import axes_there, cohorts_of, pooled
from evalspec.tally.subgroups import named, subgroups_of
from evalspec.terms import Takes

Decision = tuple[str, str]
"""(threshold, model); the threshold is "" for calls, and for metrics that need no decision."""


@cache
def metrics() -> dict[str, Any]:
    """Every metric, by id."""
    return collect(evalspec.metrics, "METRIC", "id")


@cache
def curves() -> dict[str, Any]:
    """Every kind of figure, by id."""
    return collect(evalspec.curves, "CURVE", "id")


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class RankNeed:
    """A model's score groups, for each member of the axes that are kept; over the others they are put together."""

    model: str
    cohorts: bool = False
    folds: bool = False
    repeats: bool = False
    classes: bool = False


@dataclass(slots=True, kw_only=True)
class PassNeeds:
    """What one subgroup ("" is everybody) needs. ``rankings``: whether all score groups are wanted, or those cut."""

    decisions: dict[Decision, None] = field(default_factory=dict)
    rankings: dict[RankNeed, bool] = field(default_factory=dict)
    label_sets: dict[Decision, None] = field(default_factory=dict)
    ranks: dict[str, None] = field(default_factory=dict)
    pairs: dict[tuple[Decision, Decision], None] = field(default_factory=dict)
    paired_scores: dict[tuple[str, str], None] = field(default_factory=dict)
    clusters: dict[Decision, None] = field(default_factory=dict)
    clustered: dict[str, None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """``passes``: by subgroup. ``scenarios``: what is assumed of units without a known outcome; ("",) where nothing."""

    passes: dict[str, PassNeeds]
    scenarios: tuple[str, ...]

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Every decision, once, in the order it is first declared."""
        return tuple(dict.fromkeys(d for p in self.passes.values() for d in p.decisions))

    @property
    def by_unit(self) -> bool:
        """Whether rows of one unit must be brought together: several labels, or two rows held against each other."""
        return any(p.label_sets or p.pairs or p.paired_scores for p in self.passes.values())

    @property
    def ranks_scores(self) -> bool:
        """Whether the rows are read again after they were counted."""
        return len(self.passes) > 1 or any(
            p.rankings or p.ranks or p.clusters or p.clustered or p.label_sets or p.pairs or p.paired_scores
            for p in self.passes.values()
        )


def models_of(plan: Plan, summary: Summary | Curve) -> tuple[str, ...]:
    """The models of a summary or figure, in the plan's order where it names none."""
    return summary.models or tuple(plan.models)


def scenarios_of(plan: Plan) -> tuple[str, ...]:
    """Both bounds where units without a known outcome take `bounds`, else the one row without an assumption."""
    handling = plan.handling
    return ("unknown-positive", "unknown-negative") if handling and handling.missing_outcome == "bounds" else ("",)


def needs(plan: Plan) -> Needs:
    """What the plan's summaries, comparisons and curves need, each thing once, in the order it is first declared."""
    passes: dict[str, PassNeeds] = {}
    for summary in plan.summaries:
        for subgroup in subgroups_of(plan, summary):
            into = passes.setdefault(subgroup, PassNeeds())
            for use in summary.uses:
                for model in models_of(plan, summary):
                    _number(plan, summary, use, (summary.threshold or "", model), into, summary.interval)
    for comparison in plan.comparisons:
        _comparison(plan, comparison, passes)
    for curve in plan.curves:
        _curve(plan, curve, passes.setdefault("", PassNeeds()))
    return Needs(passes=passes, scenarios=scenarios_of(plan))


def _number(
    plan: Plan, summary: Summary, use: MetricUse, decision: Decision, into: PassNeeds, interval: Interval | None
) -> None:
    metric = metrics()[use.word]
    takes = metric.takes
    merged = _merges_cohorts(summary, interval)
    if takes is Takes.COUNTS:
        into.decisions[decision] = None
        if _clustered(plan, summary):
            into.clusters[decision] = None
    elif takes in (Takes.CUT_GROUPS, Takes.GROUPS):
        for need in _ranked(plan, summary, metric, decision[1]):
            full = takes is Takes.GROUPS or (need.cohorts and merged)
            into.rankings[need] = into.rankings.get(need, False) or full
        if _clustered(plan, summary):
            into.clustered[decision[1]] = None
    elif takes is Takes.LABEL_SETS:
        into.label_sets[decision] = None
        into.decisions[decision] = None
    elif takes is Takes.RANKS:
        into.ranks[decision[1]] = None


def _merges_cohorts(summary: Summary, interval: Interval | None) -> bool:
    """Whether cohorts are drawn apart and then ranked together: a cohort's groups must then be told apart by the scores
    of other cohorts' positives too, so that all of them are wanted.
    """
    apart = interval is not None and (interval.resample == "cohorts" or "cohort" in (interval.strata or ()))
    return apart and pooled(summary, "cohorts")


def _clustered(plan: Plan, summary: Summary) -> bool:
    return bool(plan.units and plan.units.cluster and summary.interval)


def _ranked(plan: Plan, summary: Summary, metric: Any, model: str) -> Iterator[RankNeed]:
    there = axes_there(plan, metric)
    kept = {axis: axis in there and not pooled(summary, axis) for axis in ("cohorts", "classes", "folds", "repeats")}
    kept["cohorts"] |= "cohorts" not in there  # the one cohort is named
    yield RankNeed(model=model, **kept)
    if "cohorts" in there:  # the companion table shows each cohort beside the pooled value
        yield RankNeed(model=model, **(kept | {"cohorts": True}))
    if "classes" in there and not kept["classes"]:
        yield RankNeed(model=model, **(kept | {"classes": True}))


def sides_of(plan: Plan, comparison: Comparison, summary: Summary) -> Iterator[tuple[Decision, Decision, str, str]]:
    """(first, second, subgroup of the first, subgroup of the second) of every pair that a comparison makes."""
    models, subgroups = models_of(plan, summary), subgroups_of(plan, summary)
    threshold = summary.threshold or ""
    if comparison.models:
        first, second = comparison.models
        for subgroup in subgroups:
            yield (threshold, first), (threshold, second), subgroup, subgroup
    elif comparison.thresholds:
        one, other = comparison.thresholds
        for model in models:
            for subgroup in subgroups:
                yield (one, model), (other, model), subgroup, subgroup
    elif comparison.subgroups:
        (a,), (b,) = (named(plan, (name,)) for name in comparison.subgroups)
        for model in models:
            yield (threshold, model), (threshold, model), a, b


def compared(plan: Plan, comparison: Comparison) -> tuple[Summary, MetricUse] | None:
    """The summary and the metric that a comparison is about; None where the plan has none of that name."""
    summary = next((s for s in plan.summaries if s.id == comparison.summary), None)
    if summary is None:
        return None
    use = next((u for u in summary.uses if comparison.metric in (None, u.word, str(u))), summary.uses[0])
    return summary, use


def _comparison(plan: Plan, comparison: Comparison, passes: dict[str, PassNeeds]) -> None:
    found = compared(plan, comparison)
    if found is None:
        return
    summary, use = found
    takes = metrics()[use.word].takes
    paired = bool(comparison.interval or comparison.test not in (None, "none")) and comparison.paired is not False
    for first, second, a, b in sides_of(plan, comparison, summary):
        for decision, subgroup in ((first, a), (second, b)):
            _number(plan, summary, use, decision, passes.setdefault(subgroup, PassNeeds()), comparison.interval)
        if paired and a == b:
            into = passes[a]
            if takes is Takes.COUNTS:
                into.pairs[first, second] = None
            elif takes in (Takes.CUT_GROUPS, Takes.GROUPS):
                into.paired_scores[first[1], second[1]] = None


def _curve(plan: Plan, curve: Curve, into: PassNeeds) -> None:
    each = curve.cohorts == "each" or len(cohorts_of(plan)) == 1
    for model in models_of(plan, curve):
        if curves()[curve.kind].takes is Takes.COUNTS:
            into.decisions[curve.threshold or "", model] = None
        else:
            into.rankings[RankNeed(model=model, cohorts=each)] = True
