"""What a declared value is a value of: it decides which intervals fit."""

from collections.abc import Collection
from typing import Any

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary
from evalspec.tally.axes import COMBINED_IN_ORDER, KEPT, axes_there, word
from evalspec.terms import Denominator, OutcomeKind, Quantity, Takes

_FIXED_WEIGHTS = ("macro", "by-size", "weights")
_CLUSTERED = {Quantity.RATIO: Quantity.CLUSTERED_RATIO, Quantity.AUROC: Quantity.CLUSTERED_AUROC}
_WITHOUT_VARIANCE = (Quantity.PARTIAL_AUROC, Quantity.ECE)


def combined_axes(plan: Plan, summary: Summary, metric: Any) -> tuple[str, ...]:
    """The axes whose members' values become one, in the order in which that is done."""
    there = axes_there(plan, metric)
    return tuple(a for a in COMBINED_IN_ORDER if a in there and word(summary, a) not in ("", *KEPT))


def quantity_of_cell(plan: Plan, summary: Summary, metric: Any) -> Quantity | None:
    """What a value in one cell of the axes is, pooled ones among them; None where no interval is computed for it."""
    quantity: Quantity | None = metric.quantity
    if (metric.takes is Takes.COUNTS and summary.population is not None) or (
        quantity is Quantity.RATIO and getattr(metric, "share_of", None) is Denominator.MIXED
    ):
        quantity = Quantity.TABLE
    several = plan.outcome.kind is not OutcomeKind.BINARY
    if several and not metric.whole_sample and word(summary, "classes") == "pooled":
        one_call = plan.outcome.kind is OutcomeKind.MULTICLASS and metric.id in ("sensitivity", "precision")
        quantity = Quantity.RATIO if one_call and quantity is Quantity.RATIO else None
    if plan.units is not None and plan.units.cluster and quantity is not None:
        return None if several else _CLUSTERED.get(quantity)
    return quantity


def quantities(plan: Plan, summary: Summary, metric: Any) -> Collection[Quantity]:
    """Everything that an interval of the value may be an interval of; empty where none is computed.

    A mean over cohorts with fixed weights is one over these cohorts or one for a new cohort: the plan's target decides
    which is honest, and a rule says so.
    """
    cell = quantity_of_cell(plan, summary, metric)
    axes = combined_axes(plan, summary, metric)
    if cell is None or {"folds", "repeats"} & {*axes}:
        return ()
    words = {axis: word(summary, axis) for axis in axes}
    if not axes:
        return (cell,)
    if "classes" in axes and plan.outcome.kind is not OutcomeKind.MULTICLASS:
        return ()  # labels share their units, and the tally does not say how
    if words.get("classes", "macro") not in (*_FIXED_WEIGHTS, "by-support"):
        return ()
    over = words.get("cohorts")
    if over == "inverse-variance":
        return (Quantity.INVERSE_VARIANCE,)
    if over == "random-effects":
        return (Quantity.RANDOM_EFFECTS,)
    if over == "worst" or (metric.takes is not Takes.COUNTS and "classes" in axes):
        return ()
    between = (Quantity.NEW_COHORT,) if over in _FIXED_WEIGHTS else ()
    return between if cell in _WITHOUT_VARIANCE else (Quantity.COMBINED, *between)
