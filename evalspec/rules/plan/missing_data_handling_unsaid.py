"""What happens to missing predictions or outcomes is not said."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.terms import Severity

PARTS = {"missing_prediction": "a unit without a prediction", "missing_outcome": "a unit without an outcome"}


def text(plan: Plan) -> Iterator[Answer]:
    if plan.data.predictions is None and plan.data.counts is not None:
        yield NotApplicable("a table of counts has no units")
        return
    for part, whose in PARTS.items():
        if plan.handling is None or getattr(plan.handling, part) is None:
            message = f"what happens to {whose} is not said: `handling.{part}`"
            yield Objection(path=("handling",), message=message)


RULE = Rule(
    code="PLAN129",
    name="missing-data-handling-unsaid",
    severity=Severity.ERROR,
    summary="The plan does not say what happens to units without a prediction or without an outcome.",
    why="Leaving out what a classifier could not judge raises its numbers; it must be decided before they are seen.",
    help="say `refuse`, or {exclude: …} with the reason, for each",
    source="STARD 2015, items 15 and 16",
    bad=("handling:\n", "handling: {missing_prediction: refuse}", "handling: {missing_outcome: refuse}"),
    good=("handling: {missing_prediction: refuse, missing_outcome: refuse}",),
    text=text,
)
