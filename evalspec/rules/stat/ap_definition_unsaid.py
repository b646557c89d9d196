"""STAT106: a word for the area under the precision-recall curve that leaves open which area."""

import re
from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.stat._fit import uses
from evalspec.terms import Severity

_OPEN = frozenset({"prauc", "aucpr", "auprc", "aupr", "auprg", "aucprc", "prcauc", "areaunderprcurve", "map", "meanap"})


def text(plan: Plan) -> Iterator[Answer]:
    found = [(p, s, u) for p, s, u in uses(plan) if re.sub(r"[^a-z]", "", u.word.lower()) in _OPEN]
    if not found:
        yield NotApplicable("no metric of the plan goes by the area under a precision-recall curve")
    for path, summary, use in found:
        message = f"`{use}` in `{summary.id}` does not say which area under the precision-recall curve"
        yield Objection(path=path, message=message)


def _plan(metric: str) -> str:
    return f"thresholds:\nsummaries: [{{id: s, role: primary, metric: {metric}, cohorts: each}}]"


RULE = Rule(
    code="STAT106",
    name="ap-definition-unsaid",
    severity=Severity.ERROR,
    summary="A word for the area under the precision-recall curve leaves open which area.",
    why=(
        "Straight lines between the points, steps, and eleven fixed points give different areas on the same scores, "
        "and linear ones are too high. Average precision is the step sum over groups of equal scores. An error: one word would stand for several numbers."
    ),
    help="say `average_precision`: grouped by equal scores, not interpolated",
    source="Davis & Goadrich 2006, ICML 23:233; Boyd, Eng & Page 2013, ECML PKDD 8190:451",
    bad=(_plan("pr_auc"), _plan("auprc")),
    good=(_plan("average_precision"),),
    instead_of=("unknown-name",),
    text=text,
)
