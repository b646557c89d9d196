"""One token for two classes."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    outcome = plan.outcome
    if outcome.positive is None and outcome.negative is None and outcome.classes is None:
        yield NotApplicable("the plan declares no tokens")
    if outcome.positive is not None and outcome.positive == outcome.negative:
        message = f'"{outcome.negative}" means both positive and negative'
        yield Objection(path=("outcome", "negative"), message=message)
    classes = outcome.classes or ()
    for k, name in enumerate(classes):
        if name in classes[:k]:
            yield Objection(path=("outcome", "classes", k), message=f'the class "{name}" stands twice')


RULE = Rule(
    code="PLAN102",
    name="same-token-for-both-classes",
    severity=Severity.ERROR,
    summary="One token stands for two classes.",
    why="No unit could be told to be one or the other.",
    help="give each class the token that it has in the data",
    bad=(
        "outcome:\n"
        '  {kind: binary, column: outcome, positive: "1", negative: "1", definition: sepsis, reference_standard: panel}',
    ),
    good=(
        "outcome:\n"
        '  {kind: binary, column: outcome, positive: "1", negative: "0", definition: sepsis, reference_standard: panel}',
    ),
    waivable=False,
    text=text,
)
