"""A quoted field does not end, or a quote stands inside a field."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="DATA008",
    name="unclosed-quote",
    severity=Severity.ERROR,
    summary="A quoted field does not end where a field ends, or a quote stands inside a field that is not quoted.",
    why=("An open quote swallows the rows that follow it; some readers then choose another dialect without a word."),
    help="quote the whole field, and write a quote inside it twice",
    source="RFC 4180, section 2",
    bad=(
        Example(files={"predictions.csv": 'subject_id,cohort,score\n"s01,A,0.9\ns07,B,0.2\n'}),
        Example(files={"predictions.csv": 'subject_id,cohort,score\ns"01,A,0.9\ns07,B,0.2\n'}),
    ),
    good=(Example(files={"predictions.csv": 'subject_id,cohort,score\n"s ""01""",A,0.9\ns07,B,0.2\n'}),),
    reader=True,
)
