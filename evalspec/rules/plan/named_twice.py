"""PLAN147: a list names one thing twice."""

from collections.abc import Iterator, Sequence

from evalspec.plan.model import Plan
from evalspec.records import Path
from evalspec.rules.base import Answer, Objection, Rule
from evalspec.terms import Severity


def lists(plan: Plan) -> Iterator[tuple[Path, Sequence[str]]]:
    """Every list of names, with its place. Lists of classes and of unknown tokens are other rules'."""
    for k, summary in enumerate(plan.summaries):
        here: Path = ("summaries", k)
        yield (*here, "metric"), [str(use) for use in summary.uses]
        yield (*here, "models"), summary.models or ()
        yield (*here, "subgroup"), summary.subgroup or ()
        yield (*here, "interval", "strata"), (summary.interval.strata if summary.interval else None) or ()
    for k, curve in enumerate(plan.curves):
        yield ("curves", k, "models"), curve.models or ()
    if plan.units:
        yield ("units", "match_on"), plan.units.match_on
    if plan.handling and plan.handling.indeterminate:
        yield ("handling", "indeterminate", "tokens"), plan.handling.indeterminate.tokens
    if plan.review:
        yield ("review", "approve"), plan.review.approve
        yield ("review", "different"), plan.review.different
        for role, signers in plan.review.signers.items():
            yield ("review", "signers", role), signers
    yield from _boundaries(plan)


def _boundaries(plan: Plan) -> Iterator[tuple[Path, Sequence[str]]]:
    members = plan.cohorts.members if plan.cohorts else {}
    bounded: list[tuple[Path, object]] = [
        (("cohorts", "members", name, "where", column), boundary)
        for name, cohort in members.items()
        for column, boundary in (cohort.where or {}).items()
    ]
    bounded += [
        (("subgroups", name, "where", column), boundary)
        for name, subgroup in plan.subgroups.items()
        for column, boundary in (subgroup.where or {}).items()
    ]
    for path, boundary in bounded:
        if isinstance(boundary, tuple):
            yield path, boundary
    for name, subgroup in plan.subgroups.items():
        for level, values in (subgroup.levels or {}).items():
            yield ("subgroups", name, "levels", level), values


def text(plan: Plan) -> Iterator[Answer]:
    for path, names in lists(plan):
        for k, name in enumerate(names):
            if name in names[:k]:
                message = f"`{name}` stands twice in `{next(p for p in reversed(path) if isinstance(p, str))}`"
                yield Objection(path=(*path, k), message=message)


def summary(**said: str) -> str:
    """An example's summaries: a primary one, and one with other words than its own."""
    words = {"metric": "sensitivity", "threshold": "main", "cohorts": "pooled"}
    first, second = (", ".join(f"{w}: {v}" for w, v in one.items()) for one in (words, words | said))
    return f"summaries:\n  - {{id: found, role: primary, {first}}}\n  - {{id: more, role: secondary, {second}}}\n"


RULE = Rule(
    code="PLAN147",
    name="named-twice",
    severity=Severity.ERROR,
    summary="A list names one metric, model, subgroup, role or value twice.",
    why="The number would stand twice, under one address; most often another name was meant.",
    help="keep it once, or write the name that was meant",
    bad=(
        summary(metric="[sensitivity, specificity, sensitivity]"),
        summary(metric="[{f_beta: {beta: 2}}, {f_beta: {beta: 2.0}}]"),
        summary(models="[m1, m1]"),
        "cohorts: {members: {A: {where: {cohort: [A, A]}}, B: {where: {cohort: B}}}}",
    ),
    good=(
        summary(metric="[{f_beta: {beta: 2}}, {f_beta: {beta: 0.5}}]"),
        summary(models="[m1]"),
        "cohorts: {members: {A: {where: {cohort: [A]}}, B: {where: {cohort: B}}}}",
    ),
    text=text,
)
