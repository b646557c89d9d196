"""Normal interval of a fixed-weight mean of paired differences: each member's own paired variance."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from evalspec.intervals._paired import difference, variance_of_difference
from evalspec.intervals.base import MembersInterval, Weighted, WorkedMembers
from evalspec.intervals.delta import limits as mean_of_members
from evalspec.records import Limits, Paired, Undefined
from evalspec.terms import Quantity, Sides

ZERO_VARIANCE = "estimated variance 0 (no member tells the two apart both ways): the zero width is no precision"


def limits(
    members: Sequence[Weighted],
    *,
    level: Fraction,
    sides: Sides,
    low: Fraction | None = None,
    high: Fraction | None = Fraction(1),
) -> Limits | Undefined:
    """Clipped to -+ ``high`` (None: not clipped): a difference reaches as far down as up, so ``low`` is not looked at.

    Raises:
        ValueError: the weights do not sum to 1.
    """
    found = mean_of_members(members, level=level, sides=sides, low=None if high is None else -high, high=high)
    if isinstance(found, Undefined) or not found.note:
        return found
    return replace(found, note=ZERO_VARIANCE)


def _member(weight: Fraction, paired: Paired) -> Weighted:
    return Weighted(weight, difference(paired), variance_of_difference(paired))


_HALF = Fraction(1, 2)

INTERVAL = MembersInterval(
    id="delta-paired",
    title="Delta method, paired",
    also=("stratified normal interval of a paired difference",),
    formula="sum of w d -+ z sqrt(sum of w² Var(d)), clipped to what d can be; Var(d) = (b + c - (b - c)² / n) / n²",
    undefined_when="defined members = 0",
    limits=limits,
    fits=(Quantity.PAIRED_COMBINED,),
    worked=(
        WorkedMembers(
            (
                _member(_HALF, Paired(both=20, first_only=12, second_only=2, neither=16)),
                _member(_HALF, Paired(both=1, first_only=1, second_only=7, neither=12)),
            ),
            "0.95",
            Limits(-0.178128, 0.092413),
        ),
        WorkedMembers(
            (_member(Fraction(1), Paired(both=30, first_only=0, second_only=0, neither=12)),),
            "0.95",
            Limits(0.0, 0.0, ZERO_VARIANCE),
        ),
        WorkedMembers((), "0.95", Undefined("defined members = 0")),
    ),
    reference="Cochran 1977, Sampling Techniques, 3rd ed., ch. 5; Agresti 2013, Categorical Data Analysis, 3rd ed., sec. 11.1",
)
