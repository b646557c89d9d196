"""Normal interval of a difference of two independent ratios."""

from fractions import Fraction

from evalspec.intervals._apart import normal
from evalspec.intervals._variance import of_ratio
from evalspec.intervals.base import UnpairedInterval, WorkedCase
from evalspec.records import Limits, Ratio, Undefined
from evalspec.terms import Sides

ZERO_VARIANCE = "estimated variance 0 (both ratios at 0 or 1): the zero width is no precision"


def limits(first: Ratio, second: Ratio, *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """Clipped to [-1, 1]; without continuity correction."""
    zero = [f"{name} n = 0" for name, ratio in (("first", first), ("second", second)) if ratio.denominator == 0]
    if zero:
        return Undefined(" and ".join(zero))
    variance = of_ratio(first) + of_ratio(second)
    return normal(first.exact - second.exact, variance, level=level, sides=sides, note=ZERO_VARIANCE, reach=Fraction(1))


INTERVAL = UnpairedInterval(
    id="wald-unpaired",
    title="Wald, unpaired",
    also=("asymptotic interval of an independent difference",),
    formula="p1 - p2 -+ z sqrt(p1 (1 - p1) / n1 + p2 (1 - p2) / n2), clipped to [-1, 1]",
    undefined_when="first n = 0 or second n = 0",
    limits=limits,
    worked=(
        WorkedCase({"first": Ratio(56, 70), "second": Ratio(48, 80)}, "0.95", Limits(0.057505, 0.342495)),
        WorkedCase({"first": Ratio(10, 10), "second": Ratio(0, 20)}, "0.95", Limits(1.0, 1.0, ZERO_VARIANCE)),
        WorkedCase({"first": Ratio(5, 10), "second": Ratio(0, 0)}, "0.95", Undefined("second n = 0")),
    ),
    elsewhere=(
        "other software does not clip it, so its limits can leave [-1, 1]",
        "R's prop.test adds a continuity correction unless told otherwise",
        "Agresti & Caffo's interval is this one after one success and one failure are added to each side",
    ),
    reference="Newcombe 1998, Stat Med 17:873, method 1",
)
