"""Sensitivity plus specificity minus one; from -1 to 1, 0 for calls that ignore the outcome."""

from fractions import Fraction

from evalspec.metrics.base import (
    ACTUAL_NEGATIVES,
    ACTUAL_POSITIVES,
    CountMetric,
    Gradient,
    Worked,
    undefined_where_zero,
)
from evalspec.records import Counts, Real, Undefined, Value


def value(n: Counts) -> Value:
    """Exact."""
    absent = undefined_where_zero({ACTUAL_POSITIVES: n.positives, ACTUAL_NEGATIVES: n.negatives})
    return absent or Real(Fraction(n.tp, n.positives) + Fraction(n.tn, n.negatives) - 1)


def slope(n: Counts) -> Gradient:
    """By tp, fn, tn and fp, exact."""
    p, q = Fraction(1, n.positives**2), Fraction(1, n.negatives**2)
    return n.fn * p, -n.tp * p, n.fp * q, -n.tn * q


METRIC = CountMetric(
    id="youden",
    title="Youden's J",
    also=("Youden's index", "Youden's J", "informedness"),
    formula="TP / (TP + FN) + TN / (TN + FP) - 1",
    value=value,
    slope=slope,
    low=Fraction(-1),
    undefined_when=f"{ACTUAL_POSITIVES} = 0 or {ACTUAL_NEGATIVES} = 0",
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Real(Fraction(7, 10))),
        Worked(Counts(tp=0, fn=20, tn=0, fp=30), Real(Fraction(-1))),
        Worked(
            Counts(tp=0, fn=0, tn=0, fp=0),
            Undefined("actual positives (TP + FN) = 0 and actual negatives (TN + FP) = 0"),
        ),
    ),
    reference="Youden 1950, Cancer 3:32",
)
