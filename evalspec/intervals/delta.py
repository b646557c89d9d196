"""Normal interval of a fixed-weight mean of independent proportions: the members are these, not a sample of more."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from evalspec.intervals._variance import of_ratio
from evalspec.intervals.base import MembersInterval, Weighted, WorkedMembers, normal_quantile, open_side
from evalspec.records import Limits, Ratio, Undefined
from evalspec.terms import Quantity, Sides

ZERO_VARIANCE = "estimated variance 0 (every member at 0 or 1): the zero width is no precision"


def limits(
    members: Sequence[Weighted],
    *,
    level: Fraction,
    sides: Sides,
    low: Fraction | None = Fraction(0),
    high: Fraction | None = Fraction(1),
) -> Limits | Undefined:
    """Clipped to what the mean can be; variance exact until its root is taken, where the members' variances are.

    Raises:
        ValueError: the weights do not sum to 1.
    """
    if not members:
        return Undefined("defined members = 0")
    if sum(m.weight for m in members) != 1:
        raise ValueError("the members' weights do not sum to 1")
    estimate = _total([m.weight * _exact(m.value) for m in members])
    spread = _total([m.weight**2 * _exact(m.variance) for m in members])
    half = normal_quantile(level, sides) * sqrt(spread)
    lower, upper = float(estimate) - half, float(estimate) + half
    lower = lower if low is None else max(float(low), lower)
    upper = upper if high is None else min(float(high), upper)
    return open_side(lower, upper, sides, ZERO_VARIANCE if spread == 0 else "")


def _total(terms: Sequence[Fraction]) -> Fraction:
    return sum(terms, Fraction(0))


def _exact(value: Fraction | float) -> Fraction:
    """A double is a fraction as it stands."""
    return Fraction(value)


def _member(weight: Fraction, numerator: int, denominator: int) -> Weighted:
    ratio = Ratio(numerator, denominator)
    return Weighted(weight, ratio.exact, of_ratio(ratio))


INTERVAL = MembersInterval(
    id="delta",
    title="Delta method",
    also=("stratified normal",),
    formula="sum of w v -+ z sqrt(sum of w² Var(v)), clipped to what v can be; Var(p) = p (1 - p) / n",
    undefined_when="defined members = 0",
    limits=limits,
    fits=(Quantity.COMBINED, Quantity.TABLE, Quantity.LOSS),
    worked=(
        WorkedMembers(
            (_member(Fraction(1, 2), 72, 90), _member(Fraction(1, 2), 18, 30)),
            "0.95",
            Limits(0.603097, 0.796903),
        ),
        WorkedMembers(
            (_member(Fraction(1, 4), 5, 5), _member(Fraction(3, 4), 7, 7)),
            "0.95",
            Limits(1.0, 1.0, ZERO_VARIANCE),
        ),
        WorkedMembers((), "0.95", Undefined("defined members = 0")),
    ),
    reference="Cochran 1977, Sampling Techniques, 3rd ed., ch. 5",
)
