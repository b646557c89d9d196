"""DATA107: the files hold a cohort that the plan does not declare."""

from collections.abc import Iterator

from evalspec.plan.load import near
from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Rule
from evalspec.rules.data._said import MOST, at, counted, objection, shown
from evalspec.rules.data._sql import cohorts_stand_in, listed, placed
from evalspec.rules.data._told_by_text import in_a_gap
from evalspec.terms import Grade, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    if plan.cohorts is None:
        yield NotApplicable("the plan has no cohorts")
        return
    table = cohorts_stand_in(plan, blinded)
    found = blinded.ask(
        f"SELECT cohort, count(DISTINCT line), min(line) FROM {placed(plan, blinded)} "
        f"WHERE cohort NOT IN {listed(plan.cohorts.members)} AND NOT {in_a_gap(plan, blinded)} "
        "GROUP BY cohort ORDER BY min(line)"
    )
    if found and plan.cohorts.outside:
        rows = sum(n for _, n, _ in found)
        yield Evidence(
            Grade.PROVED, f"{counted(rows, 'row')} outside the cohorts {_are(rows)} left out, as the plan says"
        )
        return
    for cohort, rows, line in found[:MOST]:
        message, help = _said(plan, table, cohort, at(rows, line))
        yield objection(blinded, table, message, line=line, help=help)
    if len(found) > MOST:
        yield objection(blinded, table, f"{len(found) - MOST} more cohorts are not in the plan", line=found[MOST][2])
    yield Evidence(Grade.PROVED, "every row's cohort is in the plan")


def _are(rows: int) -> str:
    return "is" if rows == 1 else "are"


def _said(plan: Plan, table: str, cohort: str, where: str) -> tuple[str, str]:
    assert plan.cohorts
    outside = "say `cohorts.outside: {exclude: …}` with the reason for leaving it out"
    if plan.cohorts.column is None:
        return f"no cohort's `where` takes {where}", f"close the gap between the boundaries, or {outside}"
    if not cohort.strip():
        column = getattr(plan.data, table).columns.cohort or plan.cohorts.column
        return f"`{column}` is empty in {where}", f"name the cohort, or {outside}"
    guess = near(cohort, list(plan.cohorts.members))
    first = f"{guess} else" if guess.startswith("did you mean") else "add it to cohorts.members, or"
    return f"cohort {shown(cohort)} is not in the plan: {where}", f"{first} {outside}"


RULE = Rule(
    code="DATA107",
    name="cohort-not-in-plan",
    severity=Severity.ERROR,
    summary="The files hold a cohort that the plan does not declare, or a row without one.",
    why=(
        "The list of cohorts comes from the plan, never from the data. A misspelt or forgotten cohort would leave every "
        "table without a word."
    ),
    help="add it to cohorts.members, or say `cohorts.outside: {exclude: …}` with the reason for leaving it out",
    source="Collins et al. 2024, BMJ 385:e078378 (TRIPOD+AI), item 20a",
    needs=("predictions",),
    bad=(
        Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.4\ns13,Z,0.7\n"}),
        Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.4\ns13,,0.7\n"}),
    ),
    good=(
        Example(
            plan="cohorts: {column: cohort, members: [A, NA, None]}",
            files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns02,NA,0.2\ns04,None,0.1\n"},
        ),
        Example(
            plan="cohorts: {column: cohort, members: [A, B], outside: {exclude: enrolled before the device existed}}",
            files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.4\ns13,Z,0.7\n"},
        ),
    ),
    grade=Grade.PROVED,
    files=files,
)
