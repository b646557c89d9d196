"""Where each number of the results stands: one index, so that every table reads the same values."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evalspec.plan.model import Plan
from evalspec.report._words import PLACES, shown
from evalspec.report.base import Record
from evalspec.tally.axes import has_folds

Row = Mapping[str, Any]
Rows = Sequence[Row]

AXES = ("cohort", "class", "fold", "repeat")
"""As columns of a table, from left to right."""

EVERY = frozenset(AXES)

PLURAL = {"cohort": "cohorts", "class": "classes", "fold": "folds", "repeat": "repeats"}
_OF_POPULATIONS = ("prevalence-lower", "prevalence-upper")


@dataclass(frozen=True, slots=True)
class Block:
    """Numbers that share a table: of one decision, group of units and assumption about unknown outcomes."""

    model: str
    threshold: str | None
    subgroup: str | None
    scenario: str | None


@dataclass(frozen=True, slots=True)
class Column:
    """What is measured. ``model`` where the models stand side by side."""

    metric: str
    population: str | None
    prevalence: float | None
    model: str = ""

    @property
    def title(self) -> str:
        """As the head of a column."""
        at = f" at {self.prevalence:g}" if self.prevalence is not None else ""
        return self.metric + at + (f" {self.model}" if self.model else "")


Place = tuple[str | None, ...]
"""For each of ``AXES`` the member as ``=name``, the word over it, or None where it is no axis."""


@dataclass(slots=True)
class Index:
    """Every value as it is shown, by block, place and column; lines and columns in the order of the results."""

    values: dict[Block, dict[Place, dict[Column, str]]] = field(default_factory=dict)

    def put(self, block: Block, place: Place, column: Column, text: str) -> None:
        """The first one stays."""
        self.values.setdefault(block, {}).setdefault(place, {}).setdefault(column, text)


def places_of(plan: Plan, summary: str) -> int:
    """The places shown of a summary's numbers: as declared, else four."""
    declared = next((s.rounding for s in plan.summaries if s.id == summary), None)
    return PLACES if declared is None else declared


def unknown_scenario(row: Row) -> str | None:
    """What is assumed of units without a known outcome; None where nothing is."""
    said = [s for s in (row.get("scenario") or "").split(", ") if s and s not in _OF_POPULATIONS]
    return said[0] if said else None


def prevalence_limit(row: Row) -> str | None:
    """``lower`` or ``upper``, where the row holds at a limit of an uncertain prevalence."""
    said = [s for s in (row.get("scenario") or "").split(", ") if s in _OF_POPULATIONS]
    return said[0].removeprefix("prevalence-") if said else None


def axes_there(record: Record) -> frozenset[str]:
    """The axes on which the results have members: in leave-one-cohort-out the fold is the cohort, and no axis."""
    there = {
        "cohort": len({c["cohort"] for c in record.results["counts"]}) > 1, "class": True,
        "fold": has_folds(record.plan), "repeat": record.plan.design.repeat is not None,
    }  # fmt: skip
    return frozenset(axis for axis, is_there in there.items() if is_there)


def place_of(row: Row, axes: frozenset[str]) -> Place:
    """Where a declared number stands."""
    return tuple(_said_of(row, axis) if axis in axes else None for axis in AXES)


def _said_of(row: Row, axis: str) -> str | None:
    word: str | None = row.get(PLURAL[axis])
    return f"={row[axis]}" if row.get(axis) is not None else None if word in (None, "each") else word


def place_of_counts(row: Row, axes: frozenset[str]) -> Place:
    """Where a line of the companion table stands."""
    return tuple(f"={row[axis]}" if axis in axes and row.get(axis) is not None else None for axis in AXES)


def with_member(place: Place, part: Row) -> Place:
    """The place of one member of a row."""
    return tuple(
        f"={part[axis]}" if part.get(axis) is not None else said for axis, said in zip(AXES, place, strict=True)
    )


def combines(place: Place) -> bool:
    """Whether values were combined, so that no counts belong to it."""
    return any(said is not None and said != "pooled" and not said.startswith("=") for said in place)


def block_of(row: Row) -> Block:
    """The table of a row, a line of counts, or a figure."""
    return Block(row["model"], row["threshold"], row["subgroup"], unknown_scenario(row))


def index(record: Record, rows: Rows, *, by_model: bool = False) -> Index:
    """These declared numbers and their members; with ``by_model`` the models stand side by side in one block."""
    axes, found = axes_there(record), Index()
    members: dict[str, list[Row]] = {}
    for part in record.results["companions"]:
        members.setdefault(part["address"], []).append(part)
    for row, text in _shown(record, rows):
        block, column = _block(row, by_model), _column(row, by_model)
        found.put(block, place_of(row, axes), column, text)
    for row in rows:
        block, column, places = _block(row, by_model), _column(row, by_model), places_of(record.plan, row["summary"])
        for part in members.get(row["address"], ()):
            at = with_member(place_of(row, axes), part)
            found.put(block, at, column, shown(part["estimate"], places))
    return found


def _block(row: Row, by_model: bool) -> Block:
    block = block_of(row)
    return Block("", None, block.subgroup, block.scenario) if by_model else block


def _column(row: Row, by_model: bool) -> Column:
    return Column(row["metric"], row["population"], row["prevalence"], row["model"] if by_model else "")


def _shown(record: Record, rows: Rows) -> Iterator[tuple[Row, str]]:
    """``(3/4)``: defined members of all, of a value that was combined."""
    axes = axes_there(record)
    for row in rows:
        k_of_k = f" ({row['defined']}/{row['of']})" if row["of"] and combines(place_of(row, axes)) else ""
        yield row, shown(row["estimate"], places_of(record.plan, row["summary"])) + k_of_k
