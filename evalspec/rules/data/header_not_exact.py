"""A column has no exact name."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="DATA007",
    name="header-not-exact",
    severity=Severity.ERROR,
    summary="A column has no name, or one that begins or ends with a space or holds an invisible character.",
    why="Such a name looks like another one, and is not the name that the plan says.",
    help="write the column's name as the plan does",
    bad=(
        Example(files={"predictions.csv": "subject_id,cohort,score \ns01,A,0.9\ns07,B,0.2\n"}),
        Example(files={"predictions.csv": "subject_id,cohort,score,\ns01,A,0.9,1\ns07,B,0.2,2\n"}),
    ),
    good=(Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.2\n"}),),
    reader=True,
)
