"""Means over the units of a multilabel outcome: each unit has a value of its own, or none. Exact."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from evalspec.records import LabelSets, Real, Undefined, Value

Share = Callable[[int, int, int], tuple[int, int]]
"""Numerator and denominator of one unit's value, from how many labels are actual, called and both."""


def mean(sets: LabelSets, share: Share, *, of: str) -> Value:
    """The mean over the units where ``share`` is defined; ``of`` names these units."""
    k, _ = defined(sets, share)
    total = sum((value * units for value, units in _values(sets, share)), Fraction(0))
    return Real(total / k) if k else Undefined(f"{of} = 0")


def defined(sets: LabelSets, share: Share) -> tuple[int, int]:
    """k of N: units whose denominator is above 0, of all units."""
    return sum(units for _, units in _values(sets, share)), sets.units


def variance_of_mean(sets: LabelSets, share: Share, *, of: str) -> Fraction | Undefined:
    """Sample variance (k - 1) of the defined units' values, over k: units are independent, k is taken as it fell out."""
    values = list(_values(sets, share))
    k = sum(units for _, units in values)
    if k < 2:
        return Undefined(f"{of} - 1 = 0" if k else f"{of} = 0")
    total = sum((value * units for value, units in values), Fraction(0))
    squares = sum((value * value * units for value, units in values), Fraction(0))
    return (squares - total * total / k) / (k * (k - 1))


def _values(sets: LabelSets, share: Share) -> Iterator[tuple[Fraction, int]]:
    """Each defined cell's value, and how many units have it."""
    for (actual, called, both), units in sorted(sets.cells.items()):
        numerator, denominator = share(actual, called, both)
        if denominator:
            yield Fraction(numerator, denominator), units
