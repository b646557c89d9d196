"""PLAN119: a metric is none of this kind of outcome."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import MetricUse
from evalspec.records import Path
from evalspec.rules.base import Answer, Objection, Rule
from evalspec.rules.stat._examples import with_columns
from evalspec.terms import OutcomeKind, Severity

_UNITS_OF_LABELS = ("subset_accuracy", "hamming_loss", "f1_per_unit", "precision_per_unit", "sensitivity_per_unit")
_ONE_CALL = ("accuracy", "mcc", "kappa")
_TWO_ERRORS = ("expected_cost",)


def text(plan: Plan) -> Iterator[Answer]:
    kind = plan.outcome.kind
    for k, summary in enumerate(plan.summaries):
        for n, use in enumerate(summary.uses):
            why, help = _misfit(kind, use)
            if why:
                path: Path = ("summaries", k, "metric")
                place = (*path, n) if len(summary.uses) > 1 else path
                message = f"{summary.id}: {use.word} {why}, and the outcome is {kind}"
                yield Objection(path=place, message=message, help=help)


def _misfit(kind: OutcomeKind, use: MetricUse) -> tuple[str, str]:
    """Why the metric is none of this outcome, and what would be; "" where it is one.

    A metric of one class against the rest fits every outcome once `classes` is said: that it is not is another rule's.
    """
    word = use.word
    if word in _UNITS_OF_LABELS and kind is not OutcomeKind.MULTILABEL:
        return "counts the labels of each unit", _INSTEAD.get(word, _OTHER)
    if word == "top_k_accuracy" and kind is not OutcomeKind.MULTICLASS:
        return "looks for one class among several", "say accuracy, or another metric of this outcome"
    if word in _ONE_CALL and kind is OutcomeKind.MULTILABEL:
        return "has one call a unit", "say subset_accuracy or hamming_loss, or a metric of one label with `classes`"
    if word in _TWO_ERRORS and kind is not OutcomeKind.BINARY:
        return "costs two kinds of error", "plan one class against the rest as a binary outcome of its own"
    return "", ""


_OTHER = "say a metric of this outcome"
_INSTEAD = {
    "subset_accuracy": "say accuracy",
    "hamming_loss": "say accuracy: its complement is the share of wrong calls",
    "f1_per_unit": "say f1",
    "precision_per_unit": "say precision",
    "sensitivity_per_unit": "say sensitivity",
}

CLASSES = (
    'outcome: {kind: multiclass, column: outcome, classes: ["0", "1", "2"], definition: stage at diagnosis, '
    "reference_standard: panel}\nmodels: {m1: {calls: call}}\n"
)
LABELS = (
    'outcome: {kind: multilabel, positive: "1", negative: "0", definition: condition at birth, reference_standard: panel, '
    "labels: {early: {definition: before 37 weeks}, small: {definition: below 2500 g}}}\n"
    "models: {m1: {scores: {early: score, small: other}, scale: probability, direction: higher-is-positive}}\n"
)
BOTH = "multiplicity: {method: all-required, why: both must hold}\n"


def found(metric: str, more: str = "cohorts: each, threshold: main") -> str:
    return f"summaries: [{{id: found, role: primary, metric: {metric}, {more}}}]\n"


RULE = Rule(
    code="PLAN119",
    name="metric-does-not-fit-outcome",
    severity=Severity.ERROR,
    summary="A metric is none of the outcome's kind: binary, multiclass or multilabel.",
    why=(
        "One word has several meanings where there are several classes or labels: accuracy of the whole label set, or of "
        "each label. Which was computed would be known only after the results."
    ),
    help="say a metric of this outcome",
    source="Sokolova & Lapalme 2009, Inf Process Manag 45:427",
    bad=(
        found("hamming_loss"),
        found("[sensitivity, f1_per_unit]") + BOTH,
        found("{top_k_accuracy: {k: 3}}", "cohorts: each"),
        with_columns(CLASSES + found("subset_accuracy", "cohorts: each")),
        with_columns(
            CLASSES
            + found("expected_cost", "cohorts: each")
            + "costs: {false_negative: 10, false_positive: 1, unit: EUR}\n"
        ),
        with_columns(LABELS + found("kappa")),
        with_columns(LABELS + found("{top_k_accuracy: {k: 3}}", "cohorts: each")),
    ),
    good=(
        found("[sensitivity, specificity]") + BOTH,
        with_columns(CLASSES + found("accuracy", "cohorts: each")),
        with_columns(CLASSES + found("sensitivity", "cohorts: each, classes: each")),
        with_columns(LABELS + found("[subset_accuracy, hamming_loss]") + BOTH),
        with_columns(LABELS + found("f1", "cohorts: each, classes: each, threshold: main")),
    ),
    text=text,
)
