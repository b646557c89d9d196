"""A file or a record is larger than is read."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

_ENDLESS = "subject_id,cohort,score\n" + "s" * 1_100_000
"""A record that does not end within a mebibyte."""

RULE = Rule(
    code="DATA012",
    name="table-too-large",
    severity=Severity.ERROR,
    summary="A file, or one record of it, is larger than is read.",
    why="There is a limit, so that a broken or hostile file can't take the machine down.",
    help="leave out columns that the plan does not name, or write Parquet",
    source="CWE-400, Uncontrolled Resource Consumption",
    bad=(Example(files={"predictions.csv": _ENDLESS}),),
    good=(Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.2\n"}),),
    reader=True,
)
