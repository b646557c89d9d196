"""A table has no row."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="DATA009",
    name="empty-table",
    severity=Severity.ERROR,
    summary="A table has nothing in it, or nothing but its header.",
    why="An empty file is what a failed export leaves. It is not an evaluation without units.",
    help="write the file anew",
    bad=(
        Example(files={"predictions.csv": ""}),
        Example(files={"predictions.csv": "subject_id,cohort,score\n"}),
    ),
    good=(Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.2\n"}),),
    reader=True,
)
