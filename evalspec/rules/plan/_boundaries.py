"""What a boundary holds, as far as its text tells: single values, or a span of numbers, dates or instants."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from evalspec.plan.model import Plan
from evalspec.plan.model.study import Range
from evalspec.records import Path

DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
CLOCK = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?")
ZONE = re.compile(r"Z|[-+][0-9]{2}:?[0-9]{2}")
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
"""The same grammars as where the files are read."""

PLACES, LARGEST = 15, Decimal("1e23")
"""Numbers compare exactly to so many decimal places, and below this size."""


@dataclass(frozen=True, slots=True)
class Span:
    """From ``low`` to below ``high``, both of one ``kind``; None where that end is open."""

    kind: str
    low: Any
    high: Any


def boundaries(plan: Plan) -> Iterator[tuple[Path, str, Mapping[str, object]]]:
    """Every `where` of a cohort or subgroup: its place, whose it is, and the boundary of each column."""
    for name, cohort in (plan.cohorts.members if plan.cohorts else {}).items():
        if cohort.where:
            yield ("cohorts", "members", name, "where"), name, cohort.where
    for name, subgroup in plan.subgroups.items():
        if subgroup.where:
            yield ("subgroups", name, "where"), name, subgroup.where


def limit(given: str | Decimal) -> tuple[str, Any, str]:
    """A limit's kind and value; or "", None and why nothing can be compared with it."""
    if isinstance(given, Decimal):
        why = _inexact(given)
        return ("", None, why) if why else ("number", given, "")
    if DATE.fullmatch(given):
        value = _parsed(date.fromisoformat, given)
        return ("date", value, "") if value else ("", None, "is no date of the calendar")
    clock = CLOCK.match(given)
    zone = given[clock.end() :] if clock else ""
    if clock and ZONE.fullmatch(zone):
        value = _parsed(datetime.fromisoformat, given)
        return ("instant", value, "") if value else ("", None, "is no time of the calendar")
    if clock and not zone:
        return "", None, "is an instant without its zone"
    if NUMBER.fullmatch(given):
        return "", None, "is a text: a number stands without quotes"
    return "", None, "is neither a number, a date nor an instant"


def _inexact(number: Decimal) -> str:
    exponent = number.normalize().as_tuple().exponent
    if abs(number) >= LARGEST:
        return f"is too large to be compared exactly: that takes a limit below {LARGEST:f} in size"
    if isinstance(exponent, int) and exponent < -PLACES:
        return f"has more than {PLACES} decimal places, and can't be compared exactly"
    return ""


def _parsed(parse: Callable[[str], Any], text: str) -> Any:
    try:
        return parse(text)
    except ValueError:
        return None


def span(boundary: Range) -> Span | None:
    """The range's span; None where it can hold nobody."""
    ends = [limit(end) if end is not None else None for end in (boundary.from_, boundary.before)]
    kinds = {end[0] for end in ends if end}
    if len(kinds) != 1 or "" in kinds:
        return None
    low, high = (end[1] if end else None for end in ends)
    if low is not None and high is not None and not low < high:
        return None
    return Span(kinds.pop(), low, high)


def common(one: object, other: object) -> str | None:
    """A value that lies in both boundaries of one column; None where there is none."""
    if isinstance(one, Range) and isinstance(other, Range):
        a, b = span(one), span(other)
        return _in_both(a, b) if a and b and a.kind == b.kind else None
    if isinstance(one, Range):
        return common(other, one)
    values = _values(one)
    if isinstance(other, Range):
        inside = span(other)
        return next((v for v in values if inside and _inside(v, inside)), None)
    return next((v for v in values if v in _values(other)), None)


def _values(boundary: object) -> tuple[str, ...]:
    return boundary if isinstance(boundary, tuple) else (str(boundary),)


def _inside(text: str, within: Span) -> bool:
    kind, value = ("number", Decimal(text)) if NUMBER.fullmatch(text) else limit(text)[:2]
    if kind != within.kind:
        return False
    return (within.low is None or within.low <= value) and (within.high is None or value < within.high)


_STEP: dict[str, Any] = {"number": Decimal(1), "date": timedelta(days=1), "instant": timedelta(minutes=1)}


def _in_both(a: Span, b: Span) -> str | None:
    low = max((s.low for s in (a, b) if s.low is not None), default=None)
    high = min((s.high for s in (a, b) if s.high is not None), default=None)
    if low is None and high is None:
        return None
    if low is not None and high is not None and not low < high:
        return None
    return _told(low if low is not None else high - _STEP[a.kind])


def _told(value: Any) -> str:
    return value.isoformat() if isinstance(value, date) else f"{value.normalize():f}"
