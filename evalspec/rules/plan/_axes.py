"""Which axes there are, and what a summary says of each."""

from collections.abc import Iterator, Sequence

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary, Weighting
from evalspec.rules.plan._words import has_classes, of_declarations
from evalspec.terms import CohortRole, DesignKind, OutcomeKind

AXES = ("cohorts", "classes", "folds", "repeats")

KEPT = ("pooled", "each")
"""Words that combine no values."""


def evaluated(plan: Plan) -> tuple[str, ...]:
    """The cohorts that are evaluated, in the plan's order."""
    members = plan.cohorts.members if plan.cohorts else {}
    return tuple(name for name, cohort in members.items() if cohort.role is CohortRole.EVALUATION)


def classes_of(plan: Plan) -> tuple[str, ...]:
    """The declared classes or labels."""
    return tuple(plan.outcome.classes or plan.outcome.labels or ())


def why_not_there(plan: Plan, summary: Summary, axis: str) -> str:
    """Why the axis is not there for this summary; "" where it is there, or the language leaves it open."""
    if all(of_declarations(use.word) for use in summary.uses):
        return f"{summary.uses[0]} follows from the declarations alone"
    return {"cohorts": _cohorts, "classes": _classes, "folds": _folds, "repeats": _repeats}[axis](plan, summary)


def is_open(summary: Summary, axis: str) -> bool:
    """Whether the language leaves open if the axis is there: nothing has to be said then."""
    return axis == "classes" and all(has_classes(use.word) is None for use in summary.uses)


def _cohorts(plan: Plan, summary: Summary) -> str:
    number = len(evaluated(plan))
    if number >= 2:
        return ""
    return "the plan has one evaluation cohort" if number else "the plan has no evaluation cohorts"


def _classes(plan: Plan, summary: Summary) -> str:
    if plan.outcome.kind is OutcomeKind.BINARY:
        return "the outcome is binary"
    if all(has_classes(use.word) is False for use in summary.uses):
        return f"{summary.uses[0]} is a metric of the whole sample"
    return ""


def _folds(plan: Plan, summary: Summary) -> str:
    design = plan.design
    if design.kind is DesignKind.CROSS_VALIDATION or (design.kind is DesignKind.SPLIT and design.fold):
        return ""
    if design.kind is DesignKind.LEAVE_ONE_COHORT_OUT:
        return "the fold is the cohort in a leave-one-cohort-out design"
    return f"a design of kind {design.kind} has no folds"


def _repeats(plan: Plan, summary: Summary) -> str:
    return "" if plan.design.repeat else "the design names no `repeat` column"


def said(summary: Summary, axis: str) -> str | Weighting | None:
    """What the summary says of the axis."""
    value: str | Weighting | None = getattr(summary, axis)
    return value


def word(summary: Summary, axis: str) -> str:
    """The word over the axis; ``weights`` and its like for a mapping; "" where nothing is said."""
    value = said(summary, axis)
    if isinstance(value, Weighting):
        kinds = weighting_kinds(value)
        return kinds[0] if kinds else "weights"
    return value or ""


def weighting_kinds(value: Weighting) -> Sequence[str]:
    """Which kinds of weights a mapping declares."""
    there = {
        "weights": value.weights, "inverse-variance": value.inverse_variance, "random-effects": value.random_effects
    }  # fmt: skip
    return [name for name, given in there.items() if given is not None]


def combined(summary: Summary) -> tuple[str, ...]:
    """The axes whose members' values are made into one."""
    return tuple(a for a in AXES if word(summary, a) and word(summary, a) not in KEPT)


def weightings(plan: Plan) -> Iterator[tuple[tuple[str | int, ...], str, Weighting]]:
    """Every axis with a mapping in place of a word: its path, the axis, the mapping."""
    for k, summary in enumerate(plan.summaries):
        for axis in AXES:
            value = said(summary, axis)
            if isinstance(value, Weighting):
                yield ("summaries", k, axis), axis, value


def members(plan: Plan, axis: str) -> tuple[str, ...] | None:
    """The names on an axis; None where the text alone does not tell."""
    if axis == "cohorts":
        return evaluated(plan)
    if axis == "classes":
        return classes_of(plan)
    return None
