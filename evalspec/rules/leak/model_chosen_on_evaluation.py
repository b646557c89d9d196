"""LEAK115: The model was chosen on data that it is judged by."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Rule
from evalspec.rules.leak._fitted import judged, shown
from evalspec.rules.leak._steps import Family, learns_from_evaluation
from evalspec.terms import Leakage, Severity


def text(plan: Plan) -> Iterator[Answer]:
    yield from learns_from_evaluation(plan, Family.CHOOSES_MODEL)


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    yield from judged(plan, blinded, Family.CHOOSES_MODEL)


def when(plan: Plan) -> bool:
    return shown(plan, Family.CHOOSES_MODEL)


RULE = Rule(
    code="LEAK115",
    name="model-chosen-on-evaluation",
    severity=Severity.ERROR,
    leakage=Leakage.SELECTION,
    summary="The model was chosen on data that it is judged by.",
    why="The best of several models on the evaluation data is best partly by chance; its result there is optimistic.",
    help="choose the model by inner validation on the training data, or report every candidate",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L1.3; Cawley & Talbot 2010, JMLR 11:2079",
    bad=(
        "design: {kind: external, steps: [{name: best-of-five, kind: model-selection, learns_from: evaluation, uses_outcomes: true}]}",
        "design: {kind: external, steps: [{name: best-of-five, kind: early-stopping, learns_from: all-cohorts}]}",
    ),
    good=(
        "design: {kind: external, steps: [{name: best-of-five, kind: model-selection, learns_from: training, uses_outcomes: true}]}",
        "design: {kind: external, steps: [{name: best-of-five, kind: early-stopping, learns_from: inner-validation}]}",
    ),
    text=text,
    files=files,
    when=when,
)
