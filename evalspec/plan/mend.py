"""Fixes: what a program may change in a plan without deciding anything, as edits of its text."""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from evalspec.plan.scalars import scalar
from evalspec.plan.source import Source
from evalspec.records import Edit, Fix, Path

_LOOSE = re.compile(r"([-+]?)(0|[1-9][0-9]*)?(\.[0-9]*)?")
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def spelled(text: str) -> str:
    """A text as YAML: bare where it is a word that means itself, else in double quotes."""
    if _PLAIN.fullmatch(text) and scalar(text, None) == text:
        return text
    inside = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{inside}"'


def value_fix(source: Source, path: Path, text: str) -> Fix | None:
    """The word at ``path`` becomes ``text``; None where nothing is to be written or no single word stands there."""
    if path[-1:] == (0,) and path not in source.values:
        path = path[:-1]  # one name stands where a list of names may stand
    place = source.values.get(path)
    if not text or place not in source.tokens or isinstance(node(source, path), dict | tuple):
        return None
    start, end = source.tokens[place]
    return _fix(source, start, end, text)


def key_fix(source: Source, path: Path, text: str) -> Fix | None:
    """The key at the end of ``path`` becomes ``text``; None as in ``value_fix``, or where that key is there already."""
    place = source.keys.get(path)
    if not text or place not in source.tokens or (*path[:-1], text) in source.keys:
        return None
    start, end = source.tokens[place]
    return _fix(source, start, end, spelled(text))


def quoted_as_written(source: Source, path: Path, *, key: bool = False) -> Fix | None:
    """The token at ``path`` becomes a text, letter for letter: ``007`` becomes ``"007"``."""
    place = (source.keys if key else source.values).get(path)
    if place not in source.tokens:
        return None
    start, end = source.tokens[place]
    written = source.text[start:end]
    bare = written[:1] not in ("'", '"', "|", ">") and "\n" not in written
    return _fix(source, start, end, f'"{written}"') if bare and '"' not in written and "\\" not in written else None


def unquoted(source: Source, path: Path) -> Fix | None:
    """The quoted number at ``path`` becomes a number."""
    place = source.values.get(path)
    if place not in source.tokens:
        return None
    start, end = source.tokens[place]
    inside = source.text[start + 1 : end - 1]
    return _fix(source, start, end, inside) if isinstance(scalar(inside, None), int | Decimal) else None


def written_plainly(source: Source, path: Path) -> Fix | None:
    """``.5``, ``+0.5`` and ``5.`` are one number each; ``0123`` and ``1_000`` are a guess, and left alone."""
    place = source.values.get(path)
    if place not in source.tokens:
        return None
    start, end = source.tokens[place]
    found = _LOOSE.fullmatch(source.text[start:end])
    if not found or not any(c.isdigit() for c in found.group()):
        return None
    sign, whole, rest = found.groups()
    return _fix(source, start, end, f"{sign.strip('+')}{whole or 0}{rest if rest and rest != '.' else ''}")


def apply(text: str, fixes: Iterable[Fix]) -> str:
    """``text`` with every edit made. Of fixes that touch the same characters the first alone is made."""
    taken: list[Edit] = []
    for fix in dict.fromkeys(fixes):
        if not any((a.start < b.end and b.start < a.end) or a.start == b.start for a in fix.edits for b in taken):
            taken += fix.edits
    for edit in sorted(taken, key=lambda e: -e.start):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _fix(source: Source, start: int, end: int, text: str) -> Fix:
    return Fix(f"replace `{source.text[start:end]}` by `{text}`", (Edit(start, end, text),))


def node(source: Source, path: Path) -> Any:
    """What stands at ``path``; None where nothing does."""
    here: Any = source.data
    for step in path:
        if not (step in here if isinstance(here, dict) else isinstance(here, tuple) and step in range(len(here))):
            return None
        here = here[step]
    return here
