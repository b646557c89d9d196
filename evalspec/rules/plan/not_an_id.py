"""An id with characters that an id does not take."""

from evalspec.rules.base import Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN019",
    name="not-an-id",
    severity=Severity.ERROR,
    summary="An id has other characters than letters, digits, `.`, `_` and `-`, or is too long.",
    why="Ids stand in addresses, file names and reports, and must read the same everywhere.",
    help="use 1 to 64 letters, digits, `.`, `_` or `-`, beginning with a letter or digit",
    bad=(
        "models: {m 1: {score: score, scale: probability, direction: higher-is-positive}}",
        'models: {"m1\\n": {score: score, scale: probability, direction: higher-is-positive}}',
    ),
    good=("models: {m1: {score: score, scale: probability, direction: higher-is-positive}}",),
    reader=True,
)
