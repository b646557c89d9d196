"""A threshold that calls the negative end of the score."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._words import models_of
from evalspec.terms import Direction, PositiveWhen, Severity

UPWARD = (PositiveWhen.AT_LEAST, PositiveWhen.MORE_THAN)


def text(plan: Plan) -> Iterator[Answer]:
    if not any(t.positive_when for t in plan.thresholds.values()):
        yield NotApplicable("no threshold says when a score is positive")
    for name, threshold in plan.thresholds.items():
        if threshold.positive_when is None:
            continue
        called = Direction.HIGHER if threshold.positive_when in UPWARD else Direction.LOWER
        used = {m for s in plan.summaries if s.threshold == name for m in models_of(plan, s)}
        against = [m for m in plan.models if m in used and plan.models[m].direction not in (None, called)]
        if against:
            yield Objection(
                path=("thresholds", name, "positive_when"),
                message=f"{name} calls positive when {threshold.positive_when}, and {', '.join(against)} is "
                f"{plan.models[against[0]].direction}",
            )


RULE = Rule(
    code="PLAN116",
    name="positive-when-against-direction",
    severity=Severity.ERROR,
    summary="A threshold calls the end of the score that a model says is the negative one.",
    why="Every call would be turned round: sensitivity would be 1 minus what is meant.",
    help="make `positive_when` and the model's `direction` agree, or give the model a threshold of its own",
    bad=("thresholds: {main: {source: prespecified, value: 0.5, positive_when: score <= threshold}}",),
    good=(
        "models: {m1: {score: score, scale: probability, direction: lower-is-positive}}\n"
        "thresholds: {main: {source: prespecified, value: 0.5, positive_when: score <= threshold}}",
    ),
    text=text,
)
