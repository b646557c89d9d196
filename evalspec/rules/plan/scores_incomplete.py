"""PLAN158: the scores of a model are not one for each class or label."""

from collections.abc import Iterator

from evalspec.plan.fields import near
from evalspec.plan.model import Plan
from evalspec.plan.model.design import Model
from evalspec.records import Path
from evalspec.rules.base import Answer, Example, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import classes_of
from evalspec.rules.stat._examples import FILES, MULTICLASS, MULTILABEL
from evalspec.terms import Layout, OutcomeKind, Severity


def text(plan: Plan) -> Iterator[Answer]:
    if plan.outcome.kind is OutcomeKind.BINARY and not any(m.scores or m.ties for m in plan.models.values()):
        yield NotApplicable("the outcome is binary, and each model has one score")
        return
    for name, model in plan.models.items():
        yield from _model(plan, ("models", name), name, model)


def _model(plan: Plan, path: Path, name: str, model: Model) -> Iterator[Answer]:
    if model.ties is not None and (model.scores is None or plan.outcome.kind is not OutcomeKind.MULTICLASS):
        message = f"{name} says what becomes of tied classes, and calls no class by its highest score"
        yield Objection(path=(*path, "ties"), message=message, help="remove `ties`")
    if model.scores is None:
        yield from _one_for_all(plan, path, name, model)
    elif plan.outcome.kind is OutcomeKind.BINARY:
        message = f"{name} has `scores` by class, and the outcome is binary"
        yield Objection(path=(*path, "scores"), message=message, help="say `score:` and the column of the positive one")
    else:
        yield from _names(plan, (*path, "scores"), name, model.scores)


def _names(plan: Plan, path: Path, name: str, scores: dict[str, str]) -> Iterator[Answer]:
    there = classes_of(plan)
    what = "class" if plan.outcome.kind is OutcomeKind.MULTICLASS else "label"
    for given in scores:
        if given not in there:
            message = f"{name} has a score for `{given}`, which is no {what} of the outcome"
            yield Objection(path=(*path, given), message=message, help=near(given, list(there)))
    missing = [c for c in there if c not in scores]
    if missing:
        shown = ", ".join(f"`{c}`" for c in missing[:3]) + (f" and {len(missing) - 3} more" if len(missing) > 3 else "")
        yield Objection(path=path, message=f"{name} has no score for {shown}", help=f"name a column for each {what}")


def _one_for_all(plan: Plan, path: Path, name: str, model: Model) -> Iterator[Answer]:
    """One score can't order several classes; in a wide table it would stand for each of several labels."""
    if plan.outcome.kind is OutcomeKind.MULTICLASS and model.score is not None and plan.outcome.classes:
        message = f"{name} has one `score`, and the outcome has {len(plan.outcome.classes)} classes"
        help = "say `calls:` and the column of the predicted class, or `scores: {CLASS: COLUMN}` with one a class"
        yield Objection(path=(*path, "score"), message=message, help=help)
    wide = plan.data.predictions is not None and plan.data.predictions.layout is Layout.WIDE
    labels = len(plan.outcome.labels or ()) if plan.outcome.kind is OutcomeKind.MULTILABEL else 0
    if wide and labels > 1 and (model.score or model.calls):
        key = "score" if model.score else "calls"
        message = f"{name} has one column of {key if key == 'calls' else 'scores'}, and the outcome has {labels} labels"
        help = "say `scores: {LABEL: COLUMN}` with one a label, or `layout: long` with a row a label"
        yield Objection(path=(*path, key), message=message, help=help)


def classes(scores: str, more: str = "", metric: str = "accuracy") -> Example:
    """An example's model with scores of three classes."""
    model = f"models: {{m1: {{scores: {scores}, scale: probability, direction: higher-is-positive{more}}}}}\n"
    said = f"summaries: [{{id: s, role: primary, metric: {metric}, cohorts: pooled}}]\n"
    return Example(plan=MULTICLASS.split("models:")[0] + model + "thresholds:\n" + said, files=FILES)


_THREE = '{"0": score, "1": other, "2": score}'
_LABELS = MULTILABEL + "thresholds:\nsummaries: [{id: s, role: primary, metric: auroc, cohorts: each, classes: each}]\n"

RULE = Rule(
    code="PLAN158",
    name="scores-incomplete",
    severity=Severity.ERROR,
    summary="A model's scores are not one for each declared class or label.",
    why=(
        "The class with the highest score is called: a class without a score can never be. A score for a class that the "
        "outcome does not have is a misspelling, or a class that was forgotten."
    ),
    help="name a column of scores for each class or label, as the outcome lists them",
    bad=(
        classes('{"0": score, "1": other}'),
        classes('{"0": score, "1": other, "3": score}'),
        "models: {m1: {score: score, scale: probability, direction: higher-is-positive, ties: refuse}}\n",
        Example(plan=_LABELS.replace("{early: score, small: other}", "{early: score, smal: other}"), files=FILES),
        Example(plan=_LABELS.replace("scores: {early: score, small: other}", "score: score"), files=FILES),
    ),
    good=(
        classes(_THREE),
        classes(_THREE, ", ties: first-declared", "{top_k_accuracy: {k: 2}}"),
        Example(plan=_LABELS, files=FILES),
    ),
    waivable=False,
    text=text,
)
