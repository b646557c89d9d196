"""Plans with something wrong, or odd, in them: made from whole plans by small changes, the same for the same seed."""

import copy
import json
from collections.abc import Callable, Iterator
from decimal import Decimal
from random import Random
from typing import Any

from project import ROOT

from evalspec.plan.source import Source, read
from evalspec.records import Place

FILES = (
    *sorted((ROOT / "specs").glob("*/plan.yaml")),
    ROOT / "tests" / "plan" / "rich.yaml",
    ROOT / "tests" / "plan" / "other_forms.yaml",
)

ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, -1, 15, 16, 2**53, -(2**53), Decimal("1.0"), Decimal("0.5"), Decimal("-0.0"),
    Decimal("1e300"), Decimal("1e-300"), Decimal("1.00000000000000000000000000000000001"), Decimal("1e0"),
    "", " ", "x", "a\n", "\n", " x", "1", "0.5", "true", "null", "~", "Zürich", "x" * 64, "x" * 65, "x" * 128,
    "x" * 129, "😀" * 128, "😀" * 129, "\u00a0", "\u2028", "\x85", "a\tb", "\ufeff", "a b", "-a", "ümlaut",
    "Zu\u0308rich", "pooled", "cohort", "each", "score >= threshold", "sensitivity", "refuse", "1.0",
    [], {}, [[]], [{}], ["x"], ["x", "x"], ["x", "y"], ["x", "y", "z"], [None], [1], {"x": 1}, {"x": "y"}, {"": ""},
    {"x": None}, {"x": {}}, {"x": {"y": [None]}}, {"x": ["y"]}, {"exclude": "why"}, {"path": "x.csv"},
    {"by": "cohort"}, {"by": 0.5}, {"x": {}, "y": {}}, {"from": 1}, {"analysed": 1}, {"analysed": {"analysed": 1}},
)  # fmt: skip

KEYS = (
    "", " ", "x", "a\n", "by", "analysed", "false_negative", "false_positive", "unit", "positive", "negative", "from",
    "from_", "as_", "as", "class", "inverse_variance", "inverse-variance", "exclude", "path", "values", "where", "id",
    "x" * 64, "x" * 65, "x" * 129, "Zürich", "Zu\u0308rich", "-a", "a b", "cohorts", "training", "Evalspec", "\u2028",
)  # fmt: skip

TELLING = ("by", "analysed", "false_negative", "false_positive", "unit", "positive", "negative", "path", "exclude")
"""Keys by which a union's forms are told apart, or which only one of its forms has."""

Spot = tuple[Any, Any]
"""A list or mapping, and a place in it."""


def plans() -> list[Any]:
    """The data of each whole plan, with lists in place of tuples so that it can be changed."""
    return [_loose(read(f.read_bytes(), f.name).data) for f in FILES]


def mutant(rng: Random, whole: list[Any]) -> Any:
    """One of the plans with one change, or two or three; as the reader would give it."""
    plan = copy.deepcopy(rng.choice(whole))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        spots = list(_spots(plan))
        if spots:
            rng.choice(CHANGES)(rng, rng.choice(spots), spots)
    return as_read(plan)


def _spots(value: Any) -> Iterator[Spot]:
    for key, inner in _entries(value):
        yield value, key
        yield from _spots(inner)


def _entries(value: Any) -> list[tuple[Any, Any]]:
    return list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())


def _delete(rng: Random, spot: Spot, spots: list[Spot]) -> None:
    del spot[0][spot[1]]


def _duplicate(rng: Random, spot: Spot, spots: list[Spot]) -> None:
    holder, key = spot
    _put(rng, holder, copy.deepcopy(holder[key]))


def _misspell(rng: Random, spot: Spot, spots: list[Spot]) -> None:
    holder, key = spot
    if isinstance(holder, dict):
        at = rng.randrange(len(key)) if key else 0
        odd = (key[:at] + key[at + 1 :], key + "s", key.upper(), key + "\n", key.replace("_", "-"), rng.choice(KEYS))
        holder[rng.choice(odd)] = holder.pop(key)


def _tell(rng: Random, spot: Spot, spots: list[Spot]) -> None:
    """Give a mapping, rather one that names things, a key that tells of another form of its union."""
    holders = [h for h, _ in spots if isinstance(h, dict) and h and all(isinstance(v, dict | int) for v in h.values())]
    holder = rng.choice(holders) if holders else spot[0]
    if isinstance(holder, dict):
        key = rng.choice(list(holder))
        holder[rng.choice(TELLING)] = holder.pop(key) if rng.random() < 0.5 else copy.deepcopy(holder[key])


def _empty(rng: Random, spot: Spot, spots: list[Spot]) -> None:
    spot[0][spot[1]] = None


def _misword(rng: Random, spot: Spot, spots: list[Spot]) -> None:
    holder, key = spot
    if isinstance(holder[key], str):
        word = holder[key]
        holder[key] = rng.choice((word + "\n", word[:-1], word.upper(), " " + word, word + "s", word * 70))


def _retype(rng: Random, spot: Spot, spots: list[Spot]) -> None:
    spot[0][spot[1]] = copy.deepcopy(rng.choice(ODD))


def _wrap(rng: Random, spot: Spot, spots: list[Spot]) -> None:
    holder, key = spot
    holder[key] = rng.choice(([holder[key]], {rng.choice(KEYS): holder[key]}))


def _unwrap(rng: Random, spot: Spot, spots: list[Spot]) -> None:
    holder, key = spot
    inner = _entries(holder[key])
    if inner:
        holder[key] = rng.choice(inner)[1]


def _move(rng: Random, spot: Spot, spots: list[Spot]) -> None:
    holder, key = spot
    value = holder.pop(key)
    others = [h for h, k in spots if h is not value] or [holder]
    _put(rng, rng.choice(others), value, key)


def _graft(rng: Random, spot: Spot, spots: list[Spot]) -> None:
    other, key = rng.choice(spots)
    spot[0][spot[1]] = copy.deepcopy(other[key])


def _add(rng: Random, spot: Spot, spots: list[Spot]) -> None:
    _put(rng, spot[0], copy.deepcopy(rng.choice(ODD)))


def _put(rng: Random, holder: Any, value: Any, key: Any = None) -> None:
    """At the old key half of the time, else at an odd one."""
    if isinstance(holder, list):
        holder.insert(rng.randint(0, len(holder)), value)
    else:
        keep = isinstance(key, str) and rng.random() < 0.5
        holder[key if keep else rng.choice(KEYS)] = value


CHANGES: tuple[Callable[[Random, Spot, list[Spot]], None], ...] = (
    _delete, _duplicate, _misspell, _misword, _retype, _retype, _tell, _empty, _wrap, _unwrap, _move, _graft, _add,
)  # fmt: skip


def _loose(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _loose(v) for k, v in value.items()}
    return [_loose(v) for v in value] if isinstance(value, tuple) else value


def as_read(value: Any) -> Any:
    """Tuples for lists and Decimals for floats, as ``plan.source`` gives them."""
    if isinstance(value, dict):
        return {k: as_read(v) for k, v in value.items()}
    if isinstance(value, list):
        return tuple(as_read(v) for v in value)
    return Decimal(str(value)) if isinstance(value, float) else value


def source(plan: Any) -> Source:
    """As if it had been read from a file: every node stands at 1:1."""
    made = Source(file="plan.yaml", raw=b"", text="", data=plan)
    _place(made, plan, ())
    return made


def _place(made: Source, value: Any, path: tuple[Any, ...]) -> None:
    made.values[path] = Place(1, 1)
    for key, inner in (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, tuple) else ()
    ):
        if isinstance(value, dict):
            made.keys[(*path, key)] = Place(1, 1)
        _place(made, inner, (*path, key))


def written(value: Any) -> str:
    """As flow-style YAML: every text quoted, every number spelled as it is."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)}: {written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, Decimal):
        return str(value) if "." in str(value) or "E" in str(value) else f"{value}.0"
    return json.dumps(value, ensure_ascii=True)
