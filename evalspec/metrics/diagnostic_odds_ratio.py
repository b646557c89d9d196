"""Odds of a positive call among actual positives over those among actual negatives; 0 and up. No 0.5 is added."""

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

FALSE_NEGATIVE_RATE = "false negative rate (FN / (TP + FN))"
FALSE_POSITIVE_RATE = "false positive rate (FP / (TN + FP))"


def value(n: Counts) -> Value:
    """Exact; x/0 is undefined like 0/0, never infinite."""
    absent = undefined_where_zero({ACTUAL_POSITIVES: n.positives, ACTUAL_NEGATIVES: n.negatives})
    zero_rate = undefined_where_zero({FALSE_NEGATIVE_RATE: n.fn, FALSE_POSITIVE_RATE: n.fp})
    return absent or zero_rate or Real(Fraction(n.tp * n.tn, n.fn * n.fp))


def slope(n: Counts) -> Gradient:
    """By tp, fn, tn and fp, exact."""
    errors = n.fp * n.fn
    ratio = Fraction(n.tp * n.tn, errors)
    return Fraction(n.tn, errors), -ratio / n.fn, Fraction(n.tp, errors), -ratio / n.fp


METRIC = CountMetric(
    id="diagnostic_odds_ratio",
    title="Diagnostic odds ratio",
    also=("DOR", "odds ratio"),
    formula="(TP TN) / (FN FP)",
    value=value,
    slope=slope,
    high=None,
    quantity=Quantity.POSITIVE,
    undefined_when=(
        f"{ACTUAL_POSITIVES} = 0, {ACTUAL_NEGATIVES} = 0, {FALSE_NEGATIVE_RATE} = 0 or {FALSE_POSITIVE_RATE} = 0"
    ),
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Real(Fraction(36))),
        Worked(
            Counts(tp=20, fn=0, tn=80, fp=0),
            Undefined("false negative rate (FN / (TP + FN)) = 0 and false positive rate (FP / (TN + FP)) = 0"),
        ),
        Worked(Counts(tp=12, fn=0, tn=0, fp=88), Undefined("false negative rate (FN / (TP + FN)) = 0")),
        Worked(Counts(tp=0, fn=0, tn=9, fp=1), Undefined("actual positives (TP + FN) = 0")),
    ),
    elsewhere=(
        "R's epiR gives Inf where TP x TN is above 0 and FP x FN is 0",
        "PyCM takes LR+ / LR-: undefined where either is, though FP x FN is above 0",
    ),
    reference="Glas et al. 2003, J Clin Epidemiol 56:1129",
)
