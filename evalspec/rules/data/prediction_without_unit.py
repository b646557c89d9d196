"""DATA111: a prediction is about a unit that the units' table does not have."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, Rule
from evalspec.rules.data._said import counted, objection
from evalspec.rules.data._twins import unmatched
from evalspec.terms import Grade, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    found = unmatched(plan, blinded)
    n, line = found.predictions, found.prediction_line
    if n:
        has = "has predictions" if n == 1 else "have predictions"
        message = f"{counted(n, 'unit')} {has} and no row in {blinded.tables['units'].file}, the first in line {line}"
        yield objection(blinded, "predictions", message, line=line)
    yield Evidence(Grade.PROVED, "every prediction is about a unit of data.units")


_DATA = "data: {predictions: predictions.csv, outcomes: outcomes.csv, units: units.csv}\n"

RULE = Rule(
    code="DATA111",
    name="prediction-without-unit",
    severity=Severity.ERROR,
    summary="A prediction is about a unit that `data.units` does not have.",
    why=(
        "Such a unit belongs to no cohort and no subgroup. Either the table of units is not complete, or the prediction "
        "is about somebody who is not in the study."
    ),
    help="add the unit to data.units, or take its predictions out",
    source="Bossuyt et al. 2015, BMJ 351:h5527 (STARD 2015), item 19",
    needs=("units", "predictions"),
    bad=(
        Example(
            plan=_DATA,
            files={
                "predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns09,A,0.4\ns07,B,0.2\n",
                "units.csv": "subject_id,cohort\ns01,A\ns07,B\n",
            },
        ),
    ),
    good=(
        Example(
            plan=_DATA,
            files={
                "predictions.csv": "subject_id,score\ns01,0.9\ns07,0.2\n",
                "units.csv": "subject_id,cohort\ns01,A\ns07,B\n",
            },
        ),
    ),
    grade=Grade.PROVED,
    files=files,
)
