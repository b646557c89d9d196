"""The interval of a row: what its method takes, from the tally."""

from fractions import Fraction
from functools import cache
from typing import Any

import evalspec.intervals
from evalspec.catalogue import collect
from evalspec.intervals import base as kinds
from evalspec.intervals._clusters import variance_of_ratio
from evalspec.intervals._meta import wald_of
from evalspec.intervals.base import Weighted
from evalspec.plan.model.summary import Interval
from evalspec.records import ClusterCell, Combined, Confusion, Counts, Limits, Member, Ratio, Spread, Undefined, Value
from evalspec.results._combine import Selection, slice_of
from evalspec.results._evidence import Slice
from evalspec.results._measures import Variance, variance_of_table
from evalspec.results._resample import resampled
from evalspec.results._rows import Number
from evalspec.summaries._quantity import quantity_of_cell
from evalspec.tally.axes import word
from evalspec.terms import OutcomeKind, Quantity, Takes


@cache
def intervals() -> dict[str, Any]:
    """Every interval, by id."""
    return collect(evalspec.intervals, "INTERVAL", "id")


def limits_of(number: Number, selection: Selection, value: Value, combined: Combined | None) -> Limits | Undefined:
    """The declared interval of a row. Undefined where the estimate is, or as its method says."""
    declared = number.summary.interval
    assert declared is not None
    if isinstance(value, Undefined):
        return Undefined("the estimate is undefined")
    method = intervals()[declared.method]
    if isinstance(method, kinds.BootstrapInterval):
        return resampled(number, selection, value, method)
    if combined is None:
        return _of_cell(number, slice_of(selection, number.evidence.names["cohorts"]), value, declared, method)
    return _of_combined(number, selection, combined, declared, method)


def _call(method: Any, declared: Interval, *given: Any, **more: Any) -> Limits | Undefined:
    found: Limits | Undefined = method(*given, level=Fraction(declared.level), sides=declared.sides, **more)
    return found


def _of_cell(number: Number, at: Slice, value: Value, declared: Interval, method: Any) -> Limits | Undefined:
    """Of one cell, pooled axes among it."""
    if isinstance(method, kinds.RatioInterval):
        assert isinstance(value, Ratio)
        return _call(method, declared, value)
    if isinstance(method, kinds.RankingInterval):
        return _call(method, declared, number.source.given(at))
    if isinstance(method, kinds.ClusterInterval):
        return _call(method, declared, cluster_cells(number, at))
    if isinstance(method, kinds.ClusterRankingInterval):
        return _call(method, declared, number.evidence.cluster_groups(number.where, at))
    variance = number.measure.variance(number.source.given(at))
    if isinstance(variance, Undefined):
        return variance
    assert not isinstance(value, Undefined)
    low, high = number.metric.low, number.metric.high
    if isinstance(method, kinds.SpreadInterval):
        return _call(method, declared, Spread(value.exact, variance, low, high))
    if value.exact in (float("inf"), float("-inf")):
        return Undefined("the estimate is infinite")
    return _call(method, declared, [Weighted(Fraction(1), value.exact, variance)], low=low, high=high)


def cluster_cells(number: Number, at: Slice) -> list[ClusterCell]:
    """Clusters by their numerator and denominator."""
    metric, told = number.metric, number.measure.parameters
    kinds = [
        (Counts(tp=k.tp, fn=k.fn, tn=k.tn, fp=k.fp), k.clusters)
        for k in number.evidence.cluster_counts(number.where, at)
    ]
    return [ClusterCell(metric.numerator(n, **told), metric.denominator(n, **told), m) for n, m in kinds]


def _of_combined(
    number: Number, selection: Selection, combined: Combined, declared: Interval, method: Any
) -> Limits | Undefined:
    axes = number.combination.axes
    if combined.meta is not None:
        if isinstance(method, kinds.MetaInterval):
            return _call(method, declared, combined.meta)
        return wald_of(combined.meta, level=Fraction(declared.level), sides=declared.sides)
    low, high = number.metric.low, number.metric.high
    if axes[-1] == "classes":
        members = [_over_classes(number, selection)]
    else:
        members = [_over_cohort(number, selection, name, weight) for name, weight in combined.weights.items()]
    between = Quantity.NEW_COHORT in method.fits and Quantity.COMBINED not in method.fits
    for member in members:
        if isinstance(member, Undefined):
            return member
        if not between and isinstance(member.variance, Undefined):
            return member.variance
    return _call(method, declared, members, low=low, high=high)


def _over_cohort(number: Number, selection: Selection, name: str, weight: Fraction) -> Any:
    """A cohort's part: its value, which may be combined over classes, and its variance."""
    inside = {**selection, "cohorts": (name,)}
    if "classes" in number.combination.axes:
        part = _over_classes(number, inside)
        return part if isinstance(part, Undefined) else Weighted(weight, part.value, part.variance)
    at = slice_of(inside, number.evidence.names["cohorts"])
    value = number.source.value(at)
    assert not isinstance(value, Undefined)
    return Weighted(weight, value.exact, cell_variance(number, at))  # type: ignore[arg-type]


def cell_variance(number: Number, at: Slice) -> Variance:
    """Of one cell; between clusters where units have them."""
    if quantity_of_cell(number.plan, number.summary, number.metric) is Quantity.CLUSTERED_RATIO:
        found: Variance = variance_of_ratio(cluster_cells(number, at))
        return found
    return number.measure.variance(number.source.given(at))


def _over_classes(number: Number, selection: Selection) -> Any:
    """A value combined over classes: the classes share their units, so its variance is over the confusion table."""
    evidence, summary = number.evidence, number.summary
    assert number.plan.outcome.kind is OutcomeKind.MULTICLASS
    assert number.metric.takes is Takes.COUNTS
    table = evidence.confusion(number.where, slice_of(selection, evidence.names["cohorts"]))
    by_support = word(summary, "classes") == "by-support"

    def combined(of: Confusion) -> Value:
        members = {}
        for name in evidence.names["classes"]:
            counts = of.against_the_rest(name)
            support = counts.positives if by_support else 0
            members[name] = Member(value=number.measure.value(counts), size=of.units, support=support)
        return number.combination.step("classes", members).value

    value = combined(table)
    if isinstance(value, Undefined):
        return value
    return Weighted(Fraction(1), value.exact, variance_of_table(table, combined))  # type: ignore[arg-type]
