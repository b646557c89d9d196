"""What changed between two canonical texts of a plan."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_WORD = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")


_ABSENT = object()


def differences(sealed_text: str, now_text: str) -> list[str]:
    """One line for each value that differs: ``thresholds.main.value: sealed 0.60, now 0.61``; in order of the keys.

    Items of a list are told apart by their ``id`` where every one on both sides has its own, else by their place.

    Raises:
        ValueError: a text is not JSON.
    """
    return list(_walk(json.loads(sealed_text), json.loads(now_text), ""))


def _walk(sealed: Any, now: Any, path: str) -> Iterator[str]:
    if _inside(sealed, now, dict):
        parts = [(f"{path}.{_key(key)}" if path else _key(key), key) for key in sorted({**_of(sealed), **_of(now)})]
        yield from _members(_of(sealed), _of(now), parts)
    elif _inside(sealed, now, list):
        before, after = _items(sealed, now)
        yield from _members(before, after, [(f"{path}[{_key(str(key))}]", key) for key in {**before, **after}])
    elif not _equal(sealed, now):
        yield _said(path or "the plan", sealed, now)


def _members(sealed: dict[Any, Any], now: dict[Any, Any], parts: list[tuple[str, Any]]) -> Iterator[str]:
    for path, key in parts:
        yield from _walk(sealed.get(key, _ABSENT), now.get(key, _ABSENT), path)


def _inside(sealed: Any, now: Any, kind: type) -> bool:
    """Whether to look into both: both are of the kind, or one is, not empty, and the other is absent."""
    there = [value for value in (sealed, now) if value is not _ABSENT]
    return all(isinstance(value, kind) for value in there) and (len(there) == 2 or bool(there[0]))


def _of(value: Any) -> dict[str, Any]:
    return {} if value is _ABSENT else value


def _items(sealed: Any, now: Any) -> tuple[dict[Any, Any], dict[Any, Any]]:
    lists = [[] if value is _ABSENT else value for value in (sealed, now)]
    named = all(_named(items) for items in lists)
    before, after = ({item["id"] if named else n: item for n, item in enumerate(items)} for items in lists)
    return before, after


def _named(items: list[Any]) -> bool:
    ids = [item.get("id") if isinstance(item, dict) else None for item in items]
    return all(isinstance(i, str) for i in ids) and len(set(ids)) == len(ids)


def _said(path: str, sealed: Any, now: Any) -> str:
    if sealed is _ABSENT:
        return f"{path}: not in the seal, now {_shown(now)}"
    if now is _ABSENT:
        return f"{path}: sealed {_shown(sealed)}, now gone"
    was, is_ = _shown(sealed), _shown(now)
    if was == is_:  # a text and a number that look alike
        was, is_ = json.dumps(sealed), json.dumps(now)
    return f"{path}: sealed {was}, now {is_}"


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
