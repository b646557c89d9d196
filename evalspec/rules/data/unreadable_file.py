"""A file can't be read."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="DATA017",
    name="unreadable-file",
    severity=Severity.ERROR,
    summary="A file is there, and can't be opened or decoded.",
    why="It may be damaged, cut off, or of another format than its name says.",
    help="look at the file's permissions, and whether it is whole",
    bad=(
        Example(
            plan="data: {predictions: predictions.parquet, outcomes: outcomes.csv}",
            files={"predictions.parquet": b"PAR1 and nothing more PAR1"},
        ),
    ),
    good=(Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.2\n"}),),
    reader=True,
)
