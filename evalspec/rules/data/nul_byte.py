"""A table holds a NUL byte."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="DATA005",
    name="nul-byte",
    severity=Severity.ERROR,
    summary="A table holds a NUL byte.",
    why=("A NUL byte ends a text for some readers, is kept by some and dropped by others: one id would be three."),
    help="find out what wrote it, and write the file anew",
    bad=(Example(files={"predictions.csv": "subject_id,cohort,score\ns01\0,A,0.9\ns07,B,0.2\n"}),),
    good=(Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.2\n"}),),
    reader=True,
)
