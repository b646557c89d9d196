"""STAT143: a unit counts as called, and the metric ranks scores that it does not have."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Handling
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._words import ranks
from evalspec.rules.stat._examples import ranking, summary
from evalspec.rules.stat._fit import uses
from evalspec.terms import Severity

_CALLED = ("counts-as-wrong", "counts-as-positive", "counts-as-negative")


def text(plan: Plan) -> Iterator[Answer]:
    said = _said(plan.handling)
    if not said:
        yield NotApplicable("no unit without a score counts as called")
        return
    for path, s, use in uses(plan):
        if ranks(use.word):
            yield Objection(
                path=path, message=f"{use} in `{s.id}` needs a score of each unit, and `handling` says {said}"
            )


def _said(handling: Handling | None) -> str:
    if handling is None:
        return ""
    if handling.missing_prediction == "counts-as-wrong":
        return "`missing_prediction: counts-as-wrong`"
    how = handling.indeterminate.as_ if handling.indeterminate else None
    return f"`indeterminate: {{as: {how}}}`" if isinstance(how, str) and how in _CALLED else ""


_WRONG = "handling: {missing_prediction: counts-as-wrong, missing_outcome: refuse}\n"

RULE = Rule(
    code="STAT143",
    name="counts-as-wrong-on-ranking",
    severity=Severity.ERROR,
    summary="A unit without a score counts as called, and a metric ranks scores.",
    why=(
        "A missing call can be counted as a wrong one. A missing score has no rank: any place given to it would be made "
        "up, and the area would follow. An error: the number is not defined."
    ),
    help="say `missing_prediction: refuse`, or report rates at a threshold",
    source="",
    bad=(_WRONG + ranking(), _WRONG + ranking("average_precision")),
    good=(_WRONG + summary(), ranking()),
    text=text,
)
