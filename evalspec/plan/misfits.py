"""What does not fit the models, place by place, and the fix where one thing alone can be meant."""

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from evalspec.plan.fields import keys_at, one_near
from evalspec.plan.mend import key_fix, quoted_as_written, spelled, unquoted, value_fix, written_plainly
from evalspec.plan.source import Source
from evalspec.records import Fix, Path, Problem

Error = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Misfit:
    """One problem of a plan's shape. ``loc`` is its place in the models, ``kind`` what they call it, ``words`` what they
    would take.
    """

    problem: Problem
    loc: Path
    kind: str
    words: tuple[str, ...] = ()


def by_place(misfit: Misfit) -> tuple[int, int]:
    """For sorting."""
    place = misfit.problem.place
    return (place.line, place.column) if place else (0, 0)


def both(source: Source, first: Misfit | None, second: Misfit) -> Misfit:
    """What the reader found goes before what the models say; they tell that a number is due where one is misspelt."""
    if first is None:
        return second
    if first.kind == "bad-number" and (plainly := written_plainly(source, first.problem.path)):
        first = replace(first, problem=replace(first.problem, fixes=(plainly,)))
    return replace(first, loc=second.loc, kind=f"{first.kind} {second.kind}", words=second.words)


def misspelt(misfits: Iterable[Misfit], missing: Misfit) -> bool:
    """Whether a missing key stands beside its place under a name that is near: one fault, not two."""
    *section, key = missing.problem.path
    beside = [m for m in misfits if m.kind == "extra_forbidden" and m.problem.path[:-1] == tuple(section)]
    return any(one_near(str(m.problem.path[-1]), keys_at(m.loc[:-1])) == key for m in beside)


def quoted(source: Source, misfit: Misfit, astray: Container[Path]) -> Misfit:
    """A text that looks like something else, where a text is due: the only thing to do is to quote it.

    Nobody knows what is due behind a key that is ``astray``.
    """
    key, path = misfit.kind == "key-not-text", misfit.problem.path
    if (not key and misfit.kind != "bad-number") or any(path[:n] in astray for n in range(len(path))):
        return misfit
    fix = quoted_as_written(source, path, key=key)
    return replace(misfit, problem=replace(misfit.problem, fixes=(fix,) if fix else ()))


def fix_for(source: Source, path: Path, loc: Path, error: Error) -> Fix | None:
    """Where one thing alone can be meant: the only near key or word, a text without its quotes, a number with them."""
    kind, given = error["type"], error["input"]
    if kind == "extra_forbidden":
        return key_fix(source, path, one_near(str(path[-1]), keys_at(loc[:-1])))
    if kind == "string_type" and isinstance(given, int | Decimal):
        return quoted_as_written(source, path)
    if kind in ("enum", "literal_error") and isinstance(given, str) and (word := one_near(given, words_of(error))):
        return value_fix(source, path, spelled(word))
    if kind in _NUMBERS and isinstance(given, str):
        return unquoted(source, path)
    return None


_NUMBERS = ("int_type", "float_type", "decimal_type", "is_instance_of")


def words_of(error: Error) -> list[str]:
    """The closed words that a place takes."""
    expected = str(error.get("ctx", {}).get("expected", "")) if error["type"] in ("enum", "literal_error") else ""
    return [w.strip().strip("'") for w in expected.replace(" or ", ",").split(",") if w.strip()]
