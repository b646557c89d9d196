"""Bootstrap of a declared number: its cells drawn again and again from the tally, and combined as the number is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from evalspec.intervals._draws import multinomial, resamples, stream
from evalspec.intervals.base import BootstrapInterval
from evalspec.plan.model.summary import Interval
from evalspec.records import Confusion, Counts, Limits, Member, Real, ScoreGroup, Undefined, Value
from evalspec.results._combine import Combination, Selection
from evalspec.results._evidence import Slice
from evalspec.results._rows import Number
from evalspec.results._universe import Universe, universe_of
from evalspec.terms import Takes

MOST_JACKKNIFE = 20_000_000
"""Entries of the leave-one-out tables that are worked through for BCa limits."""

Cells = Mapping[Slice, Any]
NAN = float("nan")


def resampled(number: Number, selection: Selection, value: Value, method: BootstrapInterval) -> Limits | Undefined:
    """The bootstrap limits of a row, in its own stream of draws: the plan's seed and the row's address name it."""
    declared = number.summary.interval
    assert declared is not None
    assert not isinstance(value, Undefined)
    name = number.address(number.at(selection))
    if declared.resample == "cohorts":
        replicates, left_out = _by_cohort(number, selection, declared, name)
    else:
        replicates, left_out = _by_unit(number, selection, declared, name)
    jackknife = left_out() if declared.limits == "bca" else None
    if isinstance(jackknife, Undefined):
        return jackknife
    found: Limits | Undefined = method(
        float(value.exact), replicates, level=Fraction(declared.level), sides=declared.sides,
        limits=declared.limits or "percentile", jackknife=jackknife,
    )  # fmt: skip
    return found


Jackknife = Callable[[], "tuple[list[float], list[int]] | Undefined"]


def _by_unit(number: Number, selection: Selection, declared: Interval, name: str) -> tuple[list[float], Jackknife]:
    universe = universe_of(number, selection, declared)
    of_cells = Values(number, selection, universe)
    found: list[float] = []
    for drawn in resamples(declared.seed or 0, name, universe.strata, declared.replicates or 0):
        found += of_cells(universe.cells(drawn))
    return found, lambda: _left_out(universe, of_cells)


def _left_out(universe: Universe, of_cells: "Values") -> "tuple[list[float], list[int]] | Undefined":
    """The value without one unit (or cluster) of each column, and how many units the column holds."""
    import numpy as np

    units = [column.units for column in universe.columns]
    there = [k for k, n in enumerate(units) if n]
    if len(there) * len(units) > MOST_JACKKNIFE:
        return Undefined(f"bca limits leave each of {len(there)} cells out once: too many; say percentile")
    without = np.repeat(np.array([units], np.int64), len(there), axis=0)
    without[np.arange(len(there)), there] -= 1
    return of_cells(universe.cells(without)), [units[k] for k in there]


@dataclass(frozen=True, slots=True)
class Values:
    """Resampled cells to the number's value in each resample; NaN where it is undefined."""

    number: Number
    selection: Selection
    universe: Universe

    def __call__(self, cells: Cells) -> list[float]:
        number = self.number
        if number.metric.takes in (Takes.CUT_GROUPS, Takes.GROUPS):
            return self._of_scores(cells)
        tables = {cell: array.tolist() for cell, array in cells.items()}
        size = len(next(iter(tables.values()))) if tables else 0
        measured: dict[Any, Value] = {}
        found = []
        for r in range(size):
            source = _OfTables(number, {cell: rows[r] for cell, rows in tables.items()}, measured)
            found.append(_number(number.combination.solve(source, self.selection)[0]))
        return found

    def _of_scores(self, cells: Cells) -> list[float]:
        number = self.number
        apart = {cell: _scored(number, self.universe.scores[cell], array) for cell, array in cells.items()}
        if not number.combination.axes and len(cells) == 1:
            return list(next(iter(apart.values())))
        if not number.combination.axes:  # one value over cohorts that are strata: their groups are put together
            scores, together = _merged(number, self.universe, cells)
            return _scored(number, scores, together)
        sizes = {cell: array.sum(axis=1).tolist() for cell, array in cells.items()}
        size = len(next(iter(sizes.values())))
        return [
            _number(
                number.combination.solve(
                    _OfValues({c: v[r] for c, v in apart.items()}, {c: n[r] for c, n in sizes.items()}), self.selection
                )[0]
            )
            for r in range(size)
        ]


def _number(value: Value) -> float:
    return NAN if isinstance(value, Undefined) else float(value.exact)


def _scored(number: Number, scores: tuple[float, ...], array: Any) -> list[float]:
    """A metric of score groups in many resamples: all at once where it can be."""
    n = len(scores)
    positives, negatives = array[:, :n], array[:, n:]
    replicated, told = number.metric.replicated, number.measure.parameters
    if replicated is not None and number.metric.takes is Takes.CUT_GROUPS:
        return [float(v) for v in replicated(positives, negatives, **told)]
    if replicated is not None:
        import numpy as np

        return [float(v) for v in replicated(np.array(scores), positives, negatives, **told)]
    found = []
    for p, q in zip(positives.tolist(), negatives.tolist(), strict=True):
        groups = [ScoreGroup(s, a, b) for s, a, b in zip(scores, p, q, strict=True) if a or b]
        found.append(_number(number.measure.value(groups)))
    return found


def _merged(number: Number, universe: Universe, cells: Cells) -> tuple[tuple[float, ...], Any]:
    """The score groups of several cells as those of one."""
    import numpy as np

    falling = any(s[0] > s[-1] for s in universe.scores.values() if len(s) > 1)
    scores = tuple(sorted({s for of in universe.scores.values() for s in of}, reverse=falling))
    place, n = {s: i for i, s in enumerate(scores)}, len(scores)
    rows = len(next(iter(cells.values())))
    found = np.zeros((rows, 2 * n), np.int64)
    for cell, array in cells.items():
        at = [place[s] for s in universe.scores[cell]]
        found[:, [*at, *(n + i for i in at)]] += array
    return scores, found


@dataclass(frozen=True, slots=True)
class _OfTables:
    """Values of cells from one resample of their tables."""

    number: Number
    tables: Mapping[Slice, list[int]]
    measured: dict[Any, Value]

    def _row(self, at: Slice) -> list[int]:
        """The table of a cell, or of the cells inside it put together; they differ by their cohorts alone."""
        inside = [row for cell, row in self.tables.items() if set(cell.cohorts) <= set(at.cohorts)]
        return inside[0] if len(inside) == 1 else [sum(values) for values in zip(*inside, strict=True)]

    def _table(self, at: Slice) -> Counts | Confusion:
        row, classes = self._row(at), tuple(self.number.plan.outcome.classes or ())
        whole = self.number.source.whole_sample
        if not whole and (not classes or next(iter(self.tables)).classes):
            return Counts(tp=row[0], fn=row[1], tn=row[2], fp=row[3])
        k = len(classes)
        table = Confusion(classes=classes, cells=tuple(tuple(row[i * k : (i + 1) * k]) for i in range(k)))
        if whole:
            return table
        found = Counts(tp=0, fn=0, tn=0, fp=0)
        for name in at.classes or classes:
            found = found + table.against_the_rest(name)
        return found

    def value(self, at: Slice) -> Value:
        """The metric in a cell; each table is measured once."""
        table = self._table(at)
        if table not in self.measured:
            self.measured[table] = self.number.measure.value(table)
        return self.measured[table]

    def size(self, at: Slice) -> int:
        """Units in a cell."""
        return self._table(at).units

    def support(self, at: Slice) -> int:
        """Actual members of the cell's class."""
        table = self._table(at)
        return table.positives if isinstance(table, Counts) else table.units

    def variance(self, at: Slice) -> None:
        """None: a resample has no need of it."""
        return


@dataclass(frozen=True, slots=True)
class _OfValues:
    """Values of cells, measured before."""

    values: Mapping[Slice, float]
    sizes: Mapping[Slice, int]

    def value(self, at: Slice) -> Value:
        """The metric in a cell."""
        value = self.values[at]
        return Real(value) if value == value else Undefined("undefined in this resample")

    def size(self, at: Slice) -> int:
        """Units in a cell."""
        return self.sizes[at]

    def support(self, at: Slice) -> int:
        """None is kept: classes are not resampled by score."""
        raise NotImplementedError

    def variance(self, at: Slice) -> None:
        """None: a resample has no need of it."""
        return


def _by_cohort(number: Number, selection: Selection, declared: Interval, name: str) -> tuple[list[float], Jackknife]:
    """Whole cohorts drawn, each with all of its units."""
    names = number.evidence.names["cohorts"]
    drawn = multinomial(stream(declared.seed or 0, name), [1] * len(names), declared.replicates or 0)
    of_cohorts = _Cohorts(number, selection, declared)
    replicates = [of_cohorts(row) for row in drawn.tolist()]

    def left_out() -> tuple[list[float], list[int]]:
        of_cohorts.combination = with_one_less(number.combination)
        each = [[0 if i == k else 1 for i in range(len(names))] for k in range(len(names))]
        return [of_cohorts(row) for row in each], [1] * len(names)

    return replicates, left_out


def with_one_less(combination: Combination) -> Combination:
    """The same, defined where a cohort less is: without one, all of them are never there."""
    minimum = combination.summary.minimum_defined
    if isinstance(minimum, int):
        less: int | dict[str, int] = max(1, minimum - 1)
    else:
        less = {k: max(1, n - 1) if k == "cohorts" else n for k, n in (minimum or {}).items()}
    return replace(combination, summary=combination.summary.model_copy(update={"minimum_defined": less}))


class _Cohorts:
    """The number's value when each cohort is there so many times."""

    def __init__(self, number: Number, selection: Selection, declared: Interval) -> None:
        self.number, self.selection = number, selection
        self.names = number.evidence.names["cohorts"]
        self.combination = number.combination
        self.combined = "cohorts" in number.combination.axes
        members = number.combination.solve(number.source, selection)[2] if self.combined else {}
        self.members: Mapping[str, Member] = members
        self.universe = None if self.combined else universe_of(number, selection, declared)

    def __call__(self, times: list[int]) -> float:
        if self.combined:
            drawn = {
                f"{name} ({k + 1})": self.members[name]
                for name, n in zip(self.names, times, strict=True)
                for k in range(n)
            }
            return _number(self.combination.step("cohorts", drawn).value)
        return self._pooled(times)

    def _pooled(self, times: list[int]) -> float:
        import numpy as np

        assert self.universe is not None
        by_name = dict(zip(self.names, times, strict=True))
        drawn = [[column.units * by_name[column.cell.cohorts[0]] for column in self.universe.columns]]
        return Values(self.number, self.selection, self.universe)(self.universe.cells(np.array(drawn, np.int64)))[0]
