"""The tables of the text report: every cell with its counts and values, then each word over the axes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from evalspec.report._counted import Counted, Summed
from evalspec.report._order import assumed
from evalspec.report._places import (
    AXES,
    PLURAL,
    Block,
    Column,
    Place,
    axes_there,
    block_of,
    combines,
    index,
    place_of_counts,
)
from evalspec.report._target import target
from evalspec.report._words import folded, listed, safe, table
from evalspec.report.base import Record

Rows = Sequence[Mapping[str, Any]]
Values = Mapping[Place, Mapping[Column, str]]


def tables(record: Record) -> Iterator[str]:
    """For each decision, subgroup and assumption: its cells with their counts, and every declared metric in each."""
    counts = record.results["counts"]
    blocks = list(dict.fromkeys(block_of(c) for c in counts if c["tp"] is not None))
    rows = [r for r in record.results["rows"] if is_decision(r)]
    found = index(record, rows).values
    cells: dict[Block, list[Mapping[str, Any]]] = {}
    for c in counts:
        if c["tp"] is not None:
            cells.setdefault(block_of(c), []).append(c)
    for block in blocks:
        if block in found:
            yield from _of_block(record, block, cells[block], found[block])
            yield ""


def is_decision(row: Mapping[str, Any]) -> bool:
    """Whether a number is about calls, and so stands beside their counts."""
    from evalspec.tally.needs import metrics

    return bool(row["threshold"]) or metrics()[row["metric"].split("(")[0]].needs_decision


def title_of(block: Block) -> str:
    """``m1 at main, in subgroup women``."""
    at = f" at {block.threshold}" if block.threshold else ", as called"
    group = f", in subgroup {safe(block.subgroup)}" if block.subgroup else ""
    return block.model + at + group + assumed(block.scenario)


def _of_block(record: Record, block: Block, cells: Rows, values: Values) -> Iterator[str]:
    yield title_of(block)
    yield ""
    axes = axes_there(record)
    counted = Counted(cells, {place_of_counts(c, axes): c for c in cells})
    classes = any(c["class"] is not None for c in cells)
    inside = {p: v for p, v in values.items() if not classes or _of_class(p)}
    beside = {p: v for p, v in values.items() if p not in inside}
    if classes and "cohort" in axes:
        inside |= {p: inside.get(p, {}) for p in _together(counted.cells)}
    yield from grid(counted, inside, decision=True)
    if beside:
        yield ""
        yield "all classes together" if record.plan.outcome.classes else "all labels together"
        yield ""
        yield from grid(counted, beside, decision=False, cells=False)
    yield from target(record, block, counted)


def _together(cells: Iterable[Place]) -> Iterator[Place]:
    """Each class with all cohorts and folds put together, in each repeat: a repeat holds the same units again."""
    for _, name, fold, repeat in cells:
        yield ("pooled", name, fold and "pooled", repeat)


def _of_class(place: Place) -> bool:
    said = place[AXES.index("class")]
    return said is not None and said.startswith("=")


def grid(counted: Counted, values: Values, *, decision: bool, cells: bool = True) -> Iterator[str]:
    """One line a place: with ``cells`` those of the companion table first, then what was put together or combined."""
    columns = list(dict.fromkeys(c for of in values.values() for c in of))
    lines = list(counted.cells) if cells else []
    across = [p for p in values if p not in counted.cells or not cells]
    if not cells:
        lines, across = [p for p in across if not _across(p)], [p for p in across if _across(p)]
    across.sort(key=_across)
    leads = _leads([*lines, *across])
    body, more = (
        [[*lead(p, leads, counted), *_counts(counted, p, decision), *_cells(values.get(p), columns)] for p in places]
        for places in (lines, across)
    )
    head = [*(AXES[i] for i in leads), *counted.head(decision=decision), *(c.title for c in columns)]
    body, left_out = folded(body)
    yield from table(head, body + more, left=max(len(leads), 1), rule_before=len(body) if more and body else None)
    yield from left_out
    for population in dict.fromkeys(c.population for c in columns if c.population):
        at = listed(
            [
                f"{c:g}"
                for c in dict.fromkeys(
                    c.prevalence for c in columns if c.population == population and c.prevalence is not None
                )
            ]
        )
        yield f"at {at}: re-expressed at that prevalence, of population {safe(population)}"


def _across(place: Place) -> bool:
    """Whether it is a number over cohorts, and not one cohort's."""
    return place[0] is None or not place[0].startswith("=")


def _leads(places: Sequence[Place]) -> list[int]:
    """The axes that say where a line stands; the cohort where nothing else does, so that a line has a name."""
    return [i for i, _ in enumerate(AXES) if any(p[i] is not None for p in places)] or [0]


def lead(place: Place, leads: Sequence[int], counted: Counted) -> list[str]:
    """A member's name, or the word over the axis; ``all`` where all units are meant."""
    return [_said(place[i], AXES[i], counted.cells.get(place)) for i in leads]


def _said(said: str | None, axis: str, cell: Mapping[str, Any] | None) -> str:
    if said is None:
        if axis == "class":
            return "whole sample"
        return (
            safe(cell["cohort"]) if cell and axis == "cohort" else "all" if axis == "cohort" else f"all {PLURAL[axis]}"
        )
    return safe(said[1:]) if said.startswith("=") else said


def _cells(values: Mapping[Column, str] | None, columns: Sequence[Column]) -> list[str]:
    return [(values or {}).get(c, "") for c in columns]


def _counts(counted: Counted, place: Place, decision: bool) -> list[str]:
    """Counts of a place, of classes combined those of its units; none where cohorts, folds or repeats are combined."""
    at = place if decision or _of_class(place) else _whole(place)
    found: Summed | None = None if combines(at) else counted.at(at)
    return counted.line(found, decision=decision)


def _whole(place: Place) -> Place:
    """The units of a place, whatever their classes."""
    return tuple(None if axis == "class" else said for axis, said in zip(AXES, place, strict=True))


__all__ = ["grid", "is_decision", "lead", "tables", "title_of"]
