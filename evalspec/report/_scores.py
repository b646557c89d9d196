"""Ranking and probability metrics: the models side by side, cohort by cohort."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evalspec.report._counted import Counted
from evalspec.report._order import assumed
from evalspec.report._places import Block, Place, axes_there, index, place_of_counts, unknown_scenario
from evalspec.report._tables import grid
from evalspec.report._words import safe
from evalspec.report.base import Record
from evalspec.terms import Takes

Rows = Sequence[Mapping[str, Any]]
_OF_SCORES = {Takes.CUT_GROUPS: "ranking of scores", Takes.GROUPS: "probabilities", Takes.RANKS: "ranking of classes"}


def scores(record: Record) -> Iterator[str]:
    """A table for each kind of metric that takes scores and no calls, subgroup and assumption."""
    for takes, title in _OF_SCORES.items():
        rows = [r for r in record.results["rows"] if of_scores(r) is takes]
        for block, values in index(record, rows, by_model=True).values.items():
            group = f", in subgroup {safe(block.subgroup)}" if block.subgroup else ""
            yield title + group + assumed(block.scenario)
            yield ""
            yield from grid(_counted(record, block, rows), values, decision=False)
            yield from _beside(rows, takes)
            yield ""


def of_scores(row: Mapping[str, Any]) -> Takes | None:
    """What a metric without calls takes; None for a metric of calls, or of the declarations alone."""
    from evalspec.tally.needs import metrics

    definition = metrics()[row["metric"].split("(")[0]]
    takes: Takes = definition.takes
    return None if row["threshold"] or definition.needs_decision or takes not in _OF_SCORES else takes


def _counted(record: Record, block: Block, rows: Rows) -> Counted:
    """Units of a place: of its scores where the companion table has them, else of a decision of the same model."""
    axes, models = axes_there(record), {r["model"] for r in rows}
    whole = all(r["classes"] is None and r["class"] is None for r in rows)
    cells: dict[Place, Mapping[str, Any]] = {}
    for c in sorted(record.results["counts"], key=lambda c: (c["cohort"], c["threshold"] is not None)):
        if c["model"] not in models or (c["subgroup"], unknown_scenario(c)) != (block.subgroup, block.scenario):
            continue
        cells.setdefault(place_of_counts({**c, "class": None} if whole else c, axes), c)
    return Counted(list(cells.values()), cells)


def _beside(rows: Rows, takes: Takes) -> Iterator[str]:
    metrics = {r["metric"].split("(")[0] for r in rows}
    if "average_precision" in metrics:
        yield ""
        yield "average precision is grouped by tied score, not interpolated; its baseline is the prevalence"
    infinite = [r for r in rows if r["metric"].startswith("log_loss") and r["estimate"] == "inf"]
    if takes is Takes.GROUPS and infinite:
        yield ""
        yield "log_loss is infinite where a unit of the other class has probability 0 or 1"


__all__ = ["of_scores", "scores"]
