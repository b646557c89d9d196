"""Normal interval on the logit scale from an estimate and its variance: strictly within 0 and 1."""

from fractions import Fraction

from evalspec.intervals._logit import on_the_logit_scale
from evalspec.intervals.base import SpreadInterval, WorkedCase
from evalspec.records import Limits, Spread, Undefined
from evalspec.terms import Quantity, Sides

ZERO_VARIANCE = "estimated variance 0: the zero width is no precision"


def limits(spread: Spread, *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """``spread`` is on the estimate's own scale, 0 to 1.

    For an average precision e over m actual positives the variance is e (1 - e) / m, as of m trials: that leaves out
    that the precisions are estimated too, and how they hang together.
    """
    return on_the_logit_scale(
        Fraction(spread.estimate),
        Fraction(spread.variance),
        named="estimate",
        level=level,
        sides=sides,
        note=ZERO_VARIANCE,
    )


INTERVAL = SpreadInterval(
    id="logit",
    title="Logit",
    also=("logit-transformed", "Boyd's logit interval"),
    formula=(
        "logit⁻¹(logit e -+ z sqrt(Var(e)) / (e (1 - e))); for an average precision Var(e) = e (1 - e) / actual positives"
    ),
    undefined_when="estimate = 0 or 1 - estimate = 0",
    limits=limits,
    fits=(Quantity.AVERAGE_PRECISION,),
    worked=(
        WorkedCase(
            {"spread": Spread(Fraction(53, 72), Fraction(53 * 19, 72 * 72 * 4))}, "0.95", Limits(0.231895, 0.96265)
        ),
        WorkedCase({"spread": Spread(Fraction(1, 2), Fraction(0))}, "0.95", Limits(0.5, 0.5, ZERO_VARIANCE)),
        WorkedCase({"spread": Spread(Fraction(1), Fraction(0))}, "0.95", Undefined("1 - estimate = 0")),
        WorkedCase({"spread": Spread(0.0, 0.0)}, "0.95", Undefined("estimate = 0")),
    ),
    reference="Boyd, Eng & Page 2013, ECML PKDD 2013, LNCS 8190:451",
)
