"""A name that stands twice in a list."""

from evalspec.rules.base import Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN022",
    name="listed-twice",
    severity=Severity.ERROR,
    summary="A name stands twice in a list of names.",
    why="It would count twice, or once, depending on who counts.",
    help="keep it once",
    bad=("cohorts: {column: cohort, members: [A, B, A]}",),
    good=("cohorts: {column: cohort, members: [A, B]}",),
    reader=True,
)
