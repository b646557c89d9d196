"""Where the value of a further cohort is expected, with the normal quantile."""

from fractions import Fraction
from math import sqrt

from evalspec.intervals._meta import ONE, SIX, TWO, around
from evalspec.intervals.base import MetaInterval, WorkedCase, normal_quantile
from evalspec.records import Limits, Meta, Undefined
from evalspec.terms import Quantity, Sides


def limits(meta: Meta, *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """On the metric's own scale; takes tau² as known, so it is too narrow over few cohorts."""
    if meta.k == 1 or meta.tau2 is None:
        return Undefined("k - 1 = 0")
    return around(meta, normal_quantile(level, sides) * sqrt(meta.tau2 + meta.variance), sides)


INTERVAL = MetaInterval(
    id="prediction-normal",
    title="Prediction, normal",
    also=("credibility interval",),
    formula="m -+ z sqrt(tau² + Var(m)); on logit brought back",
    undefined_when="k - 1 = 0",
    limits=limits,
    fits=(Quantity.RANDOM_EFFECTS,),
    worked=(
        WorkedCase({"meta": SIX}, "0.95", Limits(-0.099163, 0.787663)),
        WorkedCase({"meta": TWO}, "0.95", Limits(0.352713, 0.92199)),
        WorkedCase({"meta": ONE}, "0.95", Undefined("k - 1 = 0")),
    ),
    elsewhere=("R metafor 3.8.1 (predict): the same, unless the model was fitted with test='knha' (t on k - 1)",),
    reference="Viechtbauer 2010, J Stat Softw 36(3):1 (there: credibility interval)",
)
