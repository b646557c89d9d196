"""What the models say of a place in the plan: its keys, its words, what is wanted there; and which name is near."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from enum import Enum
from typing import Any, Literal, get_args, get_origin

from evalspec.plan.model import Plan
from evalspec.plan.model.base import Part
from evalspec.records import Path


def parts(annotation: Any) -> Iterator[type[Part]]:
    """The sections that a field's type speaks of."""
    if isinstance(annotation, type) and issubclass(annotation, Part):
        yield annotation
    for inner in get_args(annotation):
        yield from parts(inner)


def sections_at(loc: Path) -> list[type[Part]]:
    """The sections that may stand at ``loc``, found along the models' own fields."""
    here: list[type[Part]] = [Plan]
    for step in loc:
        fields = [f for m in here for name, f in m.model_fields.items() if (f.alias or name) == step]
        if fields:
            here = [p for f in fields for a in (f.annotation, *f.metadata) for p in parts(a)]
    return here


def keys_at(loc: Path) -> list[str]:
    """The keys that may stand in the section at ``loc``."""
    return sorted({f.alias or name for m in sections_at(loc) for name, f in m.model_fields.items()})


def choices_at(loc: Path) -> list[Any]:
    """Values that may stand at ``loc``: the closed words of its field, else the examples of it."""
    found: list[Any] = []
    for model in sections_at(loc[:-1]):
        for name, f in model.model_fields.items():
            if (f.alias or name) == loc[-1]:
                found += [w for a in (f.annotation, *f.metadata) for w in _words(a)]
                found += f.examples or []
    return found


def _words(annotation: Any) -> Iterator[Any]:
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        yield from (w.value for w in annotation)
    elif get_origin(annotation) is Literal:
        yield from get_args(annotation)
    elif get_origin(annotation) not in (dict, tuple):
        for inner in get_args(annotation):
            yield from _words(inner)


def wanted(loc: Path) -> str:
    """What the field at ``loc`` is, from its own description and example."""
    steps = [s for s in loc if isinstance(s, str)]
    for cut in range(len(loc), 0, -1):
        for model in sections_at(loc[: cut - 1]):
            for name, f in model.model_fields.items():
                if (f.alias or name) == loc[cut - 1] and loc[cut - 1] == (
                    steps[-1] if cut == len(loc) else loc[cut - 1]
                ):
                    example = f"; for instance {as_yaml(f.examples[0])}" if f.examples else ""
                    return f"{(f.description or '').rstrip('.')}{example}"
    return ""


def as_yaml(value: Any) -> str:
    """A value as a person writes it, inside { } where it has parts."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {as_yaml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(as_yaml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) and (not value or value[0].isdigit()) else str(value)


def near(word: str, known: list[str]) -> str:
    """``did you mean …``, or what there is."""
    close = get_close_matches(word, known, 1, 0.6)
    if close:
        return f"did you mean `{close[0]}`?"
    return "there are " + ", ".join(f"`{k}`" for k in known) if known else "none is declared"


def one_near(word: str, known: Sequence[str]) -> str:
    """The only name that is close to ``word``; empty where none is, or several are.

    Names that differ in a digit are two names: `site3` is no misspelt `site1`.
    """
    close = get_close_matches(word, dict.fromkeys(known), 2, 0.7)
    return close[0] if len(close) == 1 and digits(word) == digits(close[0]) else ""


def digits(word: str) -> str:
    """The digits of a word, in order."""
    return "".join(c for c in word if c.isdigit())
