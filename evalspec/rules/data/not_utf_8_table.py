"""The bytes of a table are not UTF-8."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="DATA004",
    name="not-utf-8-table",
    severity=Severity.ERROR,
    summary="The bytes of a table are not UTF-8.",
    why="Read in another encoding the same bytes are other ids, and the files no longer meet.",
    help="save the file as UTF-8",
    source="RFC 3629",
    bad=(
        Example(files={"predictions.csv": b"subject_id,cohort,score\nM\xfcller,A,0.9\ns07,B,0.2\n"}),
        Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\n".encode("utf-16")}),
    ),
    good=(Example(files={"predictions.csv": "subject_id,cohort,score\nMüller,A,0.9\ns07,B,0.2\n"}),),
    reader=True,
)
