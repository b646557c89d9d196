"""What all kinds of metrics share: worked cases, the denominators' names, and how an undefined value is told."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any, Protocol

from evalspec.records import Counts, ScoreGroup, Undefined, Value
from evalspec.terms import Better, Quantity, Takes

Parameters = Mapping[str, Any]

ACTUAL_POSITIVES = "actual positives (TP + FN)"
ACTUAL_NEGATIVES = "actual negatives (TN + FP)"
POSITIVE_CALLS = "positive calls (TP + FP)"
NEGATIVE_CALLS = "negative calls (TN + FN)"
UNITS = "units (TP + FN + TN + FP)"
ALL_UNITS = "units"
"""The denominators' names, as they stand in every ``Undefined``."""


ONE_UNIT = (
    Counts(tp=1, fn=0, tn=0, fp=0),
    Counts(tp=0, fn=1, tn=0, fp=0),
    Counts(tp=0, fn=0, tn=1, fp=0),
    Counts(tp=0, fn=0, tn=0, fp=1),
)

Gradient = tuple[Fraction | float, Fraction | float, Fraction | float, Fraction | float]
"""Partial derivatives by tp, fn, tn and fp, in this order."""


@dataclass(frozen=True, slots=True)
class Worked:
    """A worked case: what goes in, what must come out. A real is compared to 12 digits."""

    given: Any
    expected: Value
    parameters: Parameters = field(default_factory=dict)


class Metric(Protocol):
    """What every kind of metric offers.

    ``low`` and ``high`` bound its values (None: no bound). ``elsewhere`` says which other packages differ, and how.
    ``whole_sample``: it has no class; ``of_classes``, where it is there, computes it from a confusion table.
    """

    id: str
    title: str
    also: tuple[str, ...]
    formula: str
    undefined_when: str
    better: Better
    parameters: tuple[str, ...]
    optional: tuple[str, ...]
    misfit: Callable[[str, Any], str] | None
    takes: Takes
    needs_decision: bool
    needs_costs: bool
    needs_population: bool
    whole_sample: bool
    quantity: Quantity | None
    low: Fraction | None
    high: Fraction | None
    worked: tuple[Worked, ...]
    elsewhere: tuple[str, ...]
    reference: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Common:
    """What the kinds share. ``quantity``: what its interval is an interval of, for one cell of the axes.

    ``optional``: the parameters that may be left out. ``misfit(name, value)``: what the parameter must be where it is
    not that ("above 0"), else ""; a value without one never makes the metric raise.
    """

    id: str
    title: str
    also: tuple[str, ...] = ()
    formula: str
    better: Better = Better.HIGHER
    parameters: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    misfit: Callable[[str, Any], str] | None = None
    needs_decision: bool = True
    needs_costs: bool = False
    needs_population: bool = False
    whole_sample: bool = False
    quantity: Quantity | None = None
    low: Fraction | None = Fraction(0)
    high: Fraction | None = Fraction(1)
    worked: tuple[Worked, ...]
    elsewhere: tuple[str, ...] = ()
    reference: str

    @property
    def needs_scores(self) -> bool:
        """Whether it is a function of score groups."""
        return self.takes in (Takes.CUT_GROUPS, Takes.GROUPS)

    @property
    def takes(self) -> Takes:
        """Which part of the tally it is a function of."""
        raise NotImplementedError


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
