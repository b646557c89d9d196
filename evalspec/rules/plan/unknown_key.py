"""A key that the language does not know."""

from evalspec.rules.base import Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN014",
    name="unknown-key",
    severity=Severity.ERROR,
    summary="A key is not of the plan language.",
    why="A misspelt key would be passed over, and its value with it.",
    help="take a key of the language",
    bad=(
        "units: {id: subject_id, id_scop: study}",
        "threshold: 0.5",
    ),
    good=("units: {id: subject_id, id_scope: study}",),
    reader=True,
)
