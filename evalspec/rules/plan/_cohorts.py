"""Cohorts told apart by boundaries: a unit that two of them hold, and one that falls between two of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from evalspec.plan.model import Plan
from evalspec.rules.plan._boundaries import (
    CLOCK,
    DATE,
    NUMBER,
    Held,
    Span,
    after,
    before,
    boundaries,
    common,
    held,
    holds,
    some,
    told,
)
from evalspec.terms import CohortRole

MOST = 20_000
"""Sets of cohorts that are looked through for one column; more can't be judged from the text."""

Unit = Mapping[str, str | None]
"""A value for each column; None is a value that no cohort names."""


@dataclass(frozen=True, slots=True)
class Bounded:
    """A cohort and what its boundary holds of each column."""

    name: str
    role: CohortRole
    where: Mapping[str, Held]


@dataclass(frozen=True, slots=True)
class Hole:
    """``column`` from ``low`` to below ``high`` lies between two cohorts, and in none; ``unit`` falls there."""

    column: str
    low: Any
    high: Any
    below: Bounded
    above: Bounded
    unit: Unit


class TooMany(Exception):
    """The boundaries make more sets of cohorts than are looked through."""


def bounded(plan: Plan) -> list[Bounded]:
    """The cohorts with a boundary; none where a column or a table of counts names the cohort."""
    if plan.cohorts is None or plan.cohorts.column is not None or plan.data.counts is not None:
        return []
    members = plan.cohorts.members
    return [
        Bounded(name, members[name].role, {column: held(b) for column, b in where.items()})
        for path, name, where in boundaries(plan)
        if path[0] == "cohorts"
    ]


def in_both(one: Bounded, other: Bounded) -> Unit | None:
    """A unit that lies in both; None where they keep apart."""
    unit = {}
    for column in dict.fromkeys((*one.where, *other.where)):
        if column in one.where and column in other.where:
            value = common(one.where[column], other.where[column])
        else:
            value = some(one.where[column] if column in one.where else other.where[column])
        if value is None:
            return None
        unit[column] = value
    return unit


def one_in_the_other(one: Bounded, other: Bounded) -> bool:
    """Whether one names all columns of the other: then the text alone tells that such a unit may come."""
    return one.where.keys() <= other.where.keys() or other.where.keys() <= one.where.keys()


def overlaps(cohorts: Sequence[Bounded]) -> Iterator[tuple[Bounded, Bounded, Unit]]:
    """Each pair with a unit in both, where the text alone tells."""
    for k, other in enumerate(cohorts):
        for one in cohorts[:k]:
            if one_in_the_other(one, other):
                unit = in_both(one, other)
                if unit is not None:
                    yield one, other, unit


def holes(cohorts: Sequence[Bounded]) -> Iterator[Hole]:
    """What lies between two ranges of one column and in no cohort, the first unit for each cohort above it.

    Beside the column, both cohorts hold the unit: a range of another site's cohort is no neighbour. Beyond the
    outermost limits, and among values that are listed, the text does not tell.

    Raises:
        TooMany: see ``MOST``.
    """
    usable = [c for c in cohorts if all(h is not None for h in c.where.values())]
    for column in dict.fromkeys(col for c in usable for col, h in c.where.items() if isinstance(h, Span)):
        spans = [c.where[column] for c in usable if isinstance(c.where.get(column), Span)]
        if len({s.kind for s in spans if isinstance(s, Span)}) > 1:
            continue  # nothing compares with both kinds
        seen: set[str] = set()
        for together, unit in _contexts(usable, column):
            for hole in _between([usable[k] for k in together], column, unit):
                if hole.above.name not in seen:
                    seen.add(hole.above.name)
                    yield hole


def _between(cohorts: Sequence[Bounded], column: str, unit: Unit) -> Iterator[Hole]:
    """The holes of one column, among cohorts that agree in all others."""
    if any(column not in c.where for c in cohorts):
        return  # that one holds every value
    spans = [(c, c.where[column]) for c in cohorts]
    ranged = [(c, s) for c, s in spans if isinstance(s, Span)]
    listed = [h for _, h in spans if isinstance(h, tuple)]
    open_below = [r for r in ranged if r[1].low is None]
    upward = open_below + sorted((r for r in ranged if r[1].low is not None), key=lambda r: r[1].low)
    highest: tuple[Bounded, Span] | None = None
    for cohort, s in upward:
        if highest is not None and highest[1].high is not None and s.low is not None and highest[1].high < s.low:
            low = highest[1].high
            value = _unlisted(Span(s.kind, low, s.low), listed)
            if value is not None:
                yield Hole(column, low, s.low, highest[0], cohort, {**unit, column: value})
        if highest is None or (highest[1].high is not None and (s.high is None or s.high > highest[1].high)):
            highest = (cohort, s)


def _unlisted(between: Span, listed: Sequence[Held]) -> str | None:
    """The lowest value that no cohort lists, in steps of a whole number, a day or a minute."""
    value = between.low
    while value is not None and value < between.high:
        if not any(holds(values, told(value)) for values in listed):
            return told(value)
        value = after(between.kind, value)
    return None


def _contexts(cohorts: Sequence[Bounded], column: str) -> Iterator[tuple[Sequence[int], Unit]]:
    """Each set of cohorts that one unit's other columns can fall in, with such values; sets are kept as bits."""
    found: dict[int, Unit] = {(1 << len(cohorts)) - 1: {}}
    for other in dict.fromkeys(c for cohort in cohorts for c in cohort.where if c != column):
        there = [(value, _holding(cohorts, other, value)) for value in _values(cohorts, other)]
        further: dict[int, Unit] = {}
        for bits, unit in found.items():
            for value, holding in there:
                if bits & holding and bits & holding not in further:
                    further[bits & holding] = {**unit, other: value}
        if len(further) > MOST:
            raise TooMany
        found = further
    for bits, unit in found.items():
        yield [k for k in range(len(cohorts)) if bits >> k & 1], unit


def _holding(cohorts: Sequence[Bounded], column: str, value: str | None) -> int:
    held_by = (column not in c.where or (value is not None and holds(c.where[column], value)) for c in cohorts)
    return sum(1 << k for k, is_held in enumerate(held_by) if is_held)


def _values(cohorts: Sequence[Bounded], column: str) -> list[str | None]:
    """A value for each way in which the cohorts' boundaries of a column can be met."""
    helds = [c.where[column] for c in cohorts if column in c.where]
    listed = [h for h in helds if isinstance(h, tuple)]
    values: list[str | None] = list(dict.fromkeys(v for h in listed for v in h))
    spans = [h for h in helds if isinstance(h, Span)]
    for kind in dict.fromkeys(s.kind for s in spans):
        limits = sorted({end for s in spans if s.kind == kind for end in (s.low, s.high) if end is not None})
        tail = before(kind, limits[0])
        values += [told(tail)] if tail is not None else []
        values += [_unlisted(Span(kind, a, b), listed) or told(a) for a, b in pairwise(limits)]
        values.append(told(limits[-1]))
    return [*values, None]


def unit_told(unit: Unit) -> str:
    """``a unit with site = "Basel" and age = 50``."""
    named = [f"{column} = {_quoted(value)}" for column, value in unit.items() if value is not None]
    named += [f"a {column} that no cohort names" for column, value in unit.items() if value is None]
    return "a unit with " + ", ".join(named[:-1]) + (" and " if len(named) > 1 else "") + named[-1]


def _quoted(value: str) -> str:
    plain = NUMBER.fullmatch(value) or DATE.fullmatch(value) or CLOCK.match(value)
    return value if plain else f'"{value}"'
