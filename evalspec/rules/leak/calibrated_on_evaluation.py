"""LEAK114: Scores were calibrated on data that they are judged by."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Rule
from evalspec.rules.leak._fitted import judged, shown
from evalspec.rules.leak._steps import Family, learns_from_evaluation
from evalspec.terms import Leakage, Severity


def text(plan: Plan) -> Iterator[Answer]:
    yield from learns_from_evaluation(plan, Family.CALIBRATES)


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    yield from judged(plan, blinded, Family.CALIBRATES)


def when(plan: Plan) -> bool:
    return shown(plan, Family.CALIBRATES)


RULE = Rule(
    code="LEAK114",
    name="calibrated-on-evaluation",
    severity=Severity.ERROR,
    leakage=Leakage.PREPROCESSING,
    summary="Scores were calibrated on data that they are judged by.",
    why="A calibration fitted to the evaluation outcomes brings the scores into line with the very outcomes they are held against.",
    help="calibrate on training data, inner validation or a calibration cohort that is not evaluated",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L1; Van Calster et al. 2019, BMC Medicine 17:230",
    bad=(
        "design: {kind: external, steps: [{name: platt, kind: calibrate, learns_from: evaluation, uses_outcomes: true}]}",
        "design: {kind: external, steps: [{name: platt, kind: recalibration, learns_from: all-cohorts}]}",
    ),
    good=(
        "design: {kind: external, steps: [{name: platt, kind: calibrate, learns_from: training, uses_outcomes: true}]}",
        "design: {kind: external, steps: [{name: platt, kind: recalibration, learns_from: inner-validation}]}",
    ),
    text=text,
    files=files,
    when=when,
)
