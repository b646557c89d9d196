"""Newcombe's interval of a difference of two independent ratios: the Wilson limits of both, squared and added."""

from fractions import Fraction

from evalspec.intervals._apart import square_and_add
from evalspec.intervals.base import UnpairedInterval, WorkedCase
from evalspec.records import Limits, Ratio, Undefined
from evalspec.terms import Sides


def limits(first: Ratio, second: Ratio, *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """Within [-1, 1] by construction."""
    zero = [f"{name} n = 0" for name, ratio in (("first", first), ("second", second)) if ratio.denominator == 0]
    if zero:
        return Undefined(" and ".join(zero))
    return square_and_add(first, second, phi=0.0, level=level, sides=sides)


INTERVAL = UnpairedInterval(
    id="newcombe",
    title="Newcombe",
    also=("hybrid score", "method 10 for independent differences", "square-and-add", "MOVER Wilson"),
    formula="d - sqrt((p1 - l1)² + (u2 - p2)²) to d + sqrt((u1 - p1)² + (p2 - l2)²), d = p1 - p2; l and u: Wilson limits",
    undefined_when="first n = 0 or second n = 0",
    limits=limits,
    worked=(
        WorkedCase({"first": Ratio(56, 70), "second": Ratio(48, 80)}, "0.95", Limits(0.052431, 0.333873)),
        WorkedCase({"first": Ratio(10, 10), "second": Ratio(0, 20)}, "0.95", Limits(0.679086, 1.0)),
        WorkedCase({"first": Ratio(0, 0), "second": Ratio(3, 20)}, "0.95", Undefined("first n = 0")),
    ),
    elsewhere=("method 11 of the same paper, the default of some packages, adds a continuity correction",),
    reference="Newcombe 1998, Stat Med 17:873, method 10",
)
