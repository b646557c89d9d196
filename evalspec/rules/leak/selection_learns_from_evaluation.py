"""LEAK102: Features were selected with data that the classifier is judged by."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Rule
from evalspec.rules.leak._fitted import judged, shown
from evalspec.rules.leak._steps import Family, learns_from_evaluation
from evalspec.terms import Leakage, Severity


def text(plan: Plan) -> Iterator[Answer]:
    yield from learns_from_evaluation(plan, Family.SELECTS)


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    yield from judged(plan, blinded, Family.SELECTS)


def when(plan: Plan) -> bool:
    return shown(plan, Family.SELECTS)


RULE = Rule(
    code="LEAK102",
    name="selection-learns-from-evaluation",
    severity=Severity.ERROR,
    leakage=Leakage.SELECTION,
    summary="Features were selected with data that the classifier is judged by.",
    why="Features picked on the evaluation data agree with its outcomes by chance too, and the classifier looks good on noise.",
    help="select features anew in each fold, on its training data alone, or on data from outside",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L1.3; Ambroise & McLachlan 2002, PNAS 99:6562",
    bad=(
        "design: {kind: external, steps: [{name: top-genes, kind: select, learns_from: evaluation, uses_outcomes: true}]}",
        "design: {kind: external, steps: [{name: top-genes, kind: feature-selection, learns_from: all-cohorts}]}",
    ),
    good=(
        "design: {kind: external, steps: [{name: top-genes, kind: select, learns_from: training, uses_outcomes: true}]}",
        "design: {kind: external, steps: [{name: top-genes, kind: feature-selection, learns_from: outside-data}]}",
    ),
    text=text,
    files=files,
    when=when,
)
