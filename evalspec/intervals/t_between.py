"""Interval of the mean over cohorts for a cohort that is not among them: the cohorts are a sample of such cohorts."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from evalspec.intervals._t import t_quantile
from evalspec.intervals.base import MembersInterval, Weighted, WorkedMembers, open_side
from evalspec.records import Limits, Undefined
from evalspec.terms import Quantity, Sides

ZERO_VARIANCE = "variance between members 0 (all values equal): the zero width is no precision"


def limits(
    members: Sequence[Weighted],
    *,
    level: Fraction,
    sides: Sides,
    low: Fraction | None = Fraction(0),
    high: Fraction | None = Fraction(1),
) -> Limits | Undefined:
    """Clipped to what the mean can be; the spread between the members' values is all that counts, not their sizes.

    It is the interval of the mean of all such cohorts; one more cohort's own value may lie well outside it.
    """
    k = len(members)
    if k < 2:
        return Undefined(f"defined members{' - 1' * k} = 0")
    if len({m.weight for m in members}) > 1:
        return Undefined("the members' weights differ")
    values = [Fraction(m.value) for m in members]
    mean = sum(values, Fraction(0)) / k
    variance = sum(((v - mean) ** 2 for v in values), Fraction(0)) / (k - 1)
    half = t_quantile(level, sides, df=k - 1) * sqrt(variance / k)
    lower, upper = float(mean) - half, float(mean) + half
    lower = lower if low is None else max(float(low), lower)
    upper = upper if high is None else min(float(high), upper)
    return open_side(lower, upper, sides, "" if variance else ZERO_VARIANCE)


def _members(*values: str) -> tuple[Weighted, ...]:
    return tuple(Weighted(Fraction(1, len(values)), Fraction(v), Fraction(1, 400)) for v in values)


INTERVAL = MembersInterval(
    id="t-between",
    title="t between cohorts",
    also=("one-sample t of the cohorts' values",),
    formula="mean of v -+ t(K - 1) sd(v) / sqrt(K), clipped to what v can be; K members, equal weights",
    undefined_when="defined members = 0, defined members - 1 = 0, or the members' weights differ",
    limits=limits,
    fits=(Quantity.NEW_COHORT,),
    worked=(
        WorkedMembers(_members("0.8", "0.6", "0.7"), "0.95", Limits(0.451586, 0.948414)),
        WorkedMembers(_members("0.9", "0.9"), "0.95", Limits(0.9, 0.9, ZERO_VARIANCE)),
        WorkedMembers(_members("0.8"), "0.95", Undefined("defined members - 1 = 0")),
        WorkedMembers(
            (
                Weighted(Fraction(1, 4), Fraction(1, 2), Fraction(1, 40)),
                Weighted(Fraction(3, 4), Fraction(1, 2), Fraction(1, 40)),
            ),
            "0.95",
            Undefined("the members' weights differ"),
        ),
        WorkedMembers((), "0.95", Undefined("defined members = 0")),
    ),
    reference="Student 1908, Biometrika 6:1",
)
