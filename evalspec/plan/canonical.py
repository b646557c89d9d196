"""The meaning of a plan as bytes: RFC 8785, defaults written out, paths of files left out, numbers as exact texts.

Frozen for language version 1: a field that a later version adds is written out only when it is present.
"""

import hashlib
from decimal import Decimal
from enum import Enum
from typing import Any

import rfc8785

from evalspec.plan.model import Plan
from evalspec.plan.model.base import Part
from evalspec.plan.model.demands import Features
from evalspec.plan.model.files import DataFile, Derivation, ValuesFile

_FILES = (DataFile, ValuesFile, Derivation, Features)
"""Where a file lies is no part of what the plan means; its digest stands in the seal."""


def canonical(plan: Plan) -> bytes:
    """The canonical text, UTF-8."""
    return rfc8785.dumps(plain(plan))


def plain(plan: Plan) -> Any:
    """The plan as JSON data: what ``canonical`` writes."""
    return _plain(plan)


def meaning_digest(plan: Plan) -> str:
    """``sha256:`` and 64 hexadecimal digits."""
    return "sha256:" + hashlib.sha256(canonical(plan)).hexdigest()


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, Decimal):
        return _decimal(value)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, Part):
        return _section(value)
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return value


def _section(part: Part) -> dict[str, Any]:
    """Every field that has a value, defaults too, by the name the author writes."""
    found = {}
    for name, field in type(part).model_fields.items():
        value = getattr(part, name)
        if value is not None and not (name == "path" and isinstance(part, _FILES)):
            found[field.alias or name] = _plain(value)
    return found


def _decimal(value: Decimal) -> str:
    """One spelling for equal numbers: 0.60 is 0.6, 1.0e-5 is 0.00001, -0 is 0."""
    text = format(value.normalize(), "f")
    return "0" if text == "-0" else text
