"""Which side of the threshold is positive is not said."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    if not plan.thresholds:
        yield NotApplicable("the plan declares no thresholds")
    elif plan.data.counts is not None:
        yield NotApplicable("a table of counts has no scores")
    else:
        for name, threshold in plan.thresholds.items():
            if threshold.positive_when is None:
                yield Objection(
                    path=("thresholds", name),
                    message=f"{name} does not say whether scores above it or below it, and at it, are called positive",
                )


RULE = Rule(
    code="PLAN115",
    name="positive-when-undeclared",
    severity=Severity.ERROR,
    summary="A threshold does not say when a score is called positive.",
    why="Scores that equal the threshold are common, and `>` and `>=` count them on different sides.",
    help="say one of `score >= threshold`, `score > threshold`, `score <= threshold`, `score < threshold`",
    bad=("thresholds: {main: {source: prespecified, value: 0.5}}",),
    good=("thresholds: {main: {source: prespecified, value: 0.5, positive_when: score > threshold}}",),
    waivable=False,
    text=text,
)
