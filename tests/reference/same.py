"""Whether a computed value meets a reference entry."""

import math
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Drawn:
    """A value by Monte Carlo: where another's must lie, with the room that chance needs."""

    low: float
    high: float


def same(entry: dict[str, Any], got: Any, *, relative: float = 1e-9, absolute: float = 1e-12) -> bool:
    """None or "undefined" is undefined; nan never matches. The entry's own tolerance, where it has one, is relative.

    A tolerance in words stands at a Monte Carlo value; what is allowed there, ``Drawn`` says.
    """
    tolerance = entry.get("tolerance")
    if isinstance(tolerance, int | float):
        relative = tolerance

    def one(expected: Any, value: Any) -> bool:
        if expected == "undefined" or value in (None, "undefined"):
            return expected == "undefined" and value in (None, "undefined")
        if isinstance(expected, list):
            return isinstance(value, list | tuple) and len(expected) == len(value) and all(map(one, expected, value))
        if isinstance(value, Drawn):
            return not isinstance(expected, str) and value.low <= expected + 1e-12 and expected - 1e-12 <= value.high
        if isinstance(expected, str) or isinstance(value, str):
            return expected == value or (expected == "inf" and value == math.inf)
        if isinstance(value, bool) or math.isnan(value):
            return False
        return math.isclose(expected, value, rel_tol=relative, abs_tol=absolute)

    return one(entry["value"], got)


def printed(entry: dict[str, Any], got: Any) -> str:
    """The value rounded once, half-even on the double, as the entry prints it."""
    if got is None:
        return "undefined"
    return f"{float(got):.{entry['decimals']}{'%' if entry['printed'].endswith('%') else 'f'}}"
