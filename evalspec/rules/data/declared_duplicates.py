"""DATA117: one person stands under two ids, or one id in two rows of the units' table."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Rule, Undecided
from evalspec.rules.data._said import counted, named, objection, unit_column
from evalspec.rules.data._sql import by_cohort, has, quoted
from evalspec.terms import Grade, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    matched = plan.units.match_on if plan.units else ()
    if "units" in blinded.tables:
        yield from _twice(plan, blinded)
    elif not matched:
        yield NotApplicable("the plan has neither data.units nor units.match_on")
        return
    if matched:
        yield from _under_two_ids(plan, blinded, matched)


def _twice(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    """Rows of the units' table; a unit in two cohorts is another rule's."""
    rows = blinded.ask(
        "SELECT list(DISTINCT line ORDER BY line)[1:2] AS lines FROM unit WHERE trim(unit) <> '' "
        "GROUP BY unit, cohort HAVING count(DISTINCT line) > 1 ORDER BY lines"
    )
    if rows:
        (first, again) = rows[0][0]
        stands = "stands" if len(rows) == 1 else "stand"
        message = (
            f"{counted(len(rows), 'unit')} {stands} in two rows of data.units, the first in lines {first} and {again}"
        )
        yield objection(blinded, "units", message, line=again, help="keep one row a unit")
    yield Evidence(Grade.PROVED, "no unit stands in two rows of data.units")


def _under_two_ids(plan: Plan, blinded: Blinded, matched: tuple[str, ...]) -> Iterator[Answer]:
    table = next((t for t in ("units", "predictions") if all(has(blinded, t, c) for c in matched)), None)
    if table is None:
        yield Undecided(f"{named(matched)} in one file")
        return
    people = blinded.ask(_people(plan, table, matched))
    if people:
        (first, again) = people[0][0]
        stands = "stands" if len(people) == 1 else "stand"
        message = f"{_persons(len(people))} by {named(matched)} {stands} under several ids, the first in lines {first} and {again}"
        yield objection(blinded, table, message, line=again)
    yield Evidence(Grade.PROVED, f"no two ids agree in {named(matched)}")


def _people(plan: Plan, table: str, matched: tuple[str, ...]) -> str:
    """Values that are all there, and that two ids share: their first lines."""
    columns = ", ".join(quoted(c) for c in matched)
    there = " AND ".join(f"trim({quoted(c)}) <> ''" for c in matched)
    id = quoted(unit_column(plan, getattr(plan.data, table)))
    column = plan.cohorts.column if plan.cohorts and by_cohort(plan) else None
    key = f"{id}, {quoted(column)}" if column else id
    return (
        f"SELECT list(line ORDER BY line)[1:2] AS lines FROM (SELECT {columns}, {key}, min(line) AS line FROM {table} "
        f"WHERE {there} AND trim({id}) <> '' GROUP BY {columns}, {key}) GROUP BY {columns} HAVING count(*) > 1 ORDER BY lines"
    )


def _persons(n: int) -> str:
    return "1 person" if n == 1 else f"{n} persons"


_DATA = "data: {predictions: predictions.csv, outcomes: outcomes.csv, units: units.csv}\n"
_MATCH = "units: {id: subject_id, id_scope: study, match_on: [born, sex]}\n"
_TWO = "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.2\n"

RULE = Rule(
    code="DATA117",
    name="declared-duplicates",
    severity=Severity.ERROR,
    summary="By `units.match_on`, one person stands under two ids; or one id stands in two rows of `data.units`.",
    why=(
        "A person under two ids counts twice, and may have been on the training side under the other one. An id in two "
        "rows of the table of units would count each of its predictions twice."
    ),
    help="give one person one id; add a column to `units.match_on` if they are two persons",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L1.4",
    needs=("predictions",),
    bad=(
        Example(
            plan=_DATA + _MATCH,
            files={
                "predictions.csv": _TWO,
                "units.csv": "subject_id,cohort,born,sex\ns01,A,1950-02-01,F\ns07,B,1950-02-01,F\n",
            },
        ),
        Example(plan=_DATA, files={"predictions.csv": _TWO, "units.csv": "subject_id,cohort\ns01,A\ns07,B\ns01,A\n"}),
    ),
    good=(
        Example(
            plan=_DATA + _MATCH,
            files={
                "predictions.csv": _TWO,
                "units.csv": "subject_id,cohort,born,sex\ns01,A,1950-02-01,F\ns07,B,1950-02-01,M\n",
            },
        ),
        Example(
            plan=_DATA + _MATCH,
            files={"predictions.csv": _TWO, "units.csv": "subject_id,cohort,born,sex\ns01,A,,F\ns07,B,,F\n"},
        ),
    ),
    grade=Grade.PROVED,
    files=files,
)
