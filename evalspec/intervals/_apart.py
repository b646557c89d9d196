"""Limits of differences from limits or variances of their parts."""

from fractions import Fraction
from math import sqrt

from evalspec.intervals.base import normal_quantile, open_side
from evalspec.intervals.wilson import limits as wilson
from evalspec.records import Limits, Ratio, Undefined
from evalspec.terms import Sides


def normal(
    estimate: Fraction, variance: Fraction, *, level: Fraction, sides: Sides, note: str, reach: Fraction | None
) -> Limits:
    """Estimate -+ z sqrt(variance), clipped to -+ ``reach`` (None: not clipped); ``note`` where the variance is 0."""
    half = normal_quantile(level, sides) * sqrt(variance)
    lower, upper = float(estimate) - half, float(estimate) + half
    if reach is not None:
        lower, upper = max(-float(reach), lower), min(float(reach), upper)
    return open_side(lower, upper, sides, "" if variance else note)


def square_and_add(first: Ratio, second: Ratio, *, phi: float, level: Fraction, sides: Sides) -> Limits:
    """Newcombe's limits from the distances of both ratios to their Wilson limits, of correlation ``phi``.

    Neither denominator may be 0. Within [-1, 1] by construction; the clip takes off rounding alone.
    """
    inner = level if sides is Sides.TWO else 2 * level - 1
    below_first, above_first = _distances(first, inner)
    below_second, above_second = _distances(second, inner)
    apart = float(first.exact - second.exact)
    lower = apart - _joined(below_first, above_second, phi)
    upper = apart + _joined(above_first, below_second, phi)
    return open_side(max(-1.0, lower), min(1.0, upper), sides)


def _distances(ratio: Ratio, level: Fraction) -> tuple[float, float]:
    """From the ratio down to its lower and up to its upper Wilson limit, two-sided."""
    found = wilson(ratio, level=level, sides=Sides.TWO)
    if isinstance(found, Undefined) or found.lower is None or found.upper is None:
        raise ValueError("a ratio without Wilson limits")
    p = float(ratio.exact)
    return p - found.lower, found.upper - p


def _joined(one: float, other: float, phi: float) -> float:
    """sqrt(x² - 2 phi x y + y²); rounding alone could take the sum below 0."""
    return sqrt(max(0.0, one * one - 2 * phi * one * other + other * other))
