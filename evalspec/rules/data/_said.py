"""How these rules say where something is, how often, and what it is called."""

from collections.abc import Iterable, Sequence

from evalspec.plan.model import Plan
from evalspec.plan.model.files import DataFile
from evalspec.records import Blinded
from evalspec.rules.base import Objection
from evalspec.terms import Severity

MOST = 20
"""Values of one kind that are named one by one; the others are counted."""


def objection(
    blinded: Blinded, table: str, message: str, *, line: int | None, help: str = "", severity: Severity | None = None
) -> Objection:
    """An objection to a line of ``data.<table>``."""
    return Objection(
        path=("data", table), file=blinded.tables[table].file, line=line, message=message, help=help, severity=severity
    )


def counted(number: int, one: str) -> str:
    """``1 unit``, ``24 units``."""
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def at(number: int, line: int, one: str = "row") -> str:
    """``line 4``; ``3 rows, the first in line 4``."""
    return f"line {line}" if number == 1 else f"{counted(number, one)}, the first in line {line}"


def in_lines(number: int, lines: Sequence[int], of: str = "") -> str:
    """`` (line 3)``, `` (lines 3, 5 and 8)``, `` (lines 3, 5 and 12 more)``; nothing where no line is known."""
    if not lines:
        return ""
    told = [str(n) for n in lines]
    end = f" {of})" if of else ")"
    if number > len(told):
        return f" (lines {', '.join(told)} and {number - len(told)} more{end}"
    return f" (line {told[0]}{end}" if len(told) == 1 else f" (lines {', '.join(told[:-1])} and {told[-1]}{end}"


def named(names: Iterable[str], most: int = 4) -> str:
    """The names in quotes, or the first of them and how many more."""
    known = [f"`{n}`" for n in names]
    if len(known) > most + 1:
        return ", ".join(known[:most]) + f" and {len(known) - most} more"
    return ", ".join(known[:-1]) + " and " + known[-1] if len(known) > 1 else "".join(known)


def shown(text: str, most: int = 40) -> str:
    """A text of a file in quotes, cut where it is long; ``an empty text`` where there is nothing to quote."""
    if not text.strip():
        return "an empty text"
    return f"`{text}`" if len(text) <= most else f"`{text[:most]}…`"


def unit_column(plan: Plan, file: DataFile | None) -> str:
    """What the unit's column is called in a file."""
    default = plan.units.id if plan.units else None
    return file.columns.of("unit", default) if file else default or "unit"
