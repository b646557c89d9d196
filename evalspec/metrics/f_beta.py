"""F with sensitivity weighted beta times as much as precision, from counts; from 0 to 1."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from evalspec.metrics._parameters import no_number
from evalspec.metrics.base import RatioMetric, Worked
from evalspec.records import Counts, Ratio, Undefined
from evalspec.terms import Denominator

LEAST, MOST, PLACES = Decimal("0.001"), Decimal(1000), 3


def squares(beta: Decimal | Fraction | int) -> tuple[int, int]:
    """p squared and q squared of ``beta`` = p/q in lowest terms.

    Raises:
        TypeError: beta is no exact number (a float, a bool, a text).
        ValueError: beta is not above 0.
    """
    if isinstance(beta, bool) or not isinstance(beta, Decimal | Fraction | int):
        raise TypeError(f"beta must be an exact number, not {beta!r}")
    if not beta > 0:
        raise ValueError(f"beta must be above 0, not {beta}")
    exact = Fraction(beta)
    return exact.numerator**2, exact.denominator**2


def numerator(counts: Counts, *, beta: Decimal | Fraction | int) -> int:
    """(q² + p²) TP."""
    p2, q2 = squares(beta)
    return (q2 + p2) * counts.tp


def denominator(counts: Counts, *, beta: Decimal | Fraction | int) -> int:
    """(q² + p²) TP + p² FN + q² FP."""
    p2, q2 = squares(beta)
    return (q2 + p2) * counts.tp + p2 * counts.fn + q2 * counts.fp


def misfit(name: str, value: Any) -> str:
    """Above 0; and of a size and a length that keep the integers of the results small: they hold its square."""
    if why := no_number(value):
        return why
    number = Decimal(value)
    if number <= 0:
        return "above 0"
    if not LEAST <= number <= MOST or number != round(number, PLACES):
        return f"from {LEAST} to {MOST}, with at most {PLACES} decimal places"
    return ""


WEIGHT_NAME = "weighted actual plus called positives ((1 + beta²) TP + beta² FN + FP)"

METRIC = RatioMetric(
    id="f_beta",
    title="F beta",
    also=("F-beta score",),
    formula="(1 + beta²) TP / ((1 + beta²) TP + beta² FN + FP)",
    numerator=numerator,
    denominator=denominator,
    weight_name=WEIGHT_NAME,
    share_of=Denominator.MIXED,
    parameters=("beta",),
    misfit=misfit,
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Ratio(360, 452), {"beta": 2}),
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Ratio(360, 458), {"beta": Decimal("0.5")}),
        Worked(Counts(tp=0, fn=0, tn=50, fp=0), Undefined(f"{WEIGHT_NAME} = 0"), {"beta": 2}),
    ),
    elsewhere=(
        (
            "R's caret takes the harmonic mean of precision and sensitivity: NA where one is undefined or both "
            "are 0, though the counts give 0"
        ),
        (
            "scikit-learn gives 0 where no unit is positive or called so, with a warning, unless zero_division "
            "says otherwise"
        ),
    ),
    reference="van Rijsbergen 1979, Information Retrieval, 2nd ed., ch. 7",
)
