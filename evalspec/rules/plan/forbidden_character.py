"""An invisible character, or one that ends a line for some readers only."""

from evalspec.rules.base import Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN002",
    name="forbidden-character",
    severity=Severity.ERROR,
    summary="The plan holds a control, zero-width or direction-changing character.",
    why="What a reviewer sees would differ from what is sealed.",
    help="remove the character",
    source="Boucher & Anderson 2021, Trojan Source",
    bad=(
        "units: {id: subject_id\u200b, id_scope: study}",
        'units: {id: "subject_id\\u202e", id_scope: study}',
    ),
    good=("units: {id: subject_id, id_scope: study}  # größer, 数\n",),
    reader=True,
)
