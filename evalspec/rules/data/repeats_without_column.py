"""DATA125: every unit is predicted several times, and no column says which time."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Rule
from evalspec.rules.data._said import objection
from evalspec.terms import Grade, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    if plan.design.repeat is not None:
        yield NotApplicable("the plan names the column of repeats")
        return
    units, fewest, most, scores, line = blinded.ask(_TIMES)[0]
    if units > 1 and fewest == most > 1 and scores > 1:
        message = f"each of the {units} units has {most} predictions of a model, with different scores, and no column of repeats"
        yield objection(blinded, "predictions", message, line=line)
    yield Evidence(Grade.PROVED, "no unit is predicted a fixed number of times more than once")


_TIMES = """
    SELECT count(DISTINCT (unit, cohort)), min(times), max(times), max(scores), min(line) FROM (
        SELECT unit, cohort, count(*) AS times, count(DISTINCT score_text || call) AS scores, list(line ORDER BY line)[2] AS line
        FROM prediction WHERE trim(unit) <> '' GROUP BY unit, cohort, model, label)"""

RULE = Rule(
    code="DATA125",
    name="repeats-without-column",
    severity=Severity.ERROR,
    summary="Every unit is predicted the same number of times, and the plan names no column of repeats.",
    why=(
        "Repeats of a cross-validation are no new units. Without the column that tells them apart they would be counted "
        "as units, and every interval would be too narrow."
    ),
    help="name the column in `design.repeat`, and say in each summary what becomes of the repeats",
    source="Bengio & Grandvalet 2004, J Mach Learn Res 5:1089",
    needs=("predictions",),
    instead_of=("duplicate-prediction",),
    bad=(Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.1\ns01,A,0.8\ns07,B,0.2\n"}),),
    good=(Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.1\ns02,A,0.8\ns08,B,0.2\n"}),),
    grade=Grade.PROVED,
    files=files,
)
