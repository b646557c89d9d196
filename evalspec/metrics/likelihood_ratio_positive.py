"""How many times as often a positive call is made among actual positives as among actual negatives; 0 and up."""

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
from evalspec.terms import Quantity

FALSE_POSITIVE_RATE = "false positive rate (FP / (TN + FP))"


def value(n: Counts) -> Value:
    """Exact; x/0 is undefined like 0/0, never infinite."""
    absent = undefined_where_zero({ACTUAL_POSITIVES: n.positives, ACTUAL_NEGATIVES: n.negatives})
    zero_rate = undefined_where_zero({FALSE_POSITIVE_RATE: n.fp})
    return absent or zero_rate or Real(Fraction(n.tp * n.negatives, n.positives * n.fp))


def slope(n: Counts) -> Gradient:
    """By tp, fn, tn and fp, exact."""
    ratio = Fraction(n.tp * n.negatives, n.positives * n.fp)
    by_p, by_n = ratio / n.positives, ratio / n.negatives
    return Fraction(n.negatives, n.positives * n.fp) - by_p, -by_p, by_n, by_n - ratio / n.fp


METRIC = CountMetric(
    id="likelihood_ratio_positive",
    title="Positive likelihood ratio",
    also=("LR+", "PLR"),
    formula="(TP / (TP + FN)) / (FP / (TN + FP))",
    value=value,
    slope=slope,
    high=None,
    quantity=Quantity.POSITIVE,
    undefined_when=f"{ACTUAL_POSITIVES} = 0, {ACTUAL_NEGATIVES} = 0 or {FALSE_POSITIVE_RATE} = 0",
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Real(Fraction(8))),
        Worked(Counts(tp=20, fn=0, tn=80, fp=0), Undefined("false positive rate (FP / (TN + FP)) = 0")),
        Worked(Counts(tp=0, fn=10, tn=990, fp=0), Undefined("false positive rate (FP / (TN + FP)) = 0")),
        Worked(Counts(tp=0, fn=0, tn=9, fp=1), Undefined("actual positives (TP + FN) = 0")),
    ),
    elsewhere=("R's epiR gives Inf where sensitivity is above 0 and the false positive rate is 0",),
    reference="Deeks & Altman 2004, BMJ 329:168",
)
