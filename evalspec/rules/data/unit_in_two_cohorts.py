"""DATA106: one unit stands in two cohorts."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Rule
from evalspec.rules.data._said import counted, objection
from evalspec.rules.data._sql import by_cohort, cohorts_stand_in, listed, placed
from evalspec.rules.data._told_by_text import overlapping
from evalspec.terms import Grade, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    if plan.cohorts is None:
        yield NotApplicable("the plan has no cohorts")
    elif by_cohort(plan):
        yield NotApplicable("an id means a unit only inside its cohort: that two are one person was not checked")
    else:
        yield from _twice(plan, blinded)


def _twice(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    assert plan.cohorts
    placing = f"""
        WITH placed AS (
            SELECT unit, cohort, min(line) AS line FROM {placed(plan, blinded)}
            WHERE cohort IN {listed(plan.cohorts.members)} AND trim(unit) <> '' GROUP BY unit, cohort),
        several AS (SELECT unit FROM placed GROUP BY unit HAVING count(*) > 1),
        twice AS (
            SELECT unit, a.cohort AS one, b.cohort AS other, a.line AS line, b.line AS again
            FROM placed a JOIN placed b USING (unit)
            WHERE unit IN (SELECT unit FROM several) AND (a.line, a.cohort) < (b.line, b.cohort))
        SELECT * FROM twice WHERE NOT {overlapping(plan)}"""
    ((units,),) = blinded.ask(f"SELECT count(DISTINCT unit) FROM ({placing})")
    if units:
        ((a, b, line, again),) = blinded.ask(
            f"SELECT one, other, line, again FROM ({placing}) ORDER BY line, unit, again, other LIMIT 1"
        )
        stands = "stands" if units == 1 else "stand"
        message = f"{counted(units, 'unit')} {stands} in two cohorts, the first in `{a}` (line {line}) and `{b}` (line {again})"
        yield objection(blinded, cohorts_stand_in(plan, blinded), message, line=again)
    yield Evidence(Grade.PROVED, "each unit stands in one cohort")


RULE = Rule(
    code="DATA106",
    name="unit-in-two-cohorts",
    severity=Severity.ERROR,
    summary="One unit stands in two cohorts.",
    why=(
        "A unit in two cohorts counts twice, and the cohorts are no longer independent. Where cohorts are held out in "
        "turn, the model has seen it."
    ),
    help="give each unit one cohort, or say `units.id_scope: cohort` where ids are used anew in each cohort",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L1.4",
    needs=("predictions",),
    bad=(
        Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns02,A,0.4\ns01,B,0.7\n"}),
        Example(
            plan=(
                "cohorts:\n  members:\n    A: {where: {age: {from: 0, before: 50}}}\n    B: {where: {site: Basel}}\n"
                "units: {id: subject_id, id_scope: study}"
            ),
            files={
                "predictions.csv": "subject_id,age,site,score\ns01,40,Bern,0.9\ns02,45,Basel,0.4\ns07,60,Basel,0.7\n",
            },
        ),
    ),
    good=(
        Example(
            plan="units: {id: subject_id, id_scope: cohort}",
            files={"predictions.csv": "subject_id,cohort,score\n17,A,0.9\n18,A,0.4\n17,B,0.7\n"},
        ),
    ),
    grade=Grade.PROVED,
    files=files,
)
