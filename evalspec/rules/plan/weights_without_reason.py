"""Weights without a reason."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import weightings
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    there = [w for w in weightings(plan) if w[2].weights is not None]
    if not there:
        yield NotApplicable("no summary declares weights")
    for path, axis, weighting in there:
        if weighting.why is None:
            yield Objection(path=path, message=f"the weights of the {axis} have no `why`")


SUMMARY = (
    "summaries:\n"
    "  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n"
    "  - {id: region, role: secondary, metric: sensitivity, threshold: main, minimum_defined: 2,\n"
    "     cohorts: {weights: {A: 2, B: 1}WHAT}}\n"
)

RULE = Rule(
    code="PLAN127",
    name="weights-without-reason",
    severity=Severity.ERROR,
    summary="Declared weights have no reason.",
    why="Any value between the least and the greatest cohort's can be had by choosing weights.",
    help="say where the weights come from, such as `why: shares of the two hospitals in the region`",
    bad=(SUMMARY.replace("WHAT", ""),),
    good=(SUMMARY.replace("WHAT", ", why: shares of the region"),),
    text=text,
)
