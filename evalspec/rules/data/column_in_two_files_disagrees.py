"""DATA124: a column of the units says one thing in one file, and another in the other."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Rule
from evalspec.rules.data._said import counted, named, objection, unit_column
from evalspec.rules.data._sql import by_cohort, has, quoted
from evalspec.terms import Grade, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    both = [c for c in dict.fromkeys(_named(plan)) if all(has(blinded, t, c) for t in ("units", "predictions"))]
    if not both:
        yield NotApplicable("no column that the plan names stands in both files")
        return
    for column in both:
        units, line = blinded.ask(_differ(plan, blinded, quoted(column)))[0]
        if units:
            verb = "has" if units == 1 else "have"
            there = blinded.tables["units"].file
            message = f"{counted(units, 'unit')} {verb} another `{column}` than in {there}, the first in line {line}"
            yield objection(blinded, "predictions", message, line=line)
    yield Evidence(Grade.PROVED, f"both files agree on {named(both)}")


def _named(plan: Plan) -> Iterator[str]:
    """Columns of units that the plan names, but for the cohort's, which is another rule's."""
    if plan.units:
        yield from (c for c in (plan.units.cluster, *plan.units.match_on) if c)
    for member in plan.cohorts.members.values() if plan.cohorts else ():
        yield from member.where or ()
    for subgroup in plan.subgroups.values():
        yield from (c for c in (subgroup.by, *(subgroup.where or ())) if c)
    if plan.sampling and plan.sampling.strata:
        yield plan.sampling.strata.column


def _differ(plan: Plan, blinded: Blinded, column: str) -> str:
    there, here = quoted(unit_column(plan, plan.data.units)), quoted(unit_column(plan, plan.data.predictions))
    on = f"p.{here} = u.{there}"
    cohort = plan.cohorts.column if plan.cohorts else None
    if by_cohort(plan) and cohort and all(has(blinded, t, cohort) for t in ("units", "predictions")):
        on += f" AND p.{quoted(cohort)} = u.{quoted(cohort)}"
    return (
        f"SELECT count(DISTINCT u.line), min(p.line) FROM predictions p JOIN units u ON {on} "
        f"WHERE p.{column} <> u.{column} AND trim(p.{here}) <> ''"
    )


_DATA = (
    "data: {predictions: predictions.csv, outcomes: outcomes.csv, units: units.csv}\n"
    "units: {id: subject_id, id_scope: study, match_on: [born]}\n"
)
_TWO = "subject_id,cohort,born,score\ns01,A,1950-02-01,0.9\ns07,B,1961-07-12,0.2\n"

RULE = Rule(
    code="DATA124",
    name="column-in-two-files-disagrees",
    severity=Severity.ERROR,
    summary="A column that the plan names stands in two files with different values for one unit.",
    why="Boundaries, clusters and subgroups would depend on the file that is asked.",
    help="correct the file that is wrong, or take the column out of it",
    source="Wickham 2014, J Stat Softw 59:10",
    needs=("units", "predictions"),
    bad=(
        Example(
            plan=_DATA,
            files={
                "predictions.csv": _TWO,
                "units.csv": "subject_id,cohort,born\ns01,A,1950-01-02\ns07,B,1961-07-12\n",
            },
        ),
    ),
    good=(
        Example(
            plan=_DATA,
            files={
                "predictions.csv": _TWO,
                "units.csv": "subject_id,cohort,born\ns01,A,1950-02-01\ns07,B,1961-07-12\n",
            },
        ),
    ),
    grade=Grade.PROVED,
    files=files,
)
