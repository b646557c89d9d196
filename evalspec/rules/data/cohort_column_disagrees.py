"""DATA120: two files put one unit into different cohorts."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Rule
from evalspec.rules.data._said import counted, objection, unit_column
from evalspec.rules.data._sql import by_cohort, has, quoted
from evalspec.terms import Grade, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    if plan.cohorts is None:
        yield NotApplicable("the plan has no cohorts")
        return
    if by_cohort(plan):
        yield NotApplicable("the cohort is part of what names a unit")
        return
    compared = [t for t in ("predictions", "training") if _column(plan, blinded, t)]
    base = "units" if _column(plan, blinded, "units") else "predictions"
    for table in compared:
        if table != base:
            yield from _against(plan, blinded, table, base)
    if not [t for t in compared if t != base]:
        yield NotApplicable("one file alone says which cohort a unit is in")


def _column(plan: Plan, blinded: Blinded, table: str) -> str | None:
    """The table's column of cohorts, if its rows are about units."""
    file = getattr(plan.data, table)
    if file is None or plan.cohorts is None or not has(blinded, table, unit_column(plan, file)):
        return None
    column = file.columns.cohort or plan.cohorts.column
    return column if has(blinded, table, column) else None


def _against(plan: Plan, blinded: Blinded, table: str, base: str) -> Iterator[Answer]:
    known = _column(plan, blinded, base)
    if known is None:
        return
    mine, theirs = (
        quoted(unit_column(plan, getattr(plan.data, table))),
        quoted(unit_column(plan, getattr(plan.data, base))),
    )
    one, other = f"t.{quoted(str(_column(plan, blinded, table)))}", f"b.{quoted(known)}"
    found = blinded.ask(
        f"SELECT count(*) OVER (), {one}, {other}, min(t.line) FROM {table} t JOIN {base} b ON t.{mine} = b.{theirs} "
        f"WHERE trim(t.{mine}) <> '' GROUP BY t.{mine}, {one}, {other} "
        f"HAVING {one} NOT IN (SELECT {quoted(known)} FROM {base} WHERE {theirs} = t.{mine}) ORDER BY min(t.line) LIMIT 1"
    )
    if found:
        units, here, there, line = found[0]
        stands = "stands" if units == 1 else "stand"
        message = (
            f"{counted(units, 'unit')} {stands} in another cohort than in {blinded.tables[base].file}, "
            f"the first here in `{here}` and there in `{there}`"
        )
        yield objection(blinded, table, message, line=line)
    yield Evidence(Grade.PROVED, f"data.{table} and data.{base} agree on each unit's cohort")


_DATA = "data: {predictions: predictions.csv, outcomes: outcomes.csv, units: units.csv}\n"
_TWO = "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.2\n"

RULE = Rule(
    code="DATA120",
    name="cohort-column-disagrees",
    severity=Severity.ERROR,
    summary="Two files put one unit into different cohorts.",
    why="Which cohort a unit counts in, and whether it was held out, would depend on the file that is asked.",
    help="correct the file that is wrong, or take the column out of it",
    source="Wickham 2014, J Stat Softw 59:10",
    needs=("predictions",),
    bad=(
        Example(
            plan=_DATA,
            files={"predictions.csv": _TWO, "units.csv": "subject_id,cohort\ns01,B\ns07,B\n"},
        ),
    ),
    good=(Example(plan=_DATA, files={"predictions.csv": _TWO, "units.csv": "subject_id,cohort\ns01,A\ns07,B\n"}),),
    grade=Grade.PROVED,
    files=files,
)
