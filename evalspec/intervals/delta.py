"""Normal interval of a fixed-weight mean of independent proportions: the members are these, not a sample of more."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from evalspec.intervals.base import CombinedInterval, Weighted, WorkedMembers, normal_quantile, open_side
from evalspec.records import Limits, Ratio, Undefined
from evalspec.terms import Sides

ZERO_VARIANCE = "estimated variance 0 (every member at 0 or 1): the zero width is no precision"


def limits(members: Sequence[Weighted], *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """Clipped to [0, 1]; variance exact until its root is taken.

    Raises:
        ValueError: the weights do not sum to 1.
    """
    if not members:
        return Undefined("defined members = 0")
    if sum(m.weight for m in members) != 1:
        raise ValueError("the members' weights do not sum to 1")
    estimate = sum((m.weight * m.ratio.exact for m in members), Fraction(0))
    total = sum((m.weight**2 * variance(m.ratio) for m in members), Fraction(0))
    half = normal_quantile(level, sides) * sqrt(total)
    lower, upper = max(0.0, float(estimate) - half), min(1.0, float(estimate) + half)
    return open_side(lower, upper, sides, ZERO_VARIANCE if total == 0 else "")


def variance(ratio: Ratio) -> Fraction:
    """p (1 - p) / n."""
    return ratio.exact * (1 - ratio.exact) / ratio.denominator


INTERVAL = CombinedInterval(
    id="delta",
    title="Delta method",
    also=("stratified normal",),
    formula="sum of w p -+ z sqrt(sum of w² p (1 - p) / n), clipped to [0, 1]",
    undefined_when="defined members = 0",
    limits=limits,
    worked=(
        WorkedMembers(
            (Weighted(Fraction(1, 2), Ratio(72, 90)), Weighted(Fraction(1, 2), Ratio(18, 30))),
            "0.95",
            Limits(0.603097, 0.796903),
        ),
        WorkedMembers(
            (Weighted(Fraction(1, 4), Ratio(5, 5)), Weighted(Fraction(3, 4), Ratio(7, 7))),
            "0.95",
            Limits(1.0, 1.0, ZERO_VARIANCE),
        ),
        WorkedMembers((), "0.95", Undefined("defined members = 0")),
    ),
    reference="Cochran 1977, Sampling Techniques, 3rd ed., ch. 5",
)
