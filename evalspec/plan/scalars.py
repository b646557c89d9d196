"""What a plain scalar means: YAML 1.2's core words, JSON's numbers, and text; nothing is guessed."""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

_INT = re.compile(r"-?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_LOOSE_NUMBER = re.compile(
    r"[-+]?(?:\.[0-9]|[0-9])[0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?|[-+]?0[xobXOB][0-9A-Fa-f_]+"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b-\u200f\u2060\ufeff\ud800-\udfff\ufffe\uffff]"
)
"""Characters that a person can't see, or that end a line for some readers only."""

_QUOTE = "if it is a text, quote it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Why a scalar has no value, by the reader's rule."""

    rule: str
    message: str
    help: str


def scalar(text: str, style: str | None) -> Any:
    """The value of a scalar: None, a boolean, an int, a Decimal or a text; or a Fault. ``style`` is its quote, if any."""
    if style:
        return _text(text, escaped=style == '"')
    if text in ("", "~", "null", "Null", "NULL"):
        return None
    if text in ("true", "True", "TRUE", "false", "False", "FALSE"):
        return text[0] in "tT"
    if _INT.fullmatch(text):
        if len(text) > 17 or abs(int(text)) > 1 << 53 or text == "-0":
            shown = text if len(text) <= 20 else text[:20] + "…"
            return Fault(rule="bad-number", message=f"{shown} is no whole number within 2^53", help=_QUOTE)
        return int(text)
    if _FLOAT.fullmatch(text):
        return _decimal(text)
    if _LOOSE_NUMBER.fullmatch(text):
        shown = text[:40]
        help = f'as a text, quote it: "{shown}"; as a number, write it like 0.5, 12 or 1e-3'
        return Fault(rule="bad-number", message=f"{shown} is neither a plain number nor a text", help=help)
    return _text(text, escaped=False)


def _decimal(text: str) -> Decimal | Fault:
    fault = Fault(rule="bad-number", message=f"{text[:40]} is no finite double", help=_QUOTE)
    try:
        value = Decimal(text)
        as_float = float(value)
    except (InvalidOperation, OverflowError, ValueError):
        return fault
    out_of_reach = as_float in (float("inf"), float("-inf")) or (as_float == 0.0 and value != 0)
    return fault if out_of_reach or len(text) > 40 else value


def _text(text: str, *, escaped: bool) -> str | Fault:
    bad = FORBIDDEN.search(text) if escaped else None
    if bad:  # the raw text was searched already: this one was written as an escape
        message = f"this text holds the character U+{ord(bad.group()):04X}, which is not allowed"
        help = "it is invisible or ends a line for some readers only: remove it"
        return Fault(rule="forbidden-character", message=message, help=help)
    if not text.isascii() and not unicodedata.is_normalized("NFC", text):
        help = "two spellings of one character would be two names: normalise the file to NFC"
        return Fault(rule="not-nfc", message="this text is not in Unicode normal form C", help=help)
    return text
