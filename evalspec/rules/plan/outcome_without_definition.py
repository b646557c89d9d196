"""What counts as positive, and how it was established, is not said."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Objection, Rule
from evalspec.terms import OutcomeKind, Severity


def text(plan: Plan) -> Iterator[Answer]:
    outcome = plan.outcome
    if outcome.definition is None and outcome.kind is not OutcomeKind.MULTILABEL:
        yield Objection(path=("outcome",), message="the outcome has no `definition`")
    for name, label in (outcome.labels or {}).items():
        if label.definition is None:
            yield Objection(path=("outcome", "labels", name), message=f"the label {name} has no `definition`")
    if outcome.reference_standard is None:
        yield Objection(
            path=("outcome",),
            message="the outcome has no `reference_standard`",
            help="say how the outcome was established; without a true reference standard say `none`, and `comparator`",
        )
    if outcome.reference_standard == "none" and outcome.comparator is None:
        yield Objection(
            path=("outcome", "reference_standard"),
            message="there is no reference standard, and no `comparator` is said",
            help="name the test that the classifier is compared with",
        )


OUTCOME = 'outcome: {kind: binary, column: outcome, positive: "1", negative: "0", WHAT}'

RULE = Rule(
    code="PLAN100",
    name="outcome-without-definition",
    severity=Severity.ERROR,
    summary="What counts as positive, or how it was established, is not said.",
    why="A sensitivity is the share found of something: without its definition the number has no subject.",
    help="say in the field's words what counts as positive, such as `sepsis within 28 days of sampling`",
    source="STARD 2015, items 10b and 11",
    bad=(
        OUTCOME.replace("WHAT", "reference_standard: two physicians"),
        OUTCOME.replace("WHAT", "definition: sepsis within 28 days"),
    ),
    good=(OUTCOME.replace("WHAT", "definition: sepsis within 28 days, reference_standard: two physicians"),),
    text=text,
)
