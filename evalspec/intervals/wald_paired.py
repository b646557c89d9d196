"""Normal interval of a paired difference of two ratios."""

from fractions import Fraction

from evalspec.intervals._apart import normal
from evalspec.intervals._paired import ZERO_VARIANCE, difference, variance_of_difference
from evalspec.intervals.base import PairedInterval, WorkedCase
from evalspec.records import Limits, Paired, Undefined
from evalspec.terms import Sides


def limits(paired: Paired, *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """Clipped to [-1, 1]; of no width, and flagged, where no unit or every unit tells the two apart."""
    if paired.units == 0:
        return Undefined("n = 0")
    return normal(
        difference(paired),
        variance_of_difference(paired),
        level=level,
        sides=sides,
        note=ZERO_VARIANCE,
        reach=Fraction(1),
    )


INTERVAL = PairedInterval(
    id="wald-paired",
    title="Wald, paired",
    also=("asymptotic interval of a paired difference",),
    formula="(b - c) / n -+ z sqrt(b + c - (b - c)² / n) / n, clipped to [-1, 1]",
    undefined_when="n = 0",
    limits=limits,
    worked=(
        WorkedCase(
            {"paired": Paired(both=20, first_only=12, second_only=2, neither=16)}, "0.95", Limits(0.06421, 0.33579)
        ),
        WorkedCase(
            {"paired": Paired(both=30, first_only=0, second_only=0, neither=12)},
            "0.95",
            Limits(0.0, 0.0, ZERO_VARIANCE),
        ),
        WorkedCase({"paired": Paired(both=0, first_only=0, second_only=0, neither=0)}, "0.95", Undefined("n = 0")),
    ),
    elsewhere=("other software does not clip it, so its limits can leave [-1, 1]",),
    reference="Agresti 2013, Categorical Data Analysis, 3rd ed., sec. 11.1",
)
