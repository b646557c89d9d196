"""Normal interval from an estimate and its variance, on the estimate's own scale."""

from fractions import Fraction
from math import sqrt

from evalspec.intervals.base import SpreadInterval, WorkedCase, normal_quantile, open_side
from evalspec.records import Limits, Spread, Undefined
from evalspec.terms import Quantity, Sides

ZERO_VARIANCE = "estimated variance 0: the zero width is no precision"


def limits(spread: Spread, *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """Clipped to ``low`` and ``high`` of the spread, where it has them."""
    if spread.variance < 0:
        return Undefined("estimated variance is below 0")
    estimate = float(spread.estimate)
    half = normal_quantile(level, sides) * sqrt(spread.variance)
    lower, upper = estimate - half, estimate + half
    if spread.low is not None:
        lower = max(float(spread.low), lower)
    if spread.high is not None:
        upper = min(float(spread.high), upper)
    return open_side(lower, upper, sides, "" if spread.variance else ZERO_VARIANCE)


INTERVAL = SpreadInterval(
    id="wald",
    title="Wald",
    also=("normal approximation",),
    formula="e -+ z sqrt(Var(e)), clipped to what e can be",
    undefined_when="estimated variance is below 0",
    limits=limits,
    fits=(Quantity.CALIBRATION, Quantity.INVERSE_VARIANCE, Quantity.RANDOM_EFFECTS),
    worked=(
        WorkedCase({"spread": Spread(1.1, 0.04)}, "0.95", Limits(0.708007, 1.491993)),
        WorkedCase(
            {"spread": Spread(Fraction(9, 10), Fraction(1, 100), low=Fraction(0), high=Fraction(1))},
            "0.95",
            Limits(0.704004, 1.0),
        ),
        WorkedCase({"spread": Spread(0.5, 0.0)}, "0.95", Limits(0.5, 0.5, ZERO_VARIANCE)),
        WorkedCase({"spread": Spread(0.5, -1e-9)}, "0.95", Undefined("estimated variance is below 0")),
    ),
    elsewhere=(
        (
            "statsmodels 0.15.0 (combine_effects, method_re='dl'): no limits where its tau², not truncated at 0, "
            "is below 0"
        ),
    ),
    reference="Wald 1943, Trans Am Math Soc 54:426",
)
