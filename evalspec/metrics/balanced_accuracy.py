"""Mean of sensitivity and specificity; from 0 to 1. Undefined, not one of the two, where a class is absent."""

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
    return absent or Real((Fraction(n.tp, n.positives) + Fraction(n.tn, n.negatives)) / 2)


def slope(n: Counts) -> Gradient:
    """By tp, fn, tn and fp, exact."""
    p, q = Fraction(1, 2 * n.positives**2), Fraction(1, 2 * n.negatives**2)
    return n.fn * p, -n.tp * p, n.fp * q, -n.tn * q


METRIC = CountMetric(
    id="balanced_accuracy",
    title="Balanced accuracy",
    also=("mean of sensitivity and specificity",),
    formula="(TP / (TP + FN) + TN / (TN + FP)) / 2",
    value=value,
    slope=slope,
    undefined_when=f"{ACTUAL_POSITIVES} = 0 or {ACTUAL_NEGATIVES} = 0",
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Real(Fraction(17, 20))),
        Worked(Counts(tp=0, fn=0, tn=45, fp=5), Undefined("actual positives (TP + FN) = 0")),
        Worked(Counts(tp=30, fn=10, tn=0, fp=0), Undefined("actual negatives (TN + FP) = 0")),
    ),
    elsewhere=(
        "of several classes, scikit-learn's balanced accuracy is the mean of the classes' sensitivities: here that is "
        "sensitivity with `classes: macro`, and balanced accuracy is each class against the rest",
        "scikit-learn leaves out a class without units and gives the other rate alone",
    ),
    reference="Brodersen et al. 2010, ICPR 2010:3121",
)
