"""LEAK101: A step was learnt from data that the classifier is judged by."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Rule
from evalspec.rules.leak._fitted import judged, shown
from evalspec.rules.leak._steps import Family, learns_from_evaluation
from evalspec.terms import Leakage, Severity


def text(plan: Plan) -> Iterator[Answer]:
    yield from learns_from_evaluation(plan, Family.OTHER)


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    yield from judged(plan, blinded, Family.OTHER)


def when(plan: Plan) -> bool:
    return shown(plan, Family.OTHER)


RULE = Rule(
    code="LEAK101",
    name="step-learns-from-evaluation",
    severity=Severity.ERROR,
    leakage=Leakage.PREPROCESSING,
    summary="A step was learnt from data that the classifier is judged by.",
    why="A mean, a scale or a batch correction that has seen the held-out data carries it into the fit, also without outcomes.",
    help="learn the step from each fold's training data alone, and apply it to the held-out data as it is",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L1.2",
    bad=(
        "design: {kind: external, steps: [{name: standardise, kind: scale, learns_from: evaluation, uses_outcomes: true}]}",
        "design: {kind: external, steps: [{name: standardise, kind: impute, learns_from: all-cohorts}]}",
    ),
    good=(
        "design: {kind: external, steps: [{name: standardise, kind: scale, learns_from: training, uses_outcomes: true}]}",
        "design: {kind: external, steps: [{name: standardise, kind: impute, learns_from: nothing}]}",
    ),
    text=text,
    files=files,
    when=when,
)
