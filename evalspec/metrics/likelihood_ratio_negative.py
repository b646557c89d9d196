"""How many times as often a negative call is made among actual positives as among actual negatives; 0 and up."""

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
from evalspec.terms import Better, Quantity

SPECIFICITY = "specificity (TN / (TN + FP))"


def value(n: Counts) -> Value:
    """Exact; x/0 is undefined like 0/0, never infinite."""
    absent = undefined_where_zero({ACTUAL_POSITIVES: n.positives, ACTUAL_NEGATIVES: n.negatives})
    zero_rate = undefined_where_zero({SPECIFICITY: n.tn})
    return absent or zero_rate or Real(Fraction(n.fn * n.negatives, n.positives * n.tn))


def slope(n: Counts) -> Gradient:
    """By tp, fn, tn and fp, exact."""
    ratio = Fraction(n.fn * n.negatives, n.positives * n.tn)
    by_p, by_n = ratio / n.positives, ratio / n.negatives
    return -by_p, Fraction(n.negatives, n.positives * n.tn) - by_p, by_n - ratio / n.tn, by_n


METRIC = CountMetric(
    id="likelihood_ratio_negative",
    title="Negative likelihood ratio",
    also=("LR-", "NLR"),
    formula="(FN / (TP + FN)) / (TN / (TN + FP))",
    value=value,
    slope=slope,
    high=None,
    quantity=Quantity.POSITIVE,
    undefined_when=f"{ACTUAL_POSITIVES} = 0, {ACTUAL_NEGATIVES} = 0 or {SPECIFICITY} = 0",
    better=Better.LOWER,
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Real(Fraction(2, 9))),
        Worked(Counts(tp=0, fn=20, tn=0, fp=30), Undefined("specificity (TN / (TN + FP)) = 0")),
        Worked(Counts(tp=12, fn=0, tn=0, fp=88), Undefined("specificity (TN / (TN + FP)) = 0")),
        Worked(Counts(tp=30, fn=10, tn=0, fp=0), Undefined("actual negatives (TN + FP) = 0")),
    ),
    elsewhere=("R's epiR gives Inf where the false negative rate is above 0 and specificity is 0",),
    reference="Deeks & Altman 2004, BMJ 329:168",
)
