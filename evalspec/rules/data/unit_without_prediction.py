"""DATA110: a unit of the evaluation has no prediction."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, Rule
from evalspec.rules.data._said import counted, objection
from evalspec.rules.data._sql import no_prediction_is_declared
from evalspec.rules.data._twins import unmatched
from evalspec.terms import Grade, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    found = unmatched(plan, blinded)
    n, line = found.units, found.unit_line
    if n and no_prediction_is_declared(plan):
        yield Evidence(Grade.PROVED, f"{counted(n, 'unit')} without a prediction, handled as the plan says")
        return
    if n:
        has = "has" if n == 1 else "have"
        message = f"{counted(n, 'unit')} of the evaluation cohorts {has} no prediction, the first in line {line}"
        yield objection(blinded, "units", message, line=line)
    yield Evidence(Grade.PROVED, "every unit of the evaluation cohorts has a prediction")


_DATA = "data: {predictions: predictions.csv, outcomes: outcomes.csv, units: units.csv}\n"
_TWO = "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.2\n"

RULE = Rule(
    code="DATA110",
    name="unit-without-prediction",
    severity=Severity.ERROR,
    summary="A unit of the evaluation cohorts has no prediction.",
    why=(
        "A classifier that fails on the hard cases looks better once those are dropped. What becomes of them has to be "
        "said before the outcomes are seen."
    ),
    help="add the predictions, or say in `handling.missing_prediction` that they count as wrong, or are left out and why",
    source="Bossuyt et al. 2015, BMJ 351:h5527 (STARD 2015), item 16",
    needs=("units", "predictions"),
    bad=(
        Example(
            plan=_DATA,
            files={"predictions.csv": _TWO, "units.csv": "subject_id,cohort\ns01,A\ns02,A\ns07,B\n"},
        ),
    ),
    good=(
        Example(plan=_DATA, files={"predictions.csv": _TWO, "units.csv": "subject_id,cohort\ns01,A\ns07,B\n"}),
        Example(
            plan=(f"{_DATA}cohorts: {{column: cohort, members: {{A: {{}}, B: {{}}, T: {{role: training}}}}}}"),
            files={"predictions.csv": _TWO, "units.csv": "subject_id,cohort\ns01,A\ns07,B\nt01,T\n"},
        ),
    ),
    grade=Grade.PROVED,
    files=files,
)
