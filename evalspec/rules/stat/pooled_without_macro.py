"""STAT111: of several labels, a metric is pooled only."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import word
from evalspec.rules.stat._examples import MULTILABEL, summary, with_columns
from evalspec.rules.stat._fit import uses
from evalspec.rules.stat.pooled_auroc_without_common_scale import without_common_scale
from evalspec.terms import OutcomeKind, Severity


def text(plan: Plan) -> Iterator[Answer]:
    """A pooled ranking without a common scale has no meaning at all: another rule's."""
    pooled = [(p, s, u) for p, s, u in uses(plan) if word(s, "classes") == "pooled"]
    if plan.outcome.kind is not OutcomeKind.MULTILABEL or not pooled:
        yield NotApplicable("no metric is pooled over labels")
        return
    beside = {str(u) for _, s, u in uses(plan) if word(s, "classes") == "macro"}
    for path, s, use in pooled:
        if str(use) not in beside and not without_common_scale(plan, s, use):
            message = f"{use} in `{s.id}` is pooled over the labels, and no summary has its macro value"
            yield Objection(path=path, message=message)


_POOLED = summary(more=", classes: pooled")
_MACRO = ", {id: m, role: secondary, metric: sensitivity, threshold: main, cohorts: pooled, classes: macro, minimum_defined: 2}]\n"

RULE = Rule(
    code="STAT111",
    name="pooled-without-macro",
    severity=Severity.ERROR,
    summary="A metric of several labels is pooled, and its macro value is not declared.",
    why=(
        "Pooled, the frequent labels decide: a label with 5 cases beside one with 900 can be missed altogether. An error: "
        "the pooled value alone hides which labels it is about."
    ),
    help="declare the same metric with `classes: macro` beside it",
    source="Sokolova & Lapalme 2009, Inf Process Manag 45:427",
    bad=(with_columns(MULTILABEL + _POOLED),),
    good=(with_columns(MULTILABEL + _POOLED.replace("]\n", _MACRO)),),
    text=text,
)
