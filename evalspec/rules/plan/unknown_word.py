"""A word outside a closed list."""

from evalspec.rules.base import Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN017",
    name="unknown-word",
    severity=Severity.ERROR,
    summary="A word is not one of those the key takes.",
    why="The words are closed, so that each has one meaning.",
    help="take a word of the list",
    bad=(
        "design: {kind: extern}",
        "evalspec: 2",
    ),
    good=("design: {kind: external}",),
    reader=True,
)
