"""Dates as plans and tables write them: calendar dates, instants with a zone, and lengths such as `30 days`."""

import re
from calendar import monthrange
from datetime import date, datetime, timedelta

_LENGTH = re.compile(r"(\d{1,5}) ?(day|week|month|year)s?", re.IGNORECASE)


def day(text: str | None) -> date | None:
    """The calendar day of a date, or of an instant where it was written; None for anything else."""
    if not text:
        return None
    try:
        return date.fromisoformat(text) if len(text) == 10 else datetime.fromisoformat(text).date()
    except ValueError:
        return None


def later(start: date, length: str) -> date | None:
    """``start`` plus a length such as ``30 days`` or ``6 months``; None where the length is not understood."""
    found = _LENGTH.fullmatch(length.strip())
    if not found:
        return None
    number, unit = int(found[1]), found[2].lower()
    if unit in ("day", "week"):
        return start + timedelta(days=number * (7 if unit == "week" else 1))
    months = start.month - 1 + number * (12 if unit == "year" else 1)
    year, month = start.year + months // 12, months % 12 + 1
    return date(year, month, min(start.day, monthrange(year, month)[1]))
