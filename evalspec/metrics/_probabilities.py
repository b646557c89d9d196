"""Probabilities as they are written, exact parameters, and exact sums over many units."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from evalspec.metrics._common import ALL_UNITS
from evalspec.records import ScoreGroup, Undefined

NO_UNITS = f"{ALL_UNITS} = 0"


def as_written(score: float) -> Fraction:
    """The shortest decimal that reads back as this double: 0.3 is 3/10, so it lies on the edge of a bin at 3/10."""
    return Fraction(Decimal(repr(float(score))))


def units_of(groups: Sequence[ScoreGroup]) -> int:
    """How many units stand in these groups."""
    return sum(group.n_positive + group.n_negative for group in groups)


def positives_of(groups: Sequence[ScoreGroup]) -> int:
    """How many of them are positive."""
    return sum(group.n_positive for group in groups)


def summed(terms: Iterable[tuple[int, int]]) -> Fraction:
    """The exact sum of numerators over denominators. Like denominators are added first: most tables have few."""
    by_denominator: dict[int, int] = {}
    for numerator, denominator in terms:
        by_denominator[denominator] = by_denominator.get(denominator, 0) + numerator
    return sum((Fraction(n, d) for d, n in sorted(by_denominator.items())), Fraction(0))


def variance_of_mean(total: Fraction, squares: Fraction, units: int) -> float | Undefined:
    """Sample variance, over ``units - 1``, of values with this sum and sum of squares, divided by ``units``."""
    if units < 2:
        return Undefined(NO_UNITS if units == 0 else f"{ALL_UNITS} - 1 = 0")
    return float((squares - total * total / units) / (units * (units - 1)))


def exact_number(name: str, given: Any) -> Fraction:
    """A parameter as the exact number that it must be. Raises TypeError for a float, a bool or a text."""
    if isinstance(given, bool) or not isinstance(given, Decimal | Fraction | int):
        raise TypeError(f"{name} must be an exact number, not {given!r}")
    return Fraction(given)
