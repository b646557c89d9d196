"""Compares this package with what other software said about random inputs (``random/*.json``), value by value.

A list, such as two limits or a value a class, is compared item by item, each an own value. Where one side has a number
and the other has none, or infinity, they differ; a difference must be listed as a ``Convention`` by an exact condition
on the input, with what the other software says there, the reason, and how many values it concerns.
"""

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import evalspec.comparisons
import evalspec.intervals
import evalspec.metrics
import evalspec.summaries
from evalspec.catalogue import collect
from evalspec.records import Limits, Undefined
from evalspec.terms import Sides

METRICS = collect(evalspec.metrics, "METRIC", "id")
INTERVALS = collect(evalspec.intervals, "INTERVAL", "id")
SUMMARIES = collect(evalspec.summaries, "SUMMARY", "id")
COMPARISONS = collect(evalspec.comparisons, "COMPARISON", "id")
KNOWN = {"metric": METRICS, "interval": INTERVALS, "summary": SUMMARIES, "comparison": COMPARISONS}

NEAR_ZERO = 1e-6
"""Below it only the absolute difference says anything."""

Given = dict[str, Any]
Computed = float | None
"""None is undefined."""


@dataclass(frozen=True, kw_only=True)
class Convention:
    """Values where both sides differ on purpose: ``when(given, item)`` says exactly which. ``values``: how many."""

    when: Callable[[Given, int], bool]
    said: str
    why: str
    values: int


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What is done to the other software's number before it is compared, and how many values that changes."""

    apply: Callable[[Given, float], float]
    why: str
    values: int


@dataclass(frozen=True, kw_only=True)
class Compared:
    """One quantity of one file. ``needs``: the definitions by kind and id; without one it is skipped by name.

    A tolerance other than 1e-9 relative and 1e-12 absolute says why in ``because``.
    """

    name: str
    here: Callable[[Given], Any]
    needs: tuple[tuple[str, str], ...] = ()
    relative: float = 1e-9
    absolute: float = 1e-12
    because: str = ""
    reading: Reading | None = None
    conventions: tuple[Convention, ...] = ()

    def lacking(self) -> str | None:
        """The first definition that this version does not have."""
        return next((name for kind, name in self.needs if name not in KNOWN[kind]), None)


@dataclass(frozen=True, kw_only=True)
class Pair:
    """What was said and what is computed here, of one item of one input."""

    given: Given
    table: int
    item: int
    said: float | str
    here: Computed

    @property
    def both(self) -> bool:
        """Whether both are finite numbers."""
        return self.here is not None and not isinstance(self.said, str) and math.isfinite(self.here)

    def agrees(self, relative: float, absolute: float) -> bool:
        """Numbers within the tolerance; the same infinity; undefined here and no number there."""
        if self.here is None:
            return kind_of(self.said) in ("NA", "NaN", "error")
        if isinstance(self.said, str):
            return self.said == {math.inf: "Inf", -math.inf: "-Inf"}.get(self.here)
        return math.isclose(self.said, self.here, rel_tol=relative, abs_tol=absolute)


@cache
def stored(file: str) -> dict[str, Any]:
    return json.loads(Path(__file__).with_name("random").joinpath(f"{file}.json").read_text(encoding="utf-8"))


def of_items(value: Any) -> list[Any]:
    """A computed value as plain items: limits are two, a list one each, anything else one."""
    if isinstance(value, Limits):
        return [value.lower, value.upper]
    if isinstance(value, list | tuple):
        return [item for part in value for item in of_items(part)]
    if value is None or isinstance(value, Undefined):
        return [None]
    if isinstance(value, float | int | Fraction):
        return [float(value)]
    return [float(value.exact)]


def pairs(file: str, compared: Compared) -> Iterator[Pair]:
    """Every item of every input. A lone "no number" stands for each item of the other side's list."""
    of = stored(file)
    for table, (given, said) in enumerate(zip(of["given"], of["said"][compared.name], strict=True)):
        theirs = said if isinstance(said, list) else [said]
        here = of_items(compared.here(given))
        if len(here) == 1 and here[0] is None:
            here *= len(theirs)
        if len(theirs) == 1 and isinstance(theirs[0], str):
            theirs = theirs * len(here)
        for item, (one, other) in enumerate(zip(theirs, here, strict=True)):
            if compared.reading and not isinstance(one, str):
                one = compared.reading.apply(given, one)
            yield Pair(given=given, table=table, item=item, said=one, here=other)


def as_read(file: str, compared: Compared) -> int:
    """How many of the stored numbers the reading changes."""
    of, reading = stored(file), compared.reading
    if reading is None:
        return 0
    each = zip(of["given"], of["said"][compared.name], strict=True)
    items = [(g, v) for g, said in each for v in (said if isinstance(said, list) else [said])]
    return sum(not isinstance(v, str) and reading.apply(g, v) != v for g, v in items)


def kind_of(said: float | str) -> str:
    """``number``, ``NA``, ``NaN``, ``Inf``, ``-Inf`` or ``error``."""
    return said.partition(":")[0] if isinstance(said, str) else "number"


@dataclass(frozen=True, kw_only=True)
class Found:
    """What a comparison came to: values met, values of each convention, the rest, and the largest differences."""

    met: int
    neither: int
    used: list[int]
    problems: list[str]
    absolute: float
    relative: float


def examined(file: str, compared: Compared) -> Found:
    """Every value agrees, or exactly one convention foresaw it; every convention foresees what it says, no more."""
    met, neither, absolute, relative = 0, 0, 0.0, 0.0
    used, problems = Counter[int](), []
    for pair in pairs(file, compared):
        meant = [i for i, c in enumerate(compared.conventions) if c.when(pair.given, pair.item)]
        agrees = pair.agrees(compared.relative, compared.absolute)
        if len(meant) != (not agrees) or (meant and kind_of(pair.said) != compared.conventions[meant[0]].said):
            problems.append(
                f"table {pair.table}: said {pair.said}, here {pair.here}, conventions {meant}: {pair.given}"
            )
        used.update(meant)
        neither += agrees and pair.here is None
        if pair.both and not meant:
            met += agrees
            apart, size = abs(float(pair.said) - pair.here), max(abs(float(pair.said)), abs(pair.here))
            absolute = max(absolute, apart)
            relative = max(relative, apart / size if size > NEAR_ZERO else 0.0)
    counts = [used[i] for i in range(len(compared.conventions))]
    if counts != [c.values for c in compared.conventions]:
        problems.append(f"values of the conventions: {counts}")
    if as_read(file, compared) != (compared.reading.values if compared.reading else 0):
        problems.append(f"values changed by the reading: {as_read(file, compared)}")
    if bool(compared.because) != ((compared.relative, compared.absolute) != (1e-9, 1e-12)):
        problems.append("a tolerance and its reason come together")
    if not met:
        problems.append("no number was compared")
    return Found(met=met, neither=neither, used=counts, problems=problems, absolute=absolute, relative=relative)


def check(file: str, compared: Compared) -> list[str]:
    """What is wrong; skips, by name, what this version does not compute."""
    lacking = compared.lacking()
    assert lacking is None, f"no definition is called {lacking}"
    return examined(file, compared).problems


def complete(file: str, quantities: tuple[Compared, ...], left_out: dict[str, str]) -> None:
    """Every stored quantity is compared once, or left out by name with a reason."""
    names = [c.name for c in quantities]
    assert sorted([*names, *left_out]) == sorted(stored(file)["said"])
    assert all(left_out.values())


def level(given: Given) -> Fraction:
    """The level as it is written."""
    return Fraction(repr(given["level"]))


def limits_of(interval: str, given: Given, *what: Any) -> Any:
    return INTERVALS[interval](*what, level=level(given), sides=Sides.TWO)


def private(module: str, name: str) -> Any:
    """A function that no catalogue lists."""
    return getattr(import_module(module), name)
