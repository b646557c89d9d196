"""Equal-tailed posterior interval under Jeffreys' prior, without the change at x = 0 and x = n."""

from fractions import Fraction

from evalspec.intervals.base import RatioInterval, Worked, open_side, tail
from evalspec.records import Limits, Ratio, Undefined
from evalspec.terms import Sides


def limits(ratio: Ratio, *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """Beta quantiles, strictly between 0 and 1: at x = 0 the lower limit lies above the estimate."""
    from scipy.special import betainccinv, betaincinv

    x, n = ratio.numerator, ratio.denominator
    if n == 0:
        return Undefined("n = 0")
    beyond = tail(level, sides)
    a, b = x + 0.5, n - x + 0.5
    return open_side(float(betaincinv(a, b, beyond)), float(betainccinv(a, b, beyond)), sides)


INTERVAL = RatioInterval(
    id="jeffreys",
    title="Jeffreys",
    also=("Jeffreys prior", "Bayesian with Beta(1/2, 1/2)"),
    formula="the a and 1 - a quantiles of Beta(x + 1/2, n - x + 1/2)",
    undefined_when="n = 0",
    limits=limits,
    worked=(
        Worked(8, 10, "0.95", 0.497226, 0.955941),
        Worked(0, 10, "0.95", 0.000048, 0.217196),
        Worked(10, 10, "0.95", 0.782804, 0.999952),
    ),
    reference="Brown, Cai & DasGupta 2001, Stat Sci 16:101",
    elsewhere=(
        "statsmodels, proportion_confint: for n = 0 the limits of the prior alone",
        "software with Brown, Cai and DasGupta's change: exactly 0 at x = 0 and exactly 1 at x = n",
    ),
)
