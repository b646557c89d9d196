"""A text outside Unicode normal form C."""

from evalspec.rules.base import Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN013",
    name="not-nfc",
    severity=Severity.ERROR,
    summary="A text is not in Unicode normal form C.",
    why="Two spellings of one character look the same and are two names.",
    help="normalise the file to NFC",
    source="Unicode Standard Annex #15",
    bad=(
        'units: {id: "e\u0301tude", id_scope: study}',
        'units: {id: "e\\u0301tude", id_scope: study}',
    ),
    good=("units: {id: subject_id, id_scope: study}  # e\u0301 in a comment names nothing\n",),
    reader=True,
)
