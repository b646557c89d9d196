"""PLAN138: a token of units without a known status that is a class's token, or stands twice."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    outcome = plan.outcome
    if not outcome.unknown:
        yield NotApplicable("the plan declares no tokens of an unknown status")
    meanings = {outcome.positive: "positive", outcome.negative: "negative"}
    meanings |= dict.fromkeys(outcome.classes or (), "a class")
    for k, token in enumerate(outcome.unknown):
        path = ("outcome", "unknown", k)
        if token in meanings:
            message = f'"{token}" means {meanings[token]}, and stands among the tokens of an unknown status'
            yield Objection(path=path, message=message)
        elif token in outcome.unknown[:k]:
            message = f'"{token}" stands twice among the tokens of an unknown status'
            yield Objection(path=path, message=message, help="keep it once, or write the token that was meant")


def unknown(tokens: str) -> str:
    """An example's outcome with these tokens of an unknown status."""
    return (
        "outcome:\n"
        '  {kind: binary, column: outcome, positive: "1", negative: "0", definition: sepsis, reference_standard: panel,\n'
        f"   unknown: [{tokens}]}}\n"
    )


RULE = Rule(
    code="PLAN138",
    name="unknown-token-is-a-class",
    severity=Severity.ERROR,
    summary="A token of units without a known status is the token of a class, or stands twice.",
    why="Units of that class would be left out as unknown, or counted: the token can't mean both.",
    help="name under `unknown` only tokens that mean that the status is not known",
    bad=(unknown('lost, "0"'), unknown('"1"'), unknown("lost, lost")),
    good=(unknown('lost, "9"'),),
    text=text,
)
