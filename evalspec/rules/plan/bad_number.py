"""A number that readers would take for different values."""

from evalspec.rules.base import Rule
from evalspec.terms import Severity

THRESHOLD = "thresholds: {main: {source: prespecified, value: VALUE, positive_when: score >= threshold}}"

RULE = Rule(
    code="PLAN007",
    name="bad-number",
    severity=Severity.ERROR,
    summary="A number is not written plainly, is not finite, or can't be held exactly.",
    why="0123 is 83 for one reader and 123 for another; NaN and infinity compare with nothing.",
    help="write a number like 0.5, 12 or 1e-3; quote it if it is a text",
    source="RFC 8259, section 6",
    bad=(
        THRESHOLD.replace("VALUE", ".nan"),
        THRESHOLD.replace("VALUE", "0123"),
        THRESHOLD.replace("VALUE", "1e400"),
    ),
    good=(THRESHOLD.replace("VALUE", "1e-3"),),
    reader=True,
)
