"""What a bootstrap draws from: the cells of the tally as columns, each with its units, its stratum and what it adds.

A column is a decision cell, a score group of one class, or a kind of cluster; a resample says how many of each were
drawn. Nothing here knows a row.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evalspec.plan.model.summary import Interval
from evalspec.records import Confusion, Counts, ScoreGroup
from evalspec.results._combine import Selection, slice_of
from evalspec.results._evidence import Slice
from evalspec.results._rows import Number
from evalspec.terms import Takes


@dataclass(frozen=True, slots=True)
class Column:
    """``units`` of these are there; one of them adds ``adds`` to its cell, by place."""

    cell: Slice
    stratum: str
    units: int
    adds: Mapping[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Universe:
    """``columns`` by stratum; ``width``: places of a cell; ``scores``: of score groups, of each cell."""

    columns: tuple[Column, ...]
    width: Mapping[Slice, int]
    scores: Mapping[Slice, tuple[float, ...]]

    @property
    def strata(self) -> dict[str, list[int]]:
        """The units of each stratum's columns, in order."""
        found: dict[str, list[int]] = {}
        for column in self.columns:
            found.setdefault(column.stratum, []).append(column.units)
        return found

    def cells(self, drawn: Any) -> dict[Slice, Any]:
        """Resamples of columns, shape (replicates, columns), to resamples of cells: (replicates, places) each."""
        import numpy as np

        found = {cell: np.zeros((drawn.shape[0], width), np.int64) for cell, width in self.width.items()}
        done = 0
        for first, cell, place, length in self._blocks():
            self._add(found, drawn, range(done, first))
            found[cell][:, place : place + length] += drawn[:, first : first + length]
            done = first + length
        self._add(found, drawn, range(done, len(self.columns)))
        return found

    def _add(self, found: dict[Slice, Any], drawn: Any, columns: range) -> None:
        """Columns of which one adds to several places, or several to one place: one by one."""
        for k in columns:
            column = self.columns[k]
            for place, n in column.adds.items():
                found[column.cell][:, place] += n * drawn[:, k] if n != 1 else drawn[:, k]

    def _blocks(self) -> list[tuple[int, Slice, int, int]]:
        """(first column, cell, first place, how many): runs of columns that each add 1 to the place after the last one's.

        Score groups stand so. Thousands of columns are then one addition of a block.
        """
        found: list[tuple[int, Slice, int, int]] = []
        for k, column in enumerate(self.columns):
            place = next(iter(column.adds), -1)
            if column.adds != {place: 1}:
                continue
            first, cell, start, length = found[-1] if found else (-1, column.cell, -1, 0)
            if first + length == k and start + length == place and cell == column.cell:
                found[-1] = (first, cell, start, length + 1)
            else:
                found.append((k, column.cell, place, 1))
        return found


def cells_of(number: Number, selection: Selection, declared: Interval) -> list[Slice]:
    """The cells that are drawn: each cohort by itself where cohorts are combined, drawn or a stratum, else all as one."""
    names = number.evidence.names
    apart = (
        "cohorts" in number.combination.axes or declared.resample == "cohorts" or "cohort" in (declared.strata or ())
    )
    cohorts = selection.get("cohorts", names["cohorts"])
    inside = {axis: members for axis, members in selection.items() if axis != "cohorts"}
    each = [(c,) for c in cohorts] if apart else [tuple(cohorts)]
    return [slice_of({**inside, "cohorts": members}, names["cohorts"]) for members in each]


def universe_of(number: Number, selection: Selection, declared: Interval) -> Universe:
    """The columns of every cell, brought into the order of their strata."""
    strata = declared.strata or ()
    columns: list[Column] = []
    width: dict[Slice, int] = {}
    scores: dict[Slice, tuple[float, ...]] = {}
    for cell in cells_of(number, selection, declared):
        cohort = cell.cohorts[0] if "cohort" in strata and len(cell.cohorts) == 1 else ""
        found, width[cell], scores[cell] = _columns(number, cell, clusters=declared.resample == "clusters")
        for units, actual, adds in found:
            outcome = actual if "outcome" in strata else ""
            columns.append(Column(cell, f"{cohort}/{outcome}", units, adds))
    columns.sort(key=lambda column: column.stratum)
    return Universe(columns=tuple(columns), width=width, scores=scores)


Drawn = list[tuple[int, str, Mapping[int, int]]]
"""(units, actual class, what one adds)."""


def _columns(number: Number, cell: Slice, *, clusters: bool) -> tuple[Drawn, int, tuple[float, ...]]:
    ranked = number.metric.takes in (Takes.CUT_GROUPS, Takes.GROUPS)
    if clusters and ranked:
        return _of_clustered_scores(number.evidence.cluster_groups(number.where, cell))
    if clusters:
        kinds = number.evidence.cluster_counts(number.where, cell)
        return [(k.clusters, "", dict(enumerate((k.tp, k.fn, k.tn, k.fp)))) for k in kinds], 4, ()
    if ranked:
        return _of_scores(number.source.given(cell))
    return _of_table(table_of(number, cell))


def table_of(number: Number, cell: Slice) -> Counts | Confusion:
    """The whole confusion table where classes share their units, else the counts."""
    if number.source.whole_sample or (number.plan.outcome.classes and not cell.classes):
        return number.evidence.confusion(number.where, cell)
    counts: Counts = number.source.given(cell)
    return counts


def _of_table(table: Counts | Confusion) -> tuple[Drawn, int, tuple[float, ...]]:
    if isinstance(table, Counts):
        cells = ((table.tp, "1"), (table.fn, "1"), (table.tn, "0"), (table.fp, "0"))
        return [(n, actual, {place: 1}) for place, (n, actual) in enumerate(cells)], 4, ()
    k = len(table.classes)
    found: Drawn = [
        (n, table.classes[i], {i * k + j: 1}) for i, row in enumerate(table.cells) for j, n in enumerate(row)
    ]
    return found, k * k, ()


def _of_scores(groups: Sequence[ScoreGroup]) -> tuple[Drawn, int, tuple[float, ...]]:
    """Positives of every group first, then negatives."""
    n = len(groups)
    found: Drawn = [(g.n_positive, "1", {i: 1}) for i, g in enumerate(groups)]
    found += [(g.n_negative, "0", {n + i: 1}) for i, g in enumerate(groups)]
    return found, 2 * n, tuple(g.score for g in groups)


def _of_clustered_scores(clusters: Sequence[Sequence[ScoreGroup]]) -> tuple[Drawn, int, tuple[float, ...]]:
    seen = {g.score for groups in clusters for g in groups}
    scores = tuple(sorted(seen))
    place, n = {s: i for i, s in enumerate(scores)}, len(scores)
    found: Drawn = []
    for groups in clusters:
        adds = {place[g.score]: g.n_positive for g in groups if g.n_positive}
        adds |= {n + place[g.score]: g.n_negative for g in groups if g.n_negative}
        found.append((1, "", adds))
    return found, 2 * n, scores
