"""Declared numbers worked out from the rows, straight from the language's section on axes: no code of the package.

A row is one (unit, repeat, class) with what a metric looks at: whether it is positive, whether it is called, its score.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

Number = Fraction | None
"""None: undefined."""

AXES = ("cohorts", "classes", "folds", "repeats")
ORDER = ("folds", "repeats", "classes", "cohorts")


@dataclass(frozen=True)
class Row:
    """One result of one model: of a unit in a repeat, and of a class where there are several."""

    unit: str
    cohorts: str
    folds: str
    repeats: str
    classes: str
    actual: Any
    called: Any
    score: Fraction | None = None


def ratio(x: int, n: int) -> Number:
    return Fraction(x, n) if n else None


def count(rows: Sequence[Row], actual: bool | None, called: bool | None) -> int:
    return sum((actual is None or r.actual is actual) and (called is None or r.called is called) for r in rows)


def sensitivity(rows: Sequence[Row]) -> Number:
    return ratio(count(rows, True, True), count(rows, True, None))


def specificity(rows: Sequence[Row]) -> Number:
    return ratio(count(rows, False, False), count(rows, False, None))


def precision(rows: Sequence[Row]) -> Number:
    return ratio(count(rows, True, True), count(rows, None, True))


def f1(rows: Sequence[Row]) -> Number:
    return ratio(2 * count(rows, True, True), count(rows, True, None) + count(rows, None, True))


def false_negative_rate(rows: Sequence[Row]) -> Number:
    return ratio(count(rows, True, False), count(rows, True, None))


def accuracy(rows: Sequence[Row]) -> Number:
    return ratio(sum(r.actual == r.called for r in rows), len(rows))


def auroc(rows: Sequence[Row]) -> Number:
    pairs = [(p.score, n.score) for p in rows if p.actual is True for n in rows if n.actual is False]
    return ratio(sum(2 * (p > n) + (p == n) for p, n in pairs), 2 * len(pairs))


def brier(rows: Sequence[Row]) -> Number:
    squares = [((1 if r.actual else 0) - r.score) ** 2 for r in rows]
    return sum(squares, Fraction(0)) / len(squares) if squares else None


METRICS: dict[str, Callable[[Sequence[Row]], Number]] = {
    f.__name__: f for f in (sensitivity, specificity, precision, f1, false_negative_rate, accuracy, auroc, brier)
}
LOWER_IS_BETTER = ("false_negative_rate", "brier")


@dataclass(frozen=True)
class Declared:
    """A summary of one metric: a word an axis, of the axes that are there."""

    metric: str
    words: Mapping[str, Any]
    minimum: Mapping[str, int]

    def section(self, ident: str, threshold: str) -> dict[str, Any]:
        """As it stands in a plan."""
        found: dict[str, Any] = {
            "id": ident,
            "role": "primary" if ident == "s0" else "secondary",
            "metric": self.metric,
        }
        if threshold and self.metric not in ("auroc", "brier"):
            found["threshold"] = threshold
        found |= {axis: w if isinstance(w, str) else written(w) for axis, w in self.words.items()}
        if len(self.minimum) == 1:
            found["minimum_defined"] = next(iter(self.minimum.values()))
        elif self.minimum:
            found["minimum_defined"] = dict(self.minimum)
        return found


def written(word: Mapping[str, Any]) -> dict[str, Any]:
    """A mapping in place of a word: declared weights."""
    told: dict[str, Any] = {"weights": dict(word["weights"]), "why": "declared"}
    return told | ({"undefined_member": "rescale"} if word.get("rescale") else {})


@dataclass(frozen=True)
class Worked:
    """A row of the results: which members it keeps, its value, and of the last step how many members were defined."""

    kept: tuple[tuple[str, str], ...]
    value: Number
    undefined_in: tuple[str, ...] | None


def worked(rows: Sequence[Row], declared: Declared, names: Mapping[str, Sequence[str]]) -> Iterator[Worked]:
    """A row for each member of the axes that are kept, by code point, in the order of ``AXES``."""
    kept = [a for a in AXES if declared.words.get(a) == "each"]
    for members in product(*(sorted(names[a], key=lambda n: [ord(c) for c in n]) for a in kept)):
        at = dict(zip(kept, members, strict=True))
        mine = [r for r in rows if all(getattr(r, a) == name for a, name in at.items())]
        steps = [a for a in ORDER if declared.words.get(a) not in (None, "pooled", "each")]
        value, undefined = solve(mine, declared, names, steps)
        yield Worked(tuple(at.items()), value, undefined)


def solve(
    rows: Sequence[Row], declared: Declared, names: Mapping[str, Sequence[str]], steps: Sequence[str]
) -> tuple[Number, tuple[str, ...] | None]:
    """The value over the axes ``steps``, the last of which is combined last."""
    if not steps:
        return METRICS[declared.metric](rows), None
    *before, axis = steps
    parts = {name: [r for r in rows if getattr(r, axis) == name] for name in names[axis]}
    values = {name: solve(mine, declared, names, before)[0] for name, mine in parts.items()}
    undefined = tuple(sorted(name for name, value in values.items() if value is None))
    defined = {name: value for name, value in values.items() if value is not None}
    if len(defined) < declared.minimum.get(axis, 1):
        return None, undefined
    return combine(declared, axis, defined, parts, whole=not undefined), undefined


def combine(
    declared: Declared, axis: str, values: Mapping[str, Fraction], parts: Mapping[str, Sequence[Row]], *, whole: bool
) -> Number:
    """The defined members' values as one."""
    word = declared.words[axis]
    if word == "worst":
        return max(values.values()) if declared.metric in LOWER_IS_BETTER else min(values.values())
    if not isinstance(word, str) and not whole and not word.get("rescale"):
        return None
    if word == "macro":
        weights = dict.fromkeys(values, Fraction(1))
    elif word == "by-size":
        weights = {name: Fraction(len(parts[name])) for name in values}
    elif word == "by-support":
        weights = {name: Fraction(sum(is_member(r, name) for r in parts[name])) for name in values}
    else:
        weights = {name: Fraction(str(word["weights"][name])) for name in values}
    total = sum(weights.values())
    return sum(weights[name] * value for name, value in values.items()) / total if total else None


def is_member(row: Row, class_: str) -> bool:
    return row.actual is True
