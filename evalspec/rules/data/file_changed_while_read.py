"""A file changed while it was read."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="DATA013",
    name="file-changed-while-read",
    severity=Severity.ERROR,
    summary="A file changed while it was read.",
    why="The digest would be that of one text, and the numbers those of another.",
    help="let nothing write to the file, and run again",
    source="CWE-367, Time-of-check Time-of-use Race Condition",
    bad=(Example(),),
    good=(Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.2\n"}),),
    reader=True,
)
