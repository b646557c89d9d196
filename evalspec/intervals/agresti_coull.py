"""Agresti and Coull's adjusted Wald interval. Not clipped: it may pass 0 or 1."""

from fractions import Fraction
from math import sqrt

from evalspec.intervals.base import RatioInterval, Worked, normal_quantile, open_side
from evalspec.records import Limits, Ratio, Undefined
from evalspec.terms import Sides


def limits(ratio: Ratio, *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """Wald limits after z²/2 successes and z²/2 failures are added."""
    x, n = ratio.numerator, ratio.denominator
    if n == 0:
        return Undefined("n = 0")
    z = normal_quantile(level, sides)
    adjusted_n = n + z * z
    centre = (x + z * z / 2) / adjusted_n
    half = z * sqrt(centre * (1 - centre) / adjusted_n)
    return open_side(centre - half, centre + half, sides)


INTERVAL = RatioInterval(
    id="agresti-coull",
    title="Agresti-Coull",
    also=("adjusted Wald",),
    formula="p -+ z sqrt(p (1 - p) / (n + z²)) with p = (x + z²/2) / (n + z²)",
    undefined_when="n = 0",
    limits=limits,
    worked=(
        Worked(8, 10, "0.95", 0.479368, 0.954113),
        Worked(0, 10, "0.95", -0.043355, 0.320887),
        Worked(10, 10, "0.95", 0.679113, 1.043355),
    ),
    reference="Agresti & Coull 1998, Am Stat 52:119",
    elsewhere=(
        "statsmodels, proportion_confint: clipped to [0, 1]",
        "statsmodels and R's epiR, epi.conf: for n = 0 the limits of the added z² units alone",
    ),
)
