"""STAT112: which accuracy of several labels is meant is not said."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.stat._examples import MULTILABEL, summary, with_columns
from evalspec.rules.stat._fit import uses
from evalspec.terms import OutcomeKind, Severity


def text(plan: Plan) -> Iterator[Answer]:
    if plan.outcome.kind is not OutcomeKind.MULTILABEL:
        yield NotApplicable("the outcome is not multilabel")
        return
    for path, s, use in uses(plan):
        if use.word == "accuracy":
            yield Objection(
                path=path, message=f"accuracy in `{s.id}`: whether all labels of a unit must be right is not said"
            )


RULE = Rule(
    code="STAT112",
    name="subset-accuracy-unsaid",
    severity=Severity.ERROR,
    summary="Which accuracy of several labels is meant is not said.",
    why=(
        "With five labels, each right in 85 of 100, all five of a unit are right in about 44 of 100. Both go by accuracy. "
        "An error: two numbers far apart would answer to one name."
    ),
    help="say `subset_accuracy` (all labels of a unit right), or `hamming_loss` (the share of labels wrong)",
    instead_of=("metric-does-not-fit-outcome",),
    source="Tsoumakas & Katakis 2007, Int J Data Warehous Min 3(3):1",
    bad=(with_columns(MULTILABEL + summary("accuracy")),),
    good=(with_columns(MULTILABEL + summary("subset_accuracy")),),
    text=text,
)
