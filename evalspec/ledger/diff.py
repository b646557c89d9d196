"""What changed between two canonical texts of a plan."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_WORD = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")


def differences(sealed_text: str, now_text: str) -> list[str]:
    """One line for each value that differs: ``thresholds.main.value: sealed 0.60, now 0.61``; in order of the paths.

    Items of a list are told apart by their ``id`` where every one has one, else by their place.

    Raises:
        ValueError: a text is not JSON.
    """
    sealed, now = dict(_leaves(json.loads(sealed_text))), dict(_leaves(json.loads(now_text)))
    lines = []
    for path in sorted(sealed.keys() | now.keys()):
        if path not in sealed:
            lines.append(f"{path}: not in the seal, now {_shown(now[path])}")
        elif path not in now:
            lines.append(f"{path}: sealed {_shown(sealed[path])}, now gone")
        elif not _equal(sealed[path], now[path]):
            was, is_ = _shown(sealed[path]), _shown(now[path])
            if was == is_:  # a text and a number that look alike
                was, is_ = json.dumps(sealed[path]), json.dumps(now[path])
            lines.append(f"{path}: sealed {was}, now {is_}")
    return lines


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Scalars and empty containers, each with its path."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _leaves(inner, f"{path}.{_key(key)}" if path else _key(key))
    elif isinstance(value, list) and value:
        for name, inner in _named(value):
            yield from _leaves(inner, f"{path}[{name}]")
    else:
        yield path or "the plan", value


def _named(items: list[Any]) -> list[tuple[str, Any]]:
    ids = [item.get("id") if isinstance(item, dict) else None for item in items]
    if all(isinstance(i, str) for i in ids) and len(set(ids)) == len(ids):
        return [(_key(str(i)), item) for i, item in zip(ids, items, strict=True)]
    return [(str(n), item) for n, item in enumerate(items)]


def _equal(one: Any, other: Any) -> bool:
    """As JSON: ``1`` is neither ``true`` nor ``"1"``."""
    return type(one) is type(other) and one == other


def _key(name: str) -> str:
    return name if _WORD.fullmatch(name) and "." not in name else _quoted(name)


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return value if _NUMBER.fullmatch(value) or _plain_word(value) else _quoted(value)
    return json.dumps(value)


def _plain_word(value: str) -> bool:
    return bool(_WORD.fullmatch(value)) and value not in {"true", "false", "null"}


def _quoted(text: str) -> str:
    """With what a terminal could act on, or a reader not see, written as an escape."""
    shown = json.dumps(text, ensure_ascii=False)
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in shown)
