"""How these rules point at the outcomes, and count in words."""

from evalspec.records import Path
from evalspec.rules.data._said import counted, in_lines, named

OUTCOMES: Path = ("data", "outcomes")

__all__ = ["OUTCOMES", "counted", "in_lines", "named"]
