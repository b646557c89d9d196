"""Agreement of calls and outcomes beyond chance, as a share of what chance leaves; up to 1, 0 at chance."""

from fractions import Fraction

from evalspec.metrics.base import ALL_UNITS, UNITS, CountMetric, Gradient, Worked, undefined_where_zero
from evalspec.records import Confusion, Counts, Real, Undefined, Value

CHANCE_DISAGREEMENT = "disagreement expected by chance ((TP + FP)(TN + FP) + (TP + FN)(TN + FN))"
CHANCE_OF_CLASSES = "disagreement expected by chance (units² - sum of actual x called over the classes)"


def value(n: Counts) -> Value:
    """(po - pe) / (1 - pe) with both multiplied by units squared, so exact."""
    disagreement = (n.tp + n.fp) * n.negatives + n.positives * (n.tn + n.fn)
    zero = undefined_where_zero({UNITS: n.units}) or undefined_where_zero({CHANCE_DISAGREEMENT: disagreement})
    return zero or Real(Fraction(2 * (n.tp * n.tn - n.fn * n.fp), disagreement))


def of_classes(table: Confusion) -> Value:
    """Of several classes, unweighted: every wrong call counts the same. Exact."""
    by_chance = sum(a * c for a, c in zip(table.actual, table.called, strict=True))
    disagreement = table.units**2 - by_chance
    zero = undefined_where_zero({ALL_UNITS: table.units}) or undefined_where_zero({CHANCE_OF_CLASSES: disagreement})
    return zero or Real(Fraction(table.right * table.units - by_chance, disagreement))


def slope(n: Counts) -> Gradient:
    """By tp, fn, tn and fp, exact."""
    p, q, called, not_called = n.positives, n.negatives, n.tp + n.fp, n.tn + n.fn
    below = called * q + p * not_called
    kappa = Fraction(2 * (n.tp * n.tn - n.fn * n.fp), below)
    above = (2 * n.tn, -2 * n.fp, 2 * n.tp, -2 * n.fn)
    grows = (q + not_called, p + not_called, p + called, q + called)
    tp, fn, tn, fp = ((a - kappa * g) / below for a, g in zip(above, grows, strict=True))
    return tp, fn, tn, fp


METRIC = CountMetric(
    id="kappa",
    title="Cohen's kappa",
    also=("Cohen's kappa", "chance-corrected agreement"),
    formula="2 (TP TN - FN FP) / ((TP + FP)(TN + FP) + (TP + FN)(TN + FN))",
    value=value,
    slope=slope,
    of_classes=of_classes,
    whole_sample=True,
    low=Fraction(-1),
    undefined_when=(
        f"{UNITS} = 0 or {CHANCE_DISAGREEMENT} = 0; of several classes, {ALL_UNITS} = 0 or {CHANCE_OF_CLASSES} = 0"
    ),
    worked=(
        Worked(Counts(tp=24, fn=6, tn=56, fp=14), Real(Fraction(63, 113))),
        Worked(Counts(tp=0, fn=10, tn=990, fp=0), Real(Fraction(0))),
        Worked(
            Counts(tp=0, fn=0, tn=50, fp=0),
            Undefined("disagreement expected by chance ((TP + FP)(TN + FP) + (TP + FN)(TN + FN)) = 0"),
        ),
        Worked(Counts(tp=0, fn=0, tn=0, fp=0), Undefined("units (TP + FN + TN + FP) = 0")),
    ),
    reference="Cohen 1960, Educ Psychol Meas 20:37",
)
