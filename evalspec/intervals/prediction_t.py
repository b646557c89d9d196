"""Where the value of a further cohort is expected, with Student's t."""

from fractions import Fraction
from math import sqrt

from evalspec.intervals._meta import ONE, SIX, TWO, around
from evalspec.intervals._t import t_quantile
from evalspec.intervals.base import MetaInterval, WorkedCase
from evalspec.records import Limits, Meta, Undefined
from evalspec.terms import Quantity, Sides


def limits(meta: Meta, *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """On the metric's own scale; of a cohort's true value, not of what a sample of its units will show."""
    df = meta.k - 2
    if df <= 0 or meta.tau2 is None:
        return Undefined(f"k - 2 = {df}")
    return around(meta, t_quantile(level, sides, df=df) * sqrt(meta.tau2 + meta.variance), sides)


INTERVAL = MetaInterval(
    id="prediction-t",
    title="Prediction, t",
    also=("Higgins-Thompson-Spiegelhalter prediction interval",),
    formula="m -+ t(k - 2) sqrt(tau² + Var(m)); on logit brought back",
    undefined_when="k - 2 = 0 or less",
    limits=limits,
    fits=(Quantity.RANDOM_EFFECTS,),
    worked=(
        WorkedCase({"meta": SIX}, "0.95", Limits(-0.283880, 0.972380)),
        WorkedCase({"meta": TWO}, "0.95", Undefined("k - 2 = 0")),
        WorkedCase({"meta": ONE}, "0.95", Undefined("k - 2 = -1")),
    ),
    elsewhere=("R metafor 3.8.1 (predict): the normal quantile, or t on k - 1 after test='knha'",),
    reference="Higgins, Thompson & Spiegelhalter 2009, J R Stat Soc A 172:137",
)
