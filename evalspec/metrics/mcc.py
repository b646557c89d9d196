"""Correlation of calls and outcomes (phi of the two-by-two table, Gorodkin's R of a larger one); from -1 to 1."""

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from evalspec.metrics.base import (
    ACTUAL_NEGATIVES,
    ACTUAL_POSITIVES,
    NEGATIVE_CALLS,
    POSITIVE_CALLS,
    CountMetric,
    Gradient,
    Worked,
    undefined_where_zero,
)
from evalspec.records import Confusion, Counts, Real, Undefined, Value

GUARD_BITS = 64
"""Bits of the root kept below the point: more than the 53 of a double, so one rounding decides the last digit."""

PAIRS_ACTUAL = "pairs of units of different classes"
PAIRS_CALLED = "pairs of units called different classes"


def value(n: Counts) -> Value:
    """Exact where the product of the margins is a square, else the nearest double. Integers throughout: no overflow."""
    margins = {
        ACTUAL_POSITIVES: n.positives,
        ACTUAL_NEGATIVES: n.negatives,
        POSITIVE_CALLS: n.tp + n.fp,
        NEGATIVE_CALLS: n.tn + n.fn,
    }
    return undefined_where_zero(margins) or correlation(n.tp * n.tn - n.fn * n.fp, tuple(margins.values()))


def correlation(covariance: int, margins: tuple[int, ...]) -> Real:
    """``covariance`` over the square root of the product of ``margins``, all above 0."""
    product = 1
    for margin in margins:
        product *= margin
    root = isqrt(product)
    if root * root == product:
        return Real(Fraction(covariance, root))
    return Real((covariance << GUARD_BITS) / isqrt(product << 2 * GUARD_BITS))


def of_classes(table: Confusion) -> Value:
    """Of several classes: covariance of calls and outcomes over the root of their variances, summed over the classes.

    For two classes it is the value of the two-by-two table, to the last digit.
    """
    pairs = {PAIRS_ACTUAL: unlike(table.actual), PAIRS_CALLED: unlike(table.called)}
    by_chance = sum(a * c for a, c in zip(table.actual, table.called, strict=True))
    twice = table.right * table.units - by_chance
    zero = undefined_where_zero(pairs)
    if zero:
        return zero
    actual, called = pairs.values()
    # Halved where that leaves a whole number: then two classes give the very integers of the two-by-two table.
    return correlation(twice, (4, actual, called)) if twice % 2 else correlation(twice // 2, (actual, called))


def unlike(sizes: Sequence[int]) -> int:
    """Pairs of units that are not in the same one of groups of these sizes; each pair once."""
    return (sum(sizes) ** 2 - sum(size * size for size in sizes)) // 2


def slope(n: Counts) -> Gradient:
    """By tp, fn, tn and fp, in doubles."""
    p, q, called, not_called = n.positives, n.negatives, n.tp + n.fp, n.tn + n.fn
    mcc = float(correlation(n.tp * n.tn - n.fn * n.fp, (p, q, called, not_called)).exact)
    root = float(p) ** 0.5 * float(q) ** 0.5 * float(called) ** 0.5 * float(not_called) ** 0.5
    above = (n.tn, -n.fp, n.tp, -n.fn)
    margins = ((p, called), (p, not_called), (q, not_called), (q, called))
    tp, fn, tn, fp = (
        a / root - mcc / 2 * (1 / one + 1 / other) for a, (one, other) in zip(above, margins, strict=True)
    )
    return tp, fn, tn, fp


METRIC = CountMetric(
    id="mcc",
    title="Matthews correlation coefficient",
    also=("MCC", "phi coefficient"),
    formula="(TP TN - FN FP) / sqrt((TP + FN)(TN + FP)(TP + FP)(TN + FN))",
    value=value,
    slope=slope,
    of_classes=of_classes,
    whole_sample=True,
    low=Fraction(-1),
    undefined_when=(
        f"{ACTUAL_POSITIVES} = 0, {ACTUAL_NEGATIVES} = 0, {POSITIVE_CALLS} = 0 or {NEGATIVE_CALLS} = 0; "
        f"of several classes, {PAIRS_ACTUAL} = 0 or {PAIRS_CALLED} = 0"
    ),
    worked=(
        Worked(Counts(tp=8, fn=2, tn=8, fp=2), Real(Fraction(3, 5))),
        Worked(Counts(tp=24, fn=6, tn=56, fp=14), Real(0.5664652260218807)),
        Worked(Counts(tp=0, fn=10, tn=990, fp=0), Undefined("positive calls (TP + FP) = 0")),
        Worked(
            Counts(tp=0, fn=0, tn=50, fp=0),
            Undefined("actual positives (TP + FN) = 0 and positive calls (TP + FP) = 0"),
        ),
    ),
    elsewhere=(
        (
            "packages that multiply the four margins as 64-bit integers overflow from about 55,000 units a "
            "margin; here the product is exact"
        ),
        "scikit-learn gives 0 where all units are of one class or all are called one class",
    ),
    reference="Matthews 1975, Biochim Biophys Acta 405:442; several classes: Gorodkin 2004, Comput Biol Chem 28:367",
)
