"""A plan too large or nested too deeply to be read by people."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN012",
    name="plan-too-large",
    severity=Severity.ERROR,
    summary="The plan is larger than 1 MiB or 100,000 nodes, or nested deeper than 50 levels.",
    why="No one can review such a text, and reading it could exhaust the machine.",
    help="state lists of values in a file beside the plan",
    bad=(
        Example(raw=b"evalspec: " + b"[" * 51 + b"]" * 51),
        Example(raw=b"#" * (1 << 20) + b"\n"),
    ),
    good=("evalspec: 1",),
    reader=True,
)
