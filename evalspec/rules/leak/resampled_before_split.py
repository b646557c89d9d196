"""LEAK116: The data were resampled before training and evaluation were kept apart."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Rule
from evalspec.rules.leak._fitted import judged, shown
from evalspec.rules.leak._steps import Family, learns_from_evaluation
from evalspec.terms import Leakage, Severity


def text(plan: Plan) -> Iterator[Answer]:
    yield from learns_from_evaluation(plan, Family.RESAMPLES)


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    yield from judged(plan, blinded, Family.RESAMPLES)


def when(plan: Plan) -> bool:
    return shown(plan, Family.RESAMPLES)


RULE = Rule(
    code="LEAK116",
    name="resampled-before-split",
    severity=Severity.ERROR,
    leakage=Leakage.PREPROCESSING,
    summary="The data were resampled before training and evaluation were kept apart.",
    why="Copies and neighbours of one unit then stand on both sides, and the evaluation data have another mix of outcomes.",
    help="split first, then resample each fold's training data alone",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L1.2; Vandewiele et al. 2021, Artif Intell Med 111:101987",
    bad=(
        "design: {kind: external, steps: [{name: balance, kind: smote, learns_from: evaluation, uses_outcomes: true}]}",
        "design: {kind: external, steps: [{name: balance, kind: oversample, learns_from: all-cohorts}]}",
    ),
    good=(
        "design: {kind: external, steps: [{name: balance, kind: smote, learns_from: training, uses_outcomes: true}]}",
        "design: {kind: external, steps: [{name: balance, kind: oversample, learns_from: training}]}",
    ),
    text=text,
    files=files,
    when=when,
)
