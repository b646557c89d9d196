"""What the author of a misfit may have meant, the likeliest first."""

import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Any

from evalspec.plan.fields import choices_at, keys_at, one_near
from evalspec.plan.mend import node
from evalspec.plan.misfits import Misfit
from evalspec.plan.source import Source
from evalspec.records import Path


class Op(Enum):
    """What a guess does to the node at its path."""

    KEEP = "keep"
    PUT = "put"
    DROP = "drop"
    RENAME = "rename"
    EVERYWHERE = "everywhere"


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """One change; EVERYWHERE writes ``value`` for each text ``old`` in the whole plan."""

    op: Op
    path: Path
    value: Any = None
    old: str = ""


PLACEHOLDER = "stand-in-"
"""Begins every text that nobody wrote: what quotes one is told to nobody."""


def guesses(misfit: Misfit, path: Path, source: Source, number: int) -> tuple[Guess, ...]:
    """Ways to mend a misfit that stands at ``path`` in the author's text; ``source`` holds the reading so far."""
    here = misfit.problem.path
    value = node(source, here)
    found: list[Guess] = []
    if misfit.kind in ("extra_forbidden", "prose"):
        return tuple(_of_key(misfit, path, source))
    if misfit.kind in ("key-not-text", "explicit-tag", "bad-number", "duplicate-key"):
        found.append(Guess(op=Op.KEEP, path=path))
    names = "[key]" in misfit.loc
    if (names or isinstance(value, str)) and misfit.kind.split()[-1] in _SPELLING:
        old = str(here[-1]) if names else value
        mended = unicodedata.normalize("NFC", old)
        other = f"{PLACEHOLDER}{number}" if mended == old else mended
        found.append(Guess(op=Op.EVERYWHERE, path=path, old=old, value=other))
    found += [Guess(op=Op.PUT, path=path, value=v) for v in _values(misfit, value, number)]
    found += [Guess(op=Op.DROP, path=path[:n]) for n in range(len(path), 0, -1)]
    return tuple(found)


_SPELLING = ("not_an_id", "not_a_label", "not-nfc", "forbidden-character")


def sure(misfit: Misfit, guess: Guess) -> bool:
    """Whether this one reading does: nothing else can be meant, or nothing is left out or made up by it."""
    if guess.op in (Op.KEEP, Op.EVERYWHERE, Op.RENAME) or misfit.kind == "prose":
        return True
    if guess.op is Op.PUT and isinstance(guess.value, str | int | Decimal):
        return True
    return guess.op is Op.DROP and misfit.kind == "extra_forbidden"


def _of_key(misfit: Misfit, path: Path, source: Source) -> Iterator[Guess]:
    """The near key, none, then every one that the section has and does not say: a far word may mean one of them."""
    here = misfit.problem.path
    section = node(source, here[:-1])
    free = [k for k in keys_at(misfit.loc[:-1]) if isinstance(section, dict) and k not in section]
    near = one_near(str(here[-1]), free) if misfit.kind != "prose" else ""
    if near:
        yield Guess(op=Op.RENAME, path=path, value=near)
    yield Guess(op=Op.DROP, path=path)
    if misfit.kind != "prose":
        yield from (Guess(op=Op.RENAME, path=path, value=key) for key in free if key != near)


def _values(misfit: Misfit, value: Any, number: int) -> Iterator[Any]:
    """What may stand there instead."""
    if isinstance(value, str) and (near := one_near(value, misfit.words)):
        yield near
    if isinstance(value, int | Decimal):
        yield str(value).lower() if isinstance(value, bool) else str(value)
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        yield value[0]
    if isinstance(value, str):
        with suppress(ArithmeticError):
            yield Decimal(value)
        yield (value,)
    yield from misfit.words
    yield from (_as_read(c) for c in choices_at(misfit.loc))
    yield f"{PLACEHOLDER}{number}"
    yield from (1, 2, Decimal("0.5"), True)


def _as_read(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _as_read(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return tuple(_as_read(v) for v in value)
    return Decimal(str(value)) if isinstance(value, float) else value
