"""Weights that leave a member out."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import members, weightings
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    there = [w for w in weightings(plan) if w[2].weights is not None]
    if not there:
        yield NotApplicable("no summary declares weights")
    for path, axis, weighting in there:
        missing = [name for name in members(plan, axis) or () if name not in (weighting.weights or {})]
        if missing:
            message = f"no weight is said for {', '.join(missing)}"
            yield Objection(path=(*path, "weights"), message=message)


SUMMARY = (
    "summaries:\n"
    "  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n"
    "  - {id: region, role: secondary, metric: sensitivity, threshold: main, minimum_defined: 2,\n"
    "     cohorts: {weights: {WHAT}, why: shares of the region}}\n"
)

RULE = Rule(
    code="PLAN135",
    name="weights-miss-member",
    severity=Severity.ERROR,
    summary="Declared weights leave a cohort or class out.",
    why="A cohort without a weight would drop out of the number unseen.",
    help="name every member; a member that shall not count has the weight 0",
    bad=(SUMMARY.replace("WHAT", "A: 1"),),
    good=(SUMMARY.replace("WHAT", "A: 1, B: 0"),),
    text=text,
)
