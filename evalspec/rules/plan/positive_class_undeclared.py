"""The tokens of the two classes are not said."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.terms import OutcomeKind, Severity


def text(plan: Plan) -> Iterator[Answer]:
    outcome = plan.outcome
    if outcome.kind is OutcomeKind.MULTICLASS:
        yield NotApplicable("a multiclass outcome has no positive class")
    elif plan.data.counts is not None:
        yield NotApplicable("a table of counts has no tokens")
    else:
        for which in ("positive", "negative"):
            if getattr(outcome, which) is None:
                yield Objection(path=("outcome",), message=f"the token that means {which} is not said in `outcome`")


RULE = Rule(
    code="PLAN101",
    name="positive-class-undeclared",
    severity=Severity.ERROR,
    summary="The plan does not say which token means positive, or which means negative.",
    why="Guessing the positive class exchanges sensitivity and specificity.",
    help='say both tokens as they stand in the data: positive: "1", negative: "0"',
    bad=(
        'outcome: {kind: binary, column: outcome, positive: "1", definition: sepsis, reference_standard: physicians}',
        'outcome: {kind: binary, column: outcome, negative: "0", definition: sepsis, reference_standard: physicians}',
    ),
    good=(
        "outcome:\n"
        '  {kind: binary, column: outcome, positive: "1", negative: "0", definition: sepsis, reference_standard: panel}',
    ),
    waivable=False,
    text=text,
)
