"""What a boundary holds, as far as its text tells: single values, or a span of numbers, dates or instants."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal, InvalidOperation
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

EXACT = Context(prec=100)
"""Keeps every digit that a limit or a value can have: the usual 28 would round."""


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
    exponent = number.normalize(EXACT).as_tuple().exponent
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


Held = tuple[str, ...] | Span | None
"""What one column's boundary holds; None where it is a range that holds nobody."""


def held(boundary: object) -> Held:
    """A boundary as it is compared: the values it lists, or its span."""
    if isinstance(boundary, Range):
        return span(boundary)
    return boundary if isinstance(boundary, tuple) else (str(boundary),)


def holds(boundary: Held, text: str) -> bool:
    """Whether a value as it stands in the data lies inside: the same answer as where the files are read."""
    if boundary is None:
        return False
    if isinstance(boundary, tuple):
        return text in boundary
    kind, value = _value(text)
    if kind != boundary.kind:
        return False
    return (boundary.low is None or boundary.low <= value) and (boundary.high is None or value < boundary.high)


def common(one: Held, other: Held) -> str | None:
    """A value that lies in both boundaries of one column; None where there is none."""
    if isinstance(one, Span) and isinstance(other, Span):
        return some(_meet(one, other)) if one.kind == other.kind else None
    values, beside = (one, other) if isinstance(one, tuple) else (other, one)
    return next((v for v in values if holds(beside, v)), None) if isinstance(values, tuple) else None


def some(boundary: Held) -> str | None:
    """A value inside; None where there is none."""
    if isinstance(boundary, tuple):
        return boundary[0]
    if boundary is None:
        return None
    value = boundary.low if boundary.low is not None else before(boundary.kind, boundary.high)
    return None if value is None else told(value)


def before(kind: str, value: Any) -> Any:
    """A value below; None where the calendar begins."""
    try:
        return EXACT.subtract(value, Decimal(1)) if kind == "number" else value - _STEP[kind]
    except OverflowError:
        return None


def after(kind: str, value: Any) -> Any:
    """The next whole number, day or minute; None where the calendar ends."""
    try:
        return EXACT.add(value, Decimal(1)) if kind == "number" else value + _STEP[kind]
    except OverflowError:
        return None


_STEP: dict[str, Any] = {"date": timedelta(days=1), "instant": timedelta(minutes=1)}


def told(value: Any) -> str:
    """A limit as it would stand in the data."""
    return value.isoformat() if isinstance(value, date) else f"{value.normalize(EXACT):f}"


def _value(text: str) -> tuple[str, Any]:
    """A listed or found value's kind and size; numbers are rounded to the places that are compared."""
    if not NUMBER.fullmatch(text):
        return limit(text)[:2]
    try:
        number = Decimal(text).quantize(Decimal(1).scaleb(-PLACES), ROUND_HALF_UP, EXACT)
    except InvalidOperation:  # larger than any limit
        return "", None
    return ("number", number) if abs(number) < LARGEST else ("", None)


def _meet(a: Span, b: Span) -> Span | None:
    low = max((s.low for s in (a, b) if s.low is not None), default=None)
    high = min((s.high for s in (a, b) if s.high is not None), default=None)
    return None if low is not None and high is not None and not low < high else Span(a.kind, low, high)
