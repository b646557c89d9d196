"""STAT146: a pooled ranking compares units of different cohorts."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._words import ranks_units
from evalspec.rules.stat._fit import uses
from evalspec.rules.stat._fits import mixed_over, pools_cohorts
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    ranking = [(p, s, u) for p, s, u in uses(plan) if ranks_units(u.word)]
    if not ranking:
        yield NotApplicable("the plan ranks no scores")
    for path, summary, use in ranking:
        if pools_cohorts(plan, summary) and not mixed_over(plan, summary):
            message = f"{use} in `{summary.id}` also ranks units of one cohort against units of another"
            yield Objection(path=(*path[:2], "cohorts"), message=message)


_HEAD = "thresholds:\nsummaries: [{id: s, role: primary, metric: auroc, interval: {method: delong, level: 0.95}, "

RULE = Rule(
    code="STAT146",
    name="pooled-ranking-mixes-cohorts",
    severity=Severity.NOTE,
    summary="A pooled ranking compares units of different cohorts.",
    why=(
        "A classifier that only tells a hospital with many cases from one with few has a pooled AUROC above one half, "
        "and 0.5 in each. Most pairs of a pooled ranking may be pairs between cohorts."
    ),
    help="declare the same metric with `cohorts: each` beside it, or in its place `cohorts: macro`",
    source="Pepe 2003, The Statistical Evaluation of Medical Tests; Janes & Pepe 2009, Biometrika 96:371",
    bad=(_HEAD + "cohorts: pooled}]",),
    good=(_HEAD + "cohorts: each}]",),
    text=text,
)
