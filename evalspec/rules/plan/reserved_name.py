"""A cohort, class or subgroup called like a word of the language."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Path
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.terms import Severity

RESERVED = frozenset(
    {
        "all", "overall", "pooled", "macro", "micro", "each", "by-size", "by-support", "worst", "weights",
        "inverse-variance", "random-effects",
    }
)  # fmt: skip


def names(plan: Plan) -> Iterator[tuple[Path, str, str]]:
    """Path, kind and name of each member of an axis."""
    for name in plan.cohorts.members if plan.cohorts else ():
        yield ("cohorts", "members", name), "cohort", name
    for k, name in enumerate(plan.outcome.classes or ()):
        yield ("outcome", "classes", k), "class", name
    for name in plan.outcome.labels or ():
        yield ("outcome", "labels", name), "label", name
    for name in plan.subgroups:
        yield ("subgroups", name), "subgroup", name


def text(plan: Plan) -> Iterator[Answer]:
    there = False
    for path, kind, name in names(plan):
        there = True
        if name.strip().lower() in RESERVED:
            yield Objection(path=path, message=f"the {kind} {name} is called like a word of the language")
    if not there:
        yield NotApplicable("the plan declares no cohorts, classes or subgroups")


RULE = Rule(
    code="PLAN107",
    name="reserved-name",
    severity=Severity.ERROR,
    summary="A cohort, class, label or subgroup has the name of a word such as pooled, all or macro.",
    why="In a table, a row `pooled` must be the pooled value, never one cohort's.",
    help="name it in the plan by another word; where the data hold this one, use `where`",
    bad=("cohorts: {column: cohort, members: {A: {}, B: {}, pooled: {role: training}}}",),
    good=("cohorts: {column: cohort, members: {A: {}, B: {}}}",),
    text=text,
)
