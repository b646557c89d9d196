"""Which intervals fit which quantity, the recommended one first."""

from typing import Any

from evalspec.metrics._common import Common
from evalspec.metrics.base import RatioMetric
from evalspec.results.estimates import intervals
from evalspec.terms import Denominator, Quantity, Takes

RECOMMENDED = {
    Quantity.RATIO: "wilson",
    Quantity.CLUSTERED_RATIO: "cluster-ratio",
    Quantity.AUROC: "logit-delong",
    Quantity.CLUSTERED_AUROC: "delong-cluster",
    Quantity.AVERAGE_PRECISION: "logit",
    Quantity.PARTIAL_AUROC: "bootstrap",
    Quantity.TABLE: "delta",
    Quantity.POSITIVE: "log-delta",
    Quantity.LOSS: "delta",
    Quantity.CALIBRATION: "wald",
    Quantity.ECE: "bootstrap",
    Quantity.COMBINED: "delta",
    Quantity.NEW_COHORT: "t-between",
    Quantity.INVERSE_VARIANCE: "wald",
    Quantity.RANDOM_EFFECTS: "hartung-knapp",
    Quantity.PAIRED: "newcombe-paired",
    Quantity.PAIRED_AUROC: "delong-paired",
    Quantity.PAIRED_COMBINED: "delta-paired",
    Quantity.UNPAIRED: "newcombe",
}
"""By coverage where that was simulated (docs/coverage.md), and by the formula without draws where nothing tells apart."""

CLUSTERED = {Quantity.RATIO: Quantity.CLUSTERED_RATIO, Quantity.AUROC: Quantity.CLUSTERED_AUROC}
PAIRED = {Quantity.RATIO: Quantity.PAIRED, Quantity.AUROC: Quantity.PAIRED_AUROC}


def fitting(quantity: Quantity) -> tuple[str, ...]:
    """Methods by id: the recommended one, the others by name, the bootstrap at the end."""
    there = [ident for ident, interval in intervals().items() if quantity in interval.fits]
    return tuple(sorted(there, key=lambda m: (m != RECOMMENDED[quantity], m == "bootstrap", m)))


def quantity_of(metric: Common) -> Quantity | None:
    """What one value of the metric is, where units are independent and no population is declared."""
    if isinstance(metric, RatioMetric) and metric.share_of is Denominator.MIXED:
        return Quantity.TABLE
    return metric.quantity


def intervals_of(metric: Common) -> list[str]:
    """Lines: each kind of value that a plan can make of the metric, and the methods that fit it."""
    quantity = quantity_of(metric)
    if quantity is None:
        return []
    told: list[tuple[str, Quantity]] = [("each or pooled", quantity)]
    if metric.takes is Takes.COUNTS and quantity is Quantity.RATIO:
        told.append(("re-expressed at a population", Quantity.TABLE))
    if quantity in CLUSTERED:
        told.append(("over clusters", CLUSTERED[quantity]))
    if quantity not in (Quantity.PARTIAL_AUROC, Quantity.ECE):
        told.append(("macro, by-size or weights", Quantity.COMBINED))
        told.append(("for a new cohort", Quantity.NEW_COHORT))
        told.append(("inverse-variance", Quantity.INVERSE_VARIANCE))
        told.append(("random-effects", Quantity.RANDOM_EFFECTS))
    else:
        told.append(("for a new cohort", Quantity.NEW_COHORT))
    if quantity in PAIRED:
        told.append(("a paired difference", PAIRED[quantity]))
        told.append(("a paired difference of macro values", Quantity.PAIRED_COMBINED))
    return [f"{where}: {methods(of)}" for where, of in told]


def methods(quantity: Quantity) -> str:
    """``wilson (recommended), agresti-coull, …``"""
    first, *others = fitting(quantity)
    return ", ".join([f"{first} (recommended)" if others else first, *others])


def fits(interval: Any) -> list[str]:
    """What an interval is an interval of; marked where it is the recommended one."""
    return [q.value + (" (recommended)" if RECOMMENDED[q] == interval.id else "") for q in interval.fits]
