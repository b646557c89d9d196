"""A weight for a cohort or class that is not evaluated."""

from collections.abc import Iterator

from evalspec.plan.load import near
from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import members, weightings
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    there = [w for w in weightings(plan) if w[2].weights is not None]
    if not there:
        yield NotApplicable("no summary declares weights")
    for path, axis, weighting in there:
        known = members(plan, axis)
        for name in weighting.weights or {}:
            if known and name not in known:
                what = _role(plan, axis, name) or f"is not evaluated: it is none of the {axis}"
                message = f"{name} has a weight, and {what}"
                help = f"remove {name} from the weights" if _role(plan, axis, name) else near(name, sorted(known))
                yield Objection(path=(*path, "weights", name), message=message, help=help)


def _role(plan: Plan, axis: str, name: str) -> str:
    """Of a declared cohort that is not evaluated."""
    cohort = plan.cohorts.members.get(name) if plan.cohorts and axis == "cohorts" else None
    return f"is a {cohort.role} cohort, which is not evaluated" if cohort else ""


SUMMARY = (
    "summaries:\n"
    "  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n"
    "  - {id: region, role: secondary, metric: sensitivity, threshold: main, minimum_defined: 2,\n"
    "     cohorts: {weights: {WHAT}, why: shares of the region}}\n"
)

RULE = Rule(
    code="PLAN128",
    name="weights-for-unknown-cohort",
    severity=Severity.ERROR,
    summary="A weight is given to a cohort or class that is not evaluated.",
    why="The weight would have no value to go with: the others would no longer be the declared shares.",
    help="name the evaluated cohorts",
    bad=(
        SUMMARY.replace("WHAT", "A: 2, B: 1, C: 1"),
        "cohorts: {column: cohort, members: {A: {}, B: {}, T: {role: training}}}\n"
        + SUMMARY.replace("WHAT", "A: 2, B: 1, T: 1"),
    ),
    good=(SUMMARY.replace("WHAT", "A: 2, B: 1"),),
    text=text,
)
