"""PLAN103: a multiclass or multilabel outcome without its closed list."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.stat._examples import with_columns
from evalspec.terms import OutcomeKind, Severity

_LIST = {OutcomeKind.MULTICLASS: ("classes", "classes"), OutcomeKind.MULTILABEL: ("labels", "labels")}


def text(plan: Plan) -> Iterator[Answer]:
    kind = plan.outcome.kind
    if kind is OutcomeKind.BINARY:
        yield NotApplicable("the outcome is binary")
        return
    word, members = _LIST[kind]
    if not getattr(plan.outcome, word):
        message = f"the outcome is {kind}, and its {members} are not said"
        yield Objection(path=("outcome",), message=message, help=_HELP[kind])


_HELP = {
    OutcomeKind.MULTICLASS: 'say `classes:`, all of them, as they stand in the data: ["0", "1", "2"]',
    OutcomeKind.MULTILABEL: "say `labels:`, all of them, each with its column or its definition",
}


def outcome(kind: str, more: str = "") -> str:
    """An example's outcome of this kind, and a number that it can have."""
    tokens = ', positive: "1", negative: "0"' if kind == "multilabel" else ", column: outcome"
    axis = "macro, minimum_defined: {cohorts: 2, classes: 2}"
    return (
        f"outcome: {{kind: {kind}{tokens}{more}, definition: stage at diagnosis, reference_standard: panel}}\n"
        f"summaries: [{{id: found, role: primary, metric: sensitivity, threshold: main, cohorts: macro, classes: {axis}}}]\n"
    )


RULE = Rule(
    code="PLAN103",
    name="open-label-set",
    severity=Severity.ERROR,
    summary="A multiclass or multilabel outcome has no closed list of its classes or labels.",
    why=(
        "A class taken from the data is there or not by chance, and a macro value is a mean over as many as came. A token "
        "that is no class can't be told from one that was forgotten."
    ),
    help="say `classes:` of a multiclass outcome, `labels:` of a multilabel one, all of them",
    source="Sokolova & Lapalme 2009, Inf Process Manag 45:427",
    bad=(outcome("multiclass"), outcome("multilabel"), outcome("multilabel", ", labels: {}")),
    good=(
        with_columns(
            outcome("multiclass", ', classes: ["0", "1", "2"]').replace("threshold: main, ", "")
            + "models: {m1: {calls: call}}\nthresholds:\n"
        ),
        with_columns(
            outcome("multilabel", ", labels: {early: {definition: before 37 weeks}, small: {definition: below 2500 g}}")
            + "models: {m1: {scores: {early: score, small: other}, scale: probability, direction: higher-is-positive}}\n"
        ),
    ),
    waivable=False,
    text=text,
)
