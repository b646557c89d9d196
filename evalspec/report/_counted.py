"""Counts as columns of a table: of a cell of the companion table, or added up over the axes that are put together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evalspec.report._places import AXES, Place
from evalspec.report._words import shown

Row = Mapping[str, Any]
_FOURFOLD = ("tp", "fn", "tn", "fp")
_CLASS = AXES.index("class")


@dataclass(frozen=True, slots=True, kw_only=True)
class Summed:
    """Counts of a place. ``actual`` is None where classes are put together or left open: a unit is not one class alone."""

    units: int
    excluded: int
    indeterminate: int
    positives: int | None
    negatives: int | None
    fourfold: tuple[int, ...] | None
    threshold: float | None = None


class Counted:
    """The companion table of one decision; ``cells`` are its lines by their places."""

    def __init__(self, rows: Sequence[Row], cells: Mapping[Place, Row]) -> None:
        self.rows, self.cells = rows, cells
        self.classes = any(c["class"] is not None for c in rows)
        self.thresholds = any(c["threshold_value"] is not None for c in rows)
        self.excluded = any(c["excluded"] for c in rows)
        self.indeterminate = any(c["indeterminate"] for c in rows)

    def at(self, place: Place) -> Summed | None:
        """The counts of a place; None where there are none."""
        if place in self.cells:
            return _one(self.cells[place])
        rows = [c for p, c in self.cells.items() if _inside(p, place)]
        return _added(rows, one_class=self.classes and place[_CLASS] in (None, "pooled")) if rows else None

    def head(self, *, decision: bool) -> list[str]:
        """The titles of the columns."""
        return [
            "units",
            *(["excluded"] if self.excluded else []),
            *(["indeterminate"] if self.indeterminate else []),
            *(
                (["actual", "called"] if self.classes else ["pos", "neg", "prev"])
                if decision or not self.classes
                else []
            ),
            *(["threshold"] if decision and self.thresholds else []),
            *(["TP", "FN", "TN", "FP"] if decision else []),
        ]

    def line(self, found: Summed | None, *, decision: bool) -> list[str]:
        """The cells of these columns; empty where there are no counts."""
        if found is None:
            return [""] * len(self.head(decision=decision))
        at = "" if found.threshold is None else f"{found.threshold:g}"
        return [
            str(found.units),
            *([str(found.excluded)] if self.excluded else []),
            *([str(found.indeterminate)] if self.indeterminate else []),
            *(self._actual(found) if decision or not self.classes else []),
            *([at] if decision and self.thresholds else []),
            *((map(str, found.fourfold) if found.fourfold else [""] * 4) if decision else []),
        ]

    def _actual(self, found: Summed) -> list[str]:
        if found.positives is None or found.negatives is None:
            return [""] * (2 if self.classes else 3)
        if self.classes:
            called = str(found.fourfold[0] + found.fourfold[3]) if found.fourfold else ""
            return [str(found.positives), called]
        prevalence = shown(found.positives / found.units) if found.units else "–"
        return [str(found.positives), str(found.negatives), prevalence]


def _one(row: Row) -> Summed:
    return Summed(
        units=row["units"], excluded=row["excluded"], indeterminate=row["indeterminate"], positives=row["positives"],
        negatives=row["negatives"], threshold=row["threshold_value"],
        fourfold=None if row["tp"] is None else tuple(row[k] for k in _FOURFOLD),
    )  # fmt: skip


def _inside(cell: Place, place: Place) -> bool:
    return all(said is None or said == "pooled" or said == at for at, said in zip(cell, place, strict=True))


def _added(rows: Sequence[Row], *, one_class: bool) -> Summed:
    """Over classes the units are the same ones: they are counted once, and nobody is positive or negative as such."""
    first = [c for c in rows if c["class"] == rows[0]["class"]] if one_class else rows
    by_cohort = {c["cohort"]: c["excluded"] for c in rows}
    called = not one_class and all(c["tp"] is not None for c in rows)
    return Summed(
        units=sum(c["units"] for c in first), excluded=sum(by_cohort.values()),
        indeterminate=sum(c["indeterminate"] for c in first),
        positives=None if one_class else sum(c["positives"] for c in rows),
        negatives=None if one_class else sum(c["negatives"] for c in rows),
        fourfold=tuple(sum(c[k] for c in rows) for k in _FOURFOLD) if called else None,
    )  # fmt: skip


__all__ = ["Counted", "Summed"]
