"""LEAK113: Settings were tuned on data that the classifier is judged by."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Rule
from evalspec.rules.leak._fitted import judged, shown
from evalspec.rules.leak._steps import Family, learns_from_evaluation
from evalspec.terms import Leakage, Severity


def text(plan: Plan) -> Iterator[Answer]:
    yield from learns_from_evaluation(plan, Family.TUNES)


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    yield from judged(plan, blinded, Family.TUNES)


def when(plan: Plan) -> bool:
    return shown(plan, Family.TUNES)


RULE = Rule(
    code="LEAK113",
    name="tuned-on-evaluation",
    severity=Severity.ERROR,
    leakage=Leakage.SELECTION,
    summary="Settings were tuned on data that the classifier is judged by.",
    why="The best of many settings on the evaluation data is best partly by chance; its result there is optimistic.",
    help="tune inside the training data, by inner validation, and leave the held-out data alone",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L1; Varma & Simon 2006, BMC Bioinformatics 7:91",
    bad=(
        "design: {kind: external, steps: [{name: depth, kind: tune, learns_from: evaluation, uses_outcomes: true}]}",
        "design: {kind: external, steps: [{name: depth, kind: hyperparameters, learns_from: all-cohorts}]}",
    ),
    good=(
        "design: {kind: external, steps: [{name: depth, kind: tune, learns_from: training, uses_outcomes: true}]}",
        "design: {kind: external, steps: [{name: depth, kind: hyperparameters, learns_from: inner-validation}]}",
    ),
    text=text,
    files=files,
    when=when,
)
