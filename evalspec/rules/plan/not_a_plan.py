"""A file without a mapping."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN011",
    name="not-a-plan",
    severity=Severity.ERROR,
    summary="The file is not a mapping of keys to values.",
    why="There is nothing in it that could be judged.",
    help="begin with `evalspec: 1`",
    bad=(
        Example(raw=b""),
        Example(raw=b"# only a comment\n"),
        Example(raw=b"- evalspec: 1\n"),
    ),
    good=("evalspec: 1",),
    reader=True,
)
