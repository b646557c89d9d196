"""Numbers and names as a person reads them. Rounding happens here and nowhere else, once, half to even."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any
from unicodedata import category, east_asian_width
from urllib.parse import quote

PLACES = 4
MOST_LINES = 200
"""Of a table; longer ones say what they leave to results.json."""


def shown(value: float | int | str | None, places: int = PLACES) -> str:
    """Fixed places, half to even on the double, as Python's ``format`` does; an infinite number is a text already."""
    if isinstance(value, str):
        return "infinite" if value == "inf" else "-infinite"
    return "undefined" if value is None else f"{value:.{places}f}"


def safe(text: str) -> str:
    """A name from the data on a terminal: control characters and direction overrides are shown, never sent."""
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" if ord(c) < 256 else f"\\u{ord(c):04x}" for c in text)


def width(text: str) -> int:
    """Columns on a terminal: wide letters take two, marks that combine with the letter before them none."""
    return sum(0 if category(c) in ("Mn", "Me", "Cf") else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def excerpt(line: str, column: int, most: int = 120) -> tuple[str, int]:
    """A source line as a terminal shows it, and how many columns stand before ``column``; a long line is cut around it."""
    shown = ["    " if c == "\t" else safe(c) for c in line]
    widths = [width(c) for c in shown]
    at = min(column - 1, len(shown))
    start = at
    while start > 0 and (sum(widths) <= most or sum(widths[start - 1 : at]) <= most * 2 // 3):
        start -= 1
    while 0 < start < at and widths[start] == 0:
        start += 1
    end = start
    while end < len(shown) and sum(widths[start : end + 1]) <= most:
        end += 1
    left, right = "… " if start else "", " …" if end < len(shown) else ""
    return f"{left}{''.join(shown[start:end])}{right}", len(left) + sum(widths[start:at])


def address(file: str) -> str:
    """A file as a link: relative to where the command runs, so that it means the same on another machine."""
    path = PurePath(os.path.relpath(file, Path.cwd()) if os.path.isabs(file) else file)
    return quote(path.as_posix())


def pad(text: str, to: int, *, right: bool = False) -> str:
    """Padded to ``to`` columns."""
    fill = " " * max(to - width(text), 0)
    return fill + text if right else text + fill


def table(
    head: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1, rule_before: int | None = None
) -> list[str]:
    """Aligned columns: the first ``left`` to the left, the others to the right; a rule before row ``rule_before``."""
    widths = [max(width(cell) for cell in column) for column in zip(head, *rows, strict=True)]
    lines = ["  ".join(pad(c, w, right=i >= left) for i, (c, w) in enumerate(zip(head, widths, strict=True))).rstrip()]
    bar = "  ".join("─" * w for w in widths)
    lines.append(bar)
    for number, row in enumerate(rows):
        if number == rule_before:
            lines.append(bar)
        lines.append(
            "  ".join(pad(c, w, right=i >= left) for i, (c, w) in enumerate(zip(row, widths, strict=True))).rstrip()
        )
    return lines


def folded(rows: Sequence[list[str]], most: int = MOST_LINES) -> tuple[list[list[str]], list[str]]:
    """The first lines of a long table, and a sentence that says how many are not shown here."""
    if len(rows) <= most:
        return list(rows), []
    left = len(rows) - most
    return list(rows[:most]), [
        f"the first {most:,} of {len(rows):,} lines: results.json holds the other {left:,} as well"
    ]


def few(names: Sequence[str], most: int = 12) -> str:
    """``A, B and C``; of many, the first ones and how many more there are."""
    if len(names) <= most:
        return listed(names)
    return f"{', '.join(names[:most])} and {len(names) - most:,} more"


def interval(row: Mapping[str, Any], places: int = PLACES) -> str:
    """``95 % CI 0.71 to 0.89 (wilson)``; one-sided limits as such; empty where none is declared."""
    if row["interval"] is None:
        return ""
    level = percent(row["level"])
    if row["lower"] is None and row["upper"] is None:
        return f"no {level} interval ({row['interval']}): {safe(row['interval_note'])}"
    if row["upper"] is None:
        told = f"{level} lower limit {shown(row['lower'], places)}"
    elif row["lower"] is None:
        told = f"{level} upper limit {shown(row['upper'], places)}"
    else:
        what = "prediction interval" if row["interval"].startswith("prediction-") else "CI"
        told = f"{level} {what} {shown(row['lower'], places)} to {shown(row['upper'], places)}"
    note = f"; {safe(row['interval_note'])}" if row["interval_note"] else ""
    return f"{told} ({row['interval']}{note})"


def percent(level: str) -> str:
    """``0.95`` as ``95 %``."""
    from decimal import Decimal

    return f"{(Decimal(level) * 100).normalize():f} %"


def listed(names: Sequence[str]) -> str:
    """``A, B and C``."""
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1] if names else "none"


def member_name(row: Mapping[str, Any]) -> str:
    """The member of an axis that a row or a part of a row is of; "" where it is of none."""
    return next((str(row[axis]) for axis in ("cohort", "class", "fold", "repeat") if row.get(axis)), "")
