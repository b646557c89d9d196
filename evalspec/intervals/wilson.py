"""Wilson's score interval, without continuity correction."""

from fractions import Fraction
from math import sqrt

from evalspec.intervals.base import RatioInterval, Worked, normal_quantile, open_side
from evalspec.records import Limits, Ratio, Undefined
from evalspec.terms import Sides


def limits(ratio: Ratio, *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """Within [0, 1] by construction; exactly 0 at x = 0 and exactly 1 at x = n."""
    x, n = ratio.numerator, ratio.denominator
    if n == 0:
        return Undefined("n = 0")
    z = normal_quantile(level, sides)
    centre = (x + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * sqrt(x * (n - x) / n + z * z / 4)
    return open_side(0.0 if x == 0 else centre - half, 1.0 if x == n else centre + half, sides)


INTERVAL = RatioInterval(
    id="wilson",
    title="Wilson",
    also=("score", "Wilson score"),
    formula="(x + z²/2) / (n + z²) -+ z / (n + z²) sqrt(x (n - x) / n + z²/4)",
    undefined_when="n = 0",
    limits=limits,
    worked=(
        Worked(8, 10, "0.95", 0.490162, 0.943318),
        Worked(0, 10, "0.95", 0.0, 0.277533),
        Worked(1, 1000, "0.99", 0.000117, 0.008461),
    ),
    reference="Wilson 1927, J Am Stat Assoc 22:209",
    elsewhere=(
        "R's Hmisc, binconf: at x = 1 and x = n - 1 a limit is replaced by one from the Poisson distribution (Brown, Cai "
        "and DasGupta's change)",
        "R's prop.test: with continuity correction unless correct=FALSE",
    ),
)
