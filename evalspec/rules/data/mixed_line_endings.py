"""A table mixes line endings."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="DATA006",
    name="mixed-line-endings",
    severity=Severity.ERROR,
    summary="A table ends its lines in more than one way, or with lone carriage returns.",
    why="Readers disagree on where such a file's rows end; some read no row at all, and say nothing.",
    help="save the file with one kind of line ending, LF or CRLF",
    source="RFC 4180, section 2",
    bad=(
        Example(files={"predictions.csv": "subject_id,cohort,score\r\ns01,A,0.9\ns07,B,0.2\n"}),
        Example(files={"predictions.csv": "subject_id,cohort,score\rs01,A,0.9\rs07,B,0.2\r"}),
    ),
    good=(Example(files={"predictions.csv": "subject_id,cohort,score\r\ns01,A,0.9\r\ns07,B,0.2\r\n"}),),
    reader=True,
)
