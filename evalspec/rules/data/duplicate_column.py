"""Two columns have one name."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="DATA002",
    name="duplicate-column",
    severity=Severity.ERROR,
    summary="Two columns of a file have one name, or names that differ only by letter case.",
    why=(
        "Some readers call the second one `score.1`, some keep the first, some the last: which column is meant "
        "can't be known."
    ),
    help="remove or rename one of the columns",
    bad=(
        Example(files={"predictions.csv": "subject_id,cohort,score,score\ns01,A,0.9,0.1\ns07,B,0.2,0.3\n"}),
        Example(files={"predictions.csv": "subject_id,cohort,score,Score\ns01,A,0.9,0.1\ns07,B,0.2,0.3\n"}),
    ),
    good=(Example(files={"predictions.csv": "subject_id,cohort,score,score_2\ns01,A,0.9,0.1\ns07,B,0.2,0.3\n"}),),
    reader=True,
)
