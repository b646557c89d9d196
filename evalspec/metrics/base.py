"""What a metric declares. Formulas are exact: integers and fractions in, ``Ratio``, ``Real`` or ``Undefined`` out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Protocol

from evalspec.records import Counts, Ratio, Real, ScoreGroup, Undefined, Value
from evalspec.terms import Better, Denominator

Parameters = Mapping[str, Any]

ACTUAL_POSITIVES = "actual positives (TP + FN)"
ACTUAL_NEGATIVES = "actual negatives (TN + FP)"
POSITIVE_CALLS = "positive calls (TP + FP)"
NEGATIVE_CALLS = "negative calls (TN + FN)"
UNITS = "units (TP + FN + TN + FP)"
"""The denominators' names, as they stand in every ``Undefined``."""


@dataclass(frozen=True, slots=True)
class Worked:
    """A worked case: what goes in, what must come out."""

    given: Counts | tuple[ScoreGroup, ...]
    expected: Value
    parameters: Parameters = field(default_factory=dict)


class Metric(Protocol):
    """What every kind of metric offers."""

    id: str
    title: str
    also: tuple[str, ...]
    formula: str
    undefined_when: str
    better: Better
    parameters: tuple[str, ...]
    needs_decision: bool
    needs_scores: bool
    worked: tuple[Worked, ...]
    reference: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RatioMetric:
    """A numerator and a denominator, both whole-number combinations of the four counts.

    Calling it gives ``Ratio``, or ``Undefined`` naming the denominator that is zero.
    """

    id: str
    title: str
    also: tuple[str, ...] = ()
    formula: str
    numerator: Callable[..., int]
    denominator: Callable[..., int]
    weight_name: str
    share_of: Denominator
    better: Better = Better.HIGHER
    parameters: tuple[str, ...] = ()
    needs_decision: bool = True
    needs_scores: bool = False
    worked: tuple[Worked, ...]
    reference: str

    @property
    def undefined_when(self) -> str:
        return f"{self.weight_name} = 0"

    def __call__(self, counts: Counts, **parameters: Any) -> Value:
        denominator = self.denominator(counts, **parameters)
        if denominator == 0:
            return Undefined(self.undefined_when)
        return Ratio(self.numerator(counts, **parameters), denominator)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountMetric:
    """Any other function of the four counts; it pools by summing the counts."""

    id: str
    title: str
    also: tuple[str, ...] = ()
    formula: str
    value: Callable[..., Value]
    undefined_when: str
    better: Better = Better.HIGHER
    parameters: tuple[str, ...] = ()
    needs_decision: bool = True
    needs_scores: bool = False
    worked: tuple[Worked, ...]
    reference: str

    def __call__(self, counts: Counts, **parameters: Any) -> Value:
        return self.value(counts, **parameters)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingMetric:
    """A function of score groups in the order of the model's direction: least positive first, most positive last."""

    id: str
    title: str
    also: tuple[str, ...] = ()
    formula: str
    value: Callable[..., Real | Undefined]
    undefined_when: str
    better: Better = Better.HIGHER
    parameters: tuple[str, ...] = ()
    needs_decision: bool = False
    needs_scores: bool = True
    worked: tuple[Worked, ...]
    reference: str

    def __call__(self, groups: Sequence[ScoreGroup], **parameters: Any) -> Value:
        """Raises ``ValueError`` where the groups are out of order or two stand for one score."""
        require_one_direction(groups)
        return self.value(groups, **parameters)


def require_one_direction(groups: Sequence[ScoreGroup]) -> None:
    """Scores must strictly rise or strictly fall: a score in two groups would be ranked in row order.

    Raises:
        ValueError: names the first score out of place.
    """
    if len(groups) < 2:
        return
    rising = groups[0].score < groups[1].score
    for before, after in pairwise(groups):
        if not (before.score < after.score if rising else before.score > after.score):
            raise ValueError(f"score groups are not in strict order at score {after.score!r}")


def undefined_where_zero(denominators: Mapping[str, int]) -> Undefined | None:
    """``Undefined`` naming every denominator that is zero; None where all are above zero."""
    zero = [f"{name} = 0" for name, number in denominators.items() if number == 0]
    return Undefined(" and ".join(zero)) if zero else None
