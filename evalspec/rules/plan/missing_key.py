"""A key that must be there is not, or is empty."""

from evalspec.rules.base import Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN015",
    name="missing-key",
    severity=Severity.ERROR,
    summary="A key that must be said is missing, or has no value.",
    why="Nothing that changes a number has a silent default, and an empty value is none.",
    help="write the key and its value",
    bad=(
        "cohorts: {column: cohort}",
        "units: {id: subject_id, id_scope: }",
        "units: {id: subject_id, id_scope: study, cluster: null}",
    ),
    good=("cohorts: {column: cohort, members: [A, B]}",),
    reader=True,
)
