"""A value of the wrong kind."""

from evalspec.rules.base import Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN016",
    name="wrong-kind",
    severity=Severity.ERROR,
    summary="A value is of another kind than the key takes: a number for a text, a list for a mapping.",
    why='Turning one kind into another is a guess: 007 and "007" are two names.',
    help="write the kind that is due; quote a text that looks like a number",
    bad=(
        "cohorts: {column: cohort, members: [1, 2]}",
        "units: subject_id",
        'disclosure: {minimum_cell: "5"}',
    ),
    good=("cohorts: {column: cohort, members: [A, B]}",),
    reader=True,
)
