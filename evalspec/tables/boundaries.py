"""A cohort's `where` as SQL: equality, lists, numeric and date ranges; `from` counts, `before` does not."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Decimal

from evalspec.plan.model.study import Range
from evalspec.tables.engine import literal
from evalspec.tables.thresholds import NUMBER

_DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_INSTANT = _DATE + r"[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,6})?)?(Z|[-+][0-9]{2}:?[0-9]{2})"
_NOBODY = "FALSE"


def inside(where: Mapping[str, object], column: Callable[[str], str]) -> str:
    """A condition, never NULL: every key of ``where`` holds. ``column`` gives the SQL of a column's text.

    Numbers compare exactly to 15 places below 1e23, dates as calendar dates, instants in UTC. A value of another
    kind than its limit lies outside.
    """
    return "(" + " AND ".join(_holds(column(name), boundary) for name, boundary in where.items()) + ")"


def _holds(text: str, boundary: object) -> str:
    if isinstance(boundary, str):
        return f"{text} = {literal(boundary)}"
    if isinstance(boundary, Range):
        limits = [_limit(text, ">=", boundary.from_), _limit(text, "<", boundary.before)]
        return "(" + (" AND ".join(limit for limit in limits if limit) or _NOBODY) + ")"
    assert isinstance(boundary, tuple)
    return f"{text} IN ({', '.join(literal(value) for value in boundary)})"


def _limit(text: str, sign: str, limit: str | Decimal | None) -> str:
    if limit is None:
        return ""
    if isinstance(limit, Decimal):
        return _compare(text, sign, f"{limit:f}", NUMBER, "DECIMAL(38, 15)")
    if re.fullmatch(_DATE, limit) and _is(date.fromisoformat, limit):
        return _compare(text, sign, limit, _DATE, "DATE")
    if re.fullmatch(_INSTANT, limit) and _is(datetime.fromisoformat, limit):
        return _compare(text, sign, limit, _INSTANT, "TIMESTAMPTZ")
    return _NOBODY


def _compare(text: str, sign: str, limit: str, grammar: str, kind: str) -> str:
    value = f"CASE WHEN regexp_full_match({text}, {literal(grammar)}) THEN TRY_CAST({text} AS {kind}) END"
    return f"coalesce(({value}) {sign} TRY_CAST({literal(limit)} AS {kind}), FALSE)"


def _is(parse: Callable[[str], object], text: str) -> bool:
    try:
        parse(text)
    except ValueError:
        return False
    return True
