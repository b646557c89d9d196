"""STAT143: a unit counts as called, and the metric ranks scores that it does not have."""

from collections.abc import Iterator, Sequence

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Handling
from evalspec.records import Path
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._words import ranks
from evalspec.rules.stat._examples import ranking, summary
from evalspec.rules.stat._fit import uses
from evalspec.terms import Severity

_FIGURES = ("roc", "precision-recall", "calibration")
_CALLED = ("counts-as-wrong", "counts-as-positive", "counts-as-negative")


def text(plan: Plan) -> Iterator[Answer]:
    causes = list(_causes(plan.handling))
    if not causes:
        yield NotApplicable("no unit without a score counts as called")
    for path, said, column in causes:
        found = _of_scores(plan, column)
        if found:
            more = f", and {len(found) - 1} more" if len(found) > 1 else ""
            message = f"{found[0]} needs a score of each unit{more}; `{said}` makes a call of a unit without one"
            yield Objection(path=path, message=message)


def _causes(handling: Handling | None) -> Iterator[tuple[Path, str, str | None]]:
    """Each word that makes a call of a unit without a score, with the column whose tokens it is about."""
    if handling and handling.missing_prediction == "counts-as-wrong":
        yield ("handling", "missing_prediction"), "missing_prediction: counts-as-wrong", None
    unclear = handling.indeterminate if handling else None
    if unclear and isinstance(unclear.as_, str) and unclear.as_ in _CALLED:
        yield ("handling", "indeterminate", "as"), f"indeterminate: as: {unclear.as_}", unclear.column


def _of_scores(plan: Plan, column: str | None) -> list[str]:
    """The numbers and figures that need a score of each unit."""
    numbers = [f"{u} in `{s.id}`" for _, s, u in uses(plan) if ranks(u.word) and _concerns(plan, s.models, column)]
    figures = [c for c in plan.curves if c.kind in _FIGURES and _concerns(plan, c.models, column)]
    return numbers + [f"the {c.kind} curve `{c.id}`" for c in figures]


def _concerns(plan: Plan, models: Sequence[str] | None, column: str | None) -> bool:
    """Not where the tokens stand in a column of calls, and the number is of the scores of other models."""
    calls = {m.calls for m in plan.models.values() if m.calls}
    mine = {plan.models[m].calls for m in models or tuple(plan.models) if m in plan.models}
    return column is None or column not in calls or column in mine


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
    bad=(
        _WRONG + summary() + "curves: [{id: roc, kind: roc, cohorts: each}]\n",
        _WRONG + ranking(),
        _WRONG + ranking("average_precision"),
    ),
    good=(_WRONG + summary(), ranking()),
    text=text,
)
