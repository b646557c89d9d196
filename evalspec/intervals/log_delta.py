"""Normal interval on the log scale of a value above 0, such as a likelihood ratio: never below 0."""

from fractions import Fraction
from math import exp, sqrt

from evalspec.intervals.base import SpreadInterval, WorkedCase, normal_quantile, open_side
from evalspec.records import Limits, Spread, Undefined
from evalspec.terms import Quantity, Sides

ZERO_VARIANCE = "estimated variance 0: the zero width is no precision"


def limits(spread: Spread, *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """``spread`` is on the estimate's own scale; by the delta method Var(log e) = Var(e) / e².

    Raises:
        ValueError: the estimate is below 0.
    """
    estimate, variance = Fraction(spread.estimate), Fraction(spread.variance)
    if estimate < 0:
        raise ValueError("the estimate is below 0")
    if estimate == 0:
        return Undefined("estimate = 0")
    half = normal_quantile(level, sides) * sqrt(variance / estimate**2)
    return open_side(
        float(estimate) * exp(-half), float(estimate) * exp(half), sides, "" if variance else ZERO_VARIANCE
    )


def _ratio_of_rates(positive: tuple[int, int], negative: tuple[int, int]) -> Spread:
    """A likelihood ratio of x1 / n1 to x2 / n2: the log's variance is 1/x1 - 1/n1 + 1/x2 - 1/n2."""
    (x1, n1), (x2, n2) = positive, negative
    estimate = Fraction(x1 * n2, n1 * x2)
    of_the_log = Fraction(1, x1) - Fraction(1, n1) + Fraction(1, x2) - Fraction(1, n2)
    return Spread(estimate, estimate**2 * of_the_log)


INTERVAL = SpreadInterval(
    id="log-delta",
    title="Delta method on the log scale",
    also=("log method", "Katz", "Woolf"),
    formula="exp(log e -+ z sqrt(Var(e)) / e); for a likelihood ratio Var(e) / e² = 1/x1 - 1/n1 + 1/x2 - 1/n2",
    undefined_when="estimate = 0",
    limits=limits,
    fits=(Quantity.POSITIVE,),
    worked=(
        WorkedCase({"spread": _ratio_of_rates((72, 90), (20, 200))}, "0.95", Limits(5.212346, 12.27854)),
        WorkedCase({"spread": Spread(Fraction(3), Fraction(0))}, "0.95", Limits(3.0, 3.0, ZERO_VARIANCE)),
        WorkedCase({"spread": Spread(Fraction(0), Fraction(1))}, "0.95", Undefined("estimate = 0")),
    ),
    reference=(
        "Simel, Samsa & Matchar 1991, J Clin Epidemiol 44:763; Katz, Baptista, Azen & Pike 1978, Biometrics 34:469"
    ),
    elsewhere=("software that adds 0.5 to every cell gives limits where a cell is 0; here there are none",),
)
