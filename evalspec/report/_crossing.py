"""Which of two models costs less on which side of the prevalence at which they cross."""

from collections.abc import Mapping, Sequence
from typing import Any

from evalspec.report._counted import Counted
from evalspec.report._places import axes_there, block_of, combines, place_of, place_of_counts
from evalspec.report._words import safe, shown
from evalspec.report.base import Record

Row = Mapping[str, Any]


def cheaper(record: Record, row: Row, sides: Sequence[Row | None]) -> str:
    """From the two costs that the results hold, at a prevalence on one side: two straight lines cross once.

    "" where they hold none, the costs are alike, or the crossing is at that prevalence itself.
    """
    first, second = sides
    if first is None or second is None or row["estimate"] is None:
        return ""
    costs = (first["estimate"], second["estimate"])
    at = _prevalence(record, first)
    if (
        at is None
        or not all(isinstance(c, int | float) for c in costs)
        or costs[0] == costs[1]
        or at == row["estimate"]
    ):
        return ""
    here, there = (row["first"], row["second"]) if costs[0] < costs[1] else (row["second"], row["first"])
    below, above = (here, there) if at < row["estimate"] else (there, here)
    return (
        f"below it {safe(below)} costs less, above it {safe(above)}: at prevalence {shown(at)} "
        f"{safe(row['first'])} costs {shown(costs[0])} and {safe(row['second'])} {shown(costs[1])} a case"
    )


def _prevalence(record: Record, row: Row) -> float | None:
    """That of its population, else the one observed where it stands."""
    if row["prevalence"] is not None:
        return float(row["prevalence"])
    axes = axes_there(record)
    cells = [c for c in record.results["counts"] if block_of(c) == block_of(row)]
    place = place_of(row, axes)
    found = None if combines(place) else Counted(cells, {place_of_counts(c, axes): c for c in cells}).at(place)
    if found is None or found.positives is None or not found.units:
        return None
    return found.positives / found.units


__all__ = ["cheaper"]
