"""A label that no data can hold as one line."""

from evalspec.rules.base import Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN020",
    name="not-a-label",
    severity=Severity.ERROR,
    summary="A label is empty, longer than 128 characters, or has a line break or control character in it.",
    why="A label is compared with the text in the data, which stands on one line.",
    help="write one line of 1 to 128 characters",
    bad=(
        'units: {id: "subject\\nid", id_scope: study}',
        'units: {id: "", id_scope: study}',
    ),
    good=("units: {id: subject_id, id_scope: study}",),
    reader=True,
)
