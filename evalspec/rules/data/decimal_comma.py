"""A score is written with a decimal comma."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="DATA003",
    name="decimal-comma",
    severity=Severity.ERROR,
    summary="A score is written with a decimal comma.",
    why=("`1,234` is a little over one to some programs, and over a thousand to others. Neither is guessed here."),
    help="write the scores with a decimal point, such as 0.75",
    source="ISO 80000-1:2022, section 7.3.2",
    bad=(Example(files={"predictions.csv": 'subject_id,cohort,score\ns01,A,"0,75"\ns07,B,"0,2"\n'}),),
    good=(Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.2\n"}),),
    reader=True,
)
