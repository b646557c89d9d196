"""What a metric declares. Formulas are exact: integers and fractions in, ``Ratio``, ``Real`` or ``Undefined`` out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from evalspec.metrics._common import (
    ACTUAL_NEGATIVES,
    ACTUAL_POSITIVES,
    ALL_UNITS,
    NEGATIVE_CALLS,
    ONE_UNIT,
    POSITIVE_CALLS,
    UNITS,
    Common,
    Gradient,
    Metric,
    Worked,
    require_one_direction,
    undefined_where_zero,
)
from evalspec.metrics._probabilities import as_written
from evalspec.records import Confusion, Costs, Counts, LabelSets, Ranks, Ratio, Real, ScoreGroup, Undefined, Value
from evalspec.terms import Better, Denominator, Quantity, Takes


@dataclass(frozen=True, slots=True, kw_only=True)
class RatioMetric(Common):
    """A numerator and a denominator, both whole-number combinations of the four counts.

    Calling it gives ``Ratio``, or ``Undefined`` naming the denominator that is zero.
    """

    numerator: Callable[..., int]
    denominator: Callable[..., int]
    weight_name: str
    share_of: Denominator
    of_classes: Callable[[Confusion], Value] | None = None
    quantity: Quantity | None = Quantity.RATIO

    @property
    def undefined_when(self) -> str:
        return f"{self.weight_name} = 0"

    @property
    def takes(self) -> Takes:
        return Takes.COUNTS

    def __call__(self, counts: Counts, **parameters: Any) -> Value:
        denominator = self.denominator(counts, **parameters)
        if denominator == 0:
            return Undefined(self.undefined_when)
        return Ratio(self.numerator(counts, **parameters), denominator)

    def gradient(self, counts: Counts, **parameters: Any) -> Gradient:
        """(numerator's - value x denominator's coefficient) / denominator, exact. The denominator must not be 0."""
        below = self.denominator(counts, **parameters)
        value = Fraction(self.numerator(counts, **parameters), below)
        tp, fn, tn, fp = (
            (self.numerator(one, **parameters) - value * self.denominator(one, **parameters)) / below
            for one in ONE_UNIT
        )
        return tp, fn, tn, fp


@dataclass(frozen=True, slots=True, kw_only=True)
class CountMetric(Common):
    """Any other function of the four counts; it pools by summing the counts.

    ``slope(counts, **parameters)``: its partial derivatives by tp, fn, tn and fp, where it is defined.
    """

    value: Callable[..., Value]
    slope: Callable[..., Gradient]
    undefined_when: str
    of_classes: Callable[[Confusion], Value] | None = None
    quantity: Quantity | None = Quantity.TABLE

    @property
    def takes(self) -> Takes:
        return Takes.COUNTS

    def __call__(self, counts: Counts, **parameters: Any) -> Value:
        return self.value(counts, **parameters)

    def gradient(self, counts: Counts, **parameters: Any) -> Gradient:
        """Partial derivatives by tp, fn, tn and fp, where it is defined."""
        return self.slope(counts, **parameters)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingMetric(Common):
    """A function of score groups in the order of the model's direction: least positive first, most positive last.

    ``replicated(positives, negatives, **parameters)``: the same for many replicates at once, arrays of shape
    (replicates, groups) to values of shape (replicates,), NaN where undefined; None: computed one by one.
    """

    value: Callable[..., Real | Undefined]
    undefined_when: str
    needs_decision: bool = False
    replicated: Callable[..., Any] | None = None

    @property
    def takes(self) -> Takes:
        return Takes.CUT_GROUPS

    def __call__(self, groups: Sequence[ScoreGroup], **parameters: Any) -> Value:
        """Raises ``ValueError`` where the groups are out of order or two stand for one score."""
        require_one_direction(groups)
        return self.value(groups, **parameters)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbabilityMetric(Common):
    """A function of all score groups of a probability, in ascending order.

    ``spread(groups, **parameters)``: its estimated variance, or ``Undefined``; None: no variance has a formula.
    ``replicated(scores, positives, negatives, **parameters)`` as for a ranking metric, ``scores`` of shape (groups,).
    """

    value: Callable[..., Real | Undefined]
    spread: Callable[..., float | Undefined] | None = None
    undefined_when: str
    needs_decision: bool = False
    replicated: Callable[..., Any] | None = None

    @property
    def takes(self) -> Takes:
        return Takes.GROUPS

    def __call__(self, groups: Sequence[ScoreGroup], **parameters: Any) -> Value:
        """Raises ``ValueError`` where the groups are out of order, two stand for one score, or one is outside [0, 1]."""
        require_one_direction(groups)
        if any(not 0 <= group.score <= 1 for group in groups):
            raise ValueError("a score is no probability")
        return self.value(groups, **parameters)


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSetMetric(Common):
    """A function of label sets.

    ``defined(sets)``: of how many units, k of N, where it is a mean over units that may leave some out.
    ``spread(sets)``: its estimated variance as a mean over units, or ``Undefined``; None: it is no such mean.
    """

    value: Callable[..., Value]
    spread: Callable[[LabelSets], float | Fraction | Undefined] | None = None
    undefined_when: str
    whole_sample: bool = True
    defined: Callable[[LabelSets], tuple[int, int]] | None = None

    @property
    def takes(self) -> Takes:
        return Takes.LABEL_SETS

    def __call__(self, sets: LabelSets, **parameters: Any) -> Value:
        return self.value(sets, **parameters)


@dataclass(frozen=True, slots=True, kw_only=True)
class RanksMetric(Common):
    """A function of the ranks of the actual classes."""

    value: Callable[..., Value]
    undefined_when: str
    whole_sample: bool = True
    needs_decision: bool = False

    @property
    def takes(self) -> Takes:
        return Takes.RANKS

    def __call__(self, ranks: Ranks, **parameters: Any) -> Value:
        return self.value(ranks, **parameters)


@dataclass(frozen=True, slots=True, kw_only=True)
class CostMetric(Common):
    """A function of the four counts and of the costs; ``slope`` as for a count metric."""

    value: Callable[..., Value]
    slope: Callable[..., Gradient]
    undefined_when: str
    better: Better = Better.LOWER
    needs_costs: bool = True
    high: Fraction | None = None
    quantity: Quantity | None = Quantity.TABLE

    @property
    def takes(self) -> Takes:
        return Takes.COUNTS

    def __call__(self, counts: Counts, *, costs: Costs, **parameters: Any) -> Value:
        return self.value(counts, costs=costs, **parameters)

    def gradient(self, counts: Counts, *, costs: Costs, **parameters: Any) -> Gradient:
        """Partial derivatives by tp, fn, tn and fp, where it is defined."""
        return self.slope(counts, costs=costs, **parameters)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredMetric(Common):
    """A function of the plan's declarations alone: a prevalence and the costs."""

    value: Callable[..., Value]
    undefined_when: str
    better: Better = Better.NEITHER
    needs_decision: bool = False
    needs_costs: bool = True
    high: Fraction | None = None

    @property
    def takes(self) -> Takes:
        return Takes.NOTHING

    def __call__(self, *, prevalence: Fraction | None, costs: Costs) -> Value:
        return self.value(prevalence=prevalence, costs=costs)


__all__ = [
    "ACTUAL_NEGATIVES", "ACTUAL_POSITIVES", "ALL_UNITS", "NEGATIVE_CALLS", "POSITIVE_CALLS", "UNITS", "CostMetric",
    "CountMetric", "DeclaredMetric", "Gradient", "LabelSetMetric", "Metric", "ProbabilityMetric", "RankingMetric",
    "RanksMetric", "RatioMetric", "Worked", "as_written", "require_one_direction", "undefined_where_zero",
]  # fmt: skip
