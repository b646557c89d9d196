"""What an interval declares. Levels are exact fractions; limits are floats in the metric's own units."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

from evalspec.records import Limits, Ratio, ScoreGroup, Undefined
from evalspec.terms import Quantity, Sides


@dataclass(frozen=True, slots=True)
class Worked:
    """A worked case on a ratio: numerator, denominator, level, and the two-sided limits to 6 places."""

    numerator: int
    denominator: int
    level: str
    lower: float
    upper: float


@dataclass(frozen=True, slots=True)
class WorkedGroups:
    """A worked case on score groups: level, and the two-sided limits to 6 places or the reason there are none."""

    groups: tuple[ScoreGroup, ...]
    level: str
    expected: Limits | Undefined


@dataclass(frozen=True, slots=True)
class Weighted:
    """A defined member of a combined value: its weight (summing to 1 over the members) and its ratio."""

    weight: Fraction
    ratio: Ratio


@dataclass(frozen=True, slots=True)
class WorkedMembers:
    """A worked case on weighted members: level, and the two-sided limits to 6 places or the reason there are none."""

    members: tuple[Weighted, ...]
    level: str
    expected: Limits | Undefined


@dataclass(frozen=True, slots=True, kw_only=True)
class RatioInterval:
    """Limits of one ratio of counts.

    ``limits(ratio, level=, sides=)`` returns ``Limits``, or ``Undefined`` with the reason.
    """

    id: str
    title: str
    also: tuple[str, ...] = ()
    formula: str
    undefined_when: str
    limits: Callable[..., Limits | Undefined]
    worked: tuple[Worked, ...]
    reference: str
    fits: Quantity = Quantity.RATIO

    def __call__(self, ratio: Ratio, *, level: Fraction, sides: Sides) -> Limits | Undefined:
        return self.limits(ratio, level=level, sides=sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingInterval:
    """Limits of a ranking metric, from score groups in the order of the model's direction."""

    id: str
    title: str
    also: tuple[str, ...] = ()
    formula: str
    undefined_when: str
    limits: Callable[..., Limits | Undefined]
    worked: tuple[WorkedGroups, ...]
    reference: str
    fits: Quantity = Quantity.AUROC

    def __call__(self, groups: Sequence[ScoreGroup], *, level: Fraction, sides: Sides) -> Limits | Undefined:
        return self.limits(groups, level=level, sides=sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class CombinedInterval:
    """Limits of a fixed-weight mean of the members' ratios."""

    id: str
    title: str
    also: tuple[str, ...] = ()
    formula: str
    undefined_when: str
    limits: Callable[..., Limits | Undefined]
    worked: tuple[WorkedMembers, ...]
    reference: str
    fits: Quantity = Quantity.COMBINED

    def __call__(self, members: Sequence[Weighted], *, level: Fraction, sides: Sides) -> Limits | Undefined:
        return self.limits(members, level=level, sides=sides)


def tail(level: Fraction, sides: Sides) -> float:
    """The probability beyond each limit that is given: (1 - level)/2, or all of 1 - level."""
    return float((1 - level) / 2 if sides is Sides.TWO else 1 - level)


def normal_quantile(level: Fraction, sides: Sides) -> float:
    """z with ``tail`` above it."""
    return -NormalDist().inv_cdf(tail(level, sides))


def open_side(lower: float, upper: float, sides: Sides, note: str = "") -> Limits:
    """The limits, with the side that a one-sided interval leaves open as ``None``."""
    return Limits(
        None if sides is Sides.UPPER else lower,
        None if sides is Sides.LOWER else upper,
        note,
    )
