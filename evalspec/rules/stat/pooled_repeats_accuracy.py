"""STAT110: pooled over the classes of a single-label outcome, a metric is the accuracy again."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import word
from evalspec.rules.stat._examples import MULTICLASS, with_columns
from evalspec.rules.stat._fit import uses
from evalspec.terms import OutcomeKind, Severity

_ACCURACY_AGAIN = frozenset({"sensitivity", "precision", "f1", "f_beta", "ppa"})


def text(plan: Plan) -> Iterator[Answer]:
    if plan.outcome.kind is not OutcomeKind.MULTICLASS:
        yield NotApplicable("no unit has exactly one of several classes")
        return
    again = [(p, s, u) for p, s, u in uses(plan) if u.word in _ACCURACY_AGAIN and word(s, "classes") == "pooled"]
    beside = sum(u.word == "accuracy" for _, _, u in uses(plan)) + len(again)
    for path, summary, use in again:
        message = f"{use} in `{summary.id}`, pooled over the classes, is the accuracy under another name"
        yield Objection(path=path, message=message, severity=None if beside > 1 else Severity.WARNING)


def _plan(metric: str, classes: str, more: str = "") -> str:
    one = f"{{id: s, role: primary, metric: {metric}, cohorts: pooled, classes: {classes}, minimum_defined: 1}}"
    one = one.replace(", minimum_defined: 1", "") if classes == "pooled" else one
    return MULTICLASS + f"summaries: [{one}{more}]\n"


_ACCURACY = ", {id: right, role: secondary, metric: accuracy, cohorts: pooled}"

RULE = Rule(
    code="STAT110",
    name="pooled-repeats-accuracy",
    severity=Severity.ERROR,
    summary="Pooled over the classes of a single-label outcome, a metric repeats the accuracy.",
    why=(
        "A unit called wrongly is one false positive and one false negative, so pooled precision, sensitivity and F1 are "
        "one number: the accuracy. An error where it stands beside the accuracy or its like, as if one confirmed the "
        "other; a warning where it stands alone under another name."
    ),
    help="say `accuracy`, and give the metric with `classes: macro` and `classes: each`",
    source="Grandini, Bagli & Visani 2020, arXiv:2008.05756",
    bad=(
        with_columns(_plan("sensitivity", "pooled", _ACCURACY)),
        with_columns(_plan("f1", "pooled")),
    ),
    good=(with_columns(_plan("sensitivity", "macro", _ACCURACY)),),
    text=text,
)
