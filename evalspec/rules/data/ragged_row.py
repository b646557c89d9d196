"""A row has more or fewer fields than the header."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="DATA001",
    name="ragged-row",
    severity=Severity.ERROR,
    summary="A row of a CSV file has more or fewer fields than its header, or is blank.",
    why=(
        "Some readers shift every column of a row that is too long, and fill one that is too short with missing "
        "values, and say nothing of either."
    ),
    help="give the row as many fields as the header; quote a field that holds a comma",
    source="RFC 4180, section 2",
    bad=(
        Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9,5\ns07,B,0.2\n"}),
        Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A\ns07,B,0.2\n"}),
        Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\n\ns07,B,0.2\n"}),
    ),
    good=(
        Example(files={"predictions.csv": 'subject_id,cohort,score,place\ns01,A,0.9,"Bern, CH"\ns07,B,0.2,Basel\n'}),
    ),
    reader=True,
)
