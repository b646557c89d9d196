"""What a metric's parameter must be, as a plan may write it: the reason stands in the answer, "" where it is that."""

from decimal import Decimal
from typing import Any

PLACES = 15
"""Decimal places of a share: a double tells no more apart, and none of them comes out as 0 or as 1."""

_MOST = 1000


def whole(value: Any) -> str:
    """A whole number from 1, as of classes or bins."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= _MOST:
        return f"a whole number from 1 to {_MOST}, without quotes and without decimals"
    return ""


def no_number(value: Any) -> str:
    """Numbers are whole or decimal; a boolean is none, and a text is none."""
    return "a number, without quotes" if isinstance(value, bool) or not isinstance(value, int | Decimal) else ""


def share(value: Any, within: str, *, below: Decimal, zero: bool = False) -> str:
    """A decimal above 0 (or from 0, with ``zero``) and below ``below``; ``within`` says so in words."""
    if why := no_number(value):
        return why
    number = Decimal(value)
    if not (number >= 0 if zero else number > 0) or not number < below:
        return within
    return "" if number == round(number, PLACES) else f"a decimal with at most {PLACES} places"
