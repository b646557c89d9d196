"""A threshold that no probability reaches."""

from collections.abc import Iterator
from typing import Any

from evalspec.plan.model import Plan
from evalspec.plan.model.design import ByCohort, Threshold
from evalspec.records import Blinded, Path
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._words import models_of
from evalspec.terms import Scale, Severity


def probabilities(plan: Plan, name: str) -> list[str]:
    """The models with a probability that a summary judges at the threshold."""
    used = {m for s in plan.summaries if s.threshold == name for m in models_of(plan, s)}
    return [m for m in plan.models if m in used and plan.models[m].scale is Scale.PROBABILITY]


def written(threshold: Threshold) -> Iterator[tuple[Path, float, str | None]]:
    """The values in the plan's text: path below the threshold, value, the model if it is one model's."""
    value: Any = threshold.value
    if isinstance(value, float):
        yield ("value",), value, None
    elif isinstance(value, ByCohort):
        for cohort, number in value.values.items():
            yield ("value", "values", cohort), number, None
    elif value is not None:
        for model, number in value.items():
            yield ("value", model), number, model
    if threshold.rule is not None and threshold.rule.value is not None:
        yield ("rule", "value"), threshold.rule.value, None


def text(plan: Plan) -> Iterator[Answer]:
    if not plan.thresholds:
        yield NotApplicable("the plan declares no thresholds")
    for name, threshold in plan.thresholds.items():
        models = probabilities(plan, name)
        for path, value, model in written(threshold):
            if 0 <= value <= 1 or not models or (model and model not in models):
                continue
            message = f"{name} is {value}, and the scores of {model or models[0]} are probabilities"
            yield Objection(path=("thresholds", name, *path), message=message)


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    for row in blinded.thresholds:
        threshold = plan.thresholds.get(row.threshold)
        if threshold is None or threshold.values is None or 0 <= row.value <= 1:
            continue
        if row.model in probabilities(plan, row.threshold):
            where = f" in fold {row.fold}" if row.fold else ""
            yield Objection(
                path=("thresholds", row.threshold, "values"),
                file=threshold.values.path if row.line else "",
                line=row.line,
                message=f"{row.threshold} is {row.value}{where}, and the scores of {row.model} are probabilities",
            )


RULE = Rule(
    code="PLAN114",
    name="threshold-outside-scale",
    severity=Severity.ERROR,
    summary="A threshold on a probability is below 0 or above 1.",
    why="Everybody or nobody would be called: the value belongs to another scale.",
    help="write the threshold on the scale of the score, or correct the model's `scale`",
    bad=("thresholds: {main: {source: prespecified, value: 50, positive_when: score >= threshold}}",),
    good=("thresholds: {main: {source: prespecified, value: 0.50, positive_when: score >= threshold}}",),
    text=text,
    files=files,
)
