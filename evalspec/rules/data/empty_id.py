"""DATA104: a row names no unit."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, Objection, Rule
from evalspec.rules.data._said import at, objection, unit_column
from evalspec.rules.data._sql import has, quoted
from evalspec.terms import Grade, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    for table in ("predictions", "units", "training"):
        column = unit_column(plan, getattr(plan.data, table))
        if has(blinded, table, column):
            yield from _in(blinded, table, column)
    yield Evidence(Grade.PROVED, "every row names its unit")


def _in(blinded: Blinded, table: str, column: str) -> Iterator[Objection]:
    rows, line = blinded.ask(f"SELECT count(*), min(line) FROM {table} WHERE trim({quoted(column)}) = ''")[0]
    if rows:
        yield objection(blinded, table, f"`{column}` is empty in {at(rows, line)}", line=line)


RULE = Rule(
    code="DATA104",
    name="empty-id",
    severity=Severity.ERROR,
    summary="A row of a blinded file names no unit.",
    why=(
        "A row without an id meets no outcome. Joined by a library that takes empty ids for missing values it is dropped "
        "without a word, or it meets every other row without one."
    ),
    help="give each row the id of its unit, or take the row out of the file",
    source="Wickham 2014, J Stat Softw 59:10",
    needs=("predictions",),
    bad=(
        Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\n,A,0.4\ns07,B,0.7\n"}),
        Example(files={"predictions.csv": 'subject_id,cohort,score\ns01,A,0.9\n" ",B,0.4\n'}),
    ),
    good=(Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\nNA,A,0.4\nnull,B,0.7\n"}),),
    grade=Grade.PROVED,
    files=files,
)
