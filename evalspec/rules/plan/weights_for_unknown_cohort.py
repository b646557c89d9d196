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
                message = f"{name} has a weight, and is not evaluated: it is none of the {axis}"
                yield Objection(path=(*path, "weights", name), message=message, help=near(name, sorted(known)))


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
    bad=(SUMMARY.replace("WHAT", "A: 2, B: 1, C: 1"),),
    good=(SUMMARY.replace("WHAT", "A: 2, B: 1"),),
    text=text,
)
