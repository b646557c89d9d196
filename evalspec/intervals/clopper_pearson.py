"""Clopper and Pearson's interval from binomial tails: covers at least the level, often more."""

from fractions import Fraction

from evalspec.intervals.base import RatioInterval, Worked, open_side, tail
from evalspec.records import Limits, Ratio, Undefined
from evalspec.terms import Sides


def limits(ratio: Ratio, *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """Beta quantiles; 0 at x = 0 and 1 at x = n, where the binomial tail has no root."""
    from scipy.special import betainccinv, betaincinv

    x, n = ratio.numerator, ratio.denominator
    if n == 0:
        return Undefined("n = 0")
    beyond = tail(level, sides)
    lower = 0.0 if x == 0 else float(betaincinv(x, n - x + 1, beyond))
    upper = 1.0 if x == n else float(betainccinv(x + 1, n - x, beyond))
    return open_side(lower, upper, sides)


INTERVAL = RatioInterval(
    id="clopper-pearson",
    title="Clopper-Pearson",
    also=("exact", "exact binomial"),
    formula="lower: the a quantile of Beta(x, n - x + 1); upper: the 1 - a quantile of Beta(x + 1, n - x)",
    undefined_when="n = 0",
    limits=limits,
    worked=(
        Worked(8, 10, "0.95", 0.443905, 0.974789),
        Worked(0, 10, "0.95", 0.0, 0.308497),
        Worked(1, 1, "0.95", 0.025, 1.0),
    ),
    reference="Clopper & Pearson 1934, Biometrika 26:404",
    elsewhere=("R's Hmisc, binconf: for n = 0 it answers 0 to 1",),
)
