"""The axes of a declared number: which are there, in their one order, what is said of each, and over which names."""

from itertools import islice

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary, Weighting
from evalspec.terms import CohortRole, DesignKind, OutcomeKind, Takes

AXES = ("cohorts", "classes", "folds", "repeats")
"""As keys of a summary."""

COMBINED_IN_ORDER = ("folds", "repeats", "classes", "cohorts")
"""The order in which values are combined, each step taking what the step before left."""

SINGULAR = {"cohorts": "cohort", "classes": "class", "folds": "fold", "repeats": "repeat"}

ALL = "all"
"""The one cohort of a plan without cohorts."""

KEPT = ("pooled", "each")
"""Words that combine no values."""


def cohorts_of(plan: Plan) -> tuple[str, ...]:
    """The evaluation cohorts, in the plan's order."""
    if plan.cohorts is None:
        return (ALL,)
    return tuple(k for k, c in plan.cohorts.members.items() if c.role is CohortRole.EVALUATION)


def classes_of(plan: Plan) -> tuple[str, ...]:
    """The declared classes or labels, in the plan's order; empty for a binary outcome."""
    if plan.outcome.kind is OutcomeKind.BINARY:
        return ()
    return tuple(plan.outcome.classes or plan.outcome.labels or ())


def has_folds(plan: Plan) -> bool:
    """Whether folds are an axis: in leave-one-cohort-out the fold is the cohort."""
    design = plan.design
    return design.kind is DesignKind.CROSS_VALIDATION or (design.kind is DesignKind.SPLIT and bool(design.fold))


def axes_there(plan: Plan, metric: object) -> tuple[str, ...]:
    """The axes of a number of this metric (a definition), in the order of ``AXES``."""
    there = {
        "cohorts": _several_cohorts(plan),
        "classes": bool(classes_of(plan)) and not getattr(metric, "whole_sample", False),
        "folds": has_folds(plan),
        "repeats": plan.design.repeat is not None,
    }
    if getattr(metric, "takes", None) is Takes.NOTHING:
        return ()
    return tuple(axis for axis in AXES if there[axis])


def _several_cohorts(plan: Plan) -> bool:
    """Asked for every number: no list of ten thousand cohorts is made to see that there are two."""
    members = plan.cohorts.members.values() if plan.cohorts else ()
    return len(list(islice((c for c in members if c.role is CohortRole.EVALUATION), 2))) > 1


def word(summary: Summary, axis: str) -> str:
    """The word over the axis; ``weights`` and its like for a mapping; "" where nothing is said."""
    value = getattr(summary, axis)
    if isinstance(value, Weighting):
        kinds = {"weights": value.weights, "inverse-variance": value.inverse_variance,
                 "random-effects": value.random_effects}  # fmt: skip
        return next((name for name, given in kinds.items() if given is not None), "weights")
    return value or ""


def pooled(summary: Summary, axis: str) -> bool:
    """Whether the axis is summed out: said so, or nothing said where it has one member."""
    return word(summary, axis) in ("", "pooled")
