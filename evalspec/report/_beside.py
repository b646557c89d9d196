"""What a metric or a threshold always brings beside its value."""

from collections.abc import Iterator, Mapping
from typing import Any

from evalspec.report._counted import Counted
from evalspec.report._places import axes_there, block_of, combines, place_of, place_of_counts
from evalspec.report._target import aimed, as_observed
from evalspec.report._words import safe
from evalspec.report.base import Record

Row = Mapping[str, Any]
_FROM_DECLARATIONS = ("likelihood_ratio_cutoff", "probability_cutoff")
_INFINITE = "infinite: a unit of the other class has probability 0 or 1"
_FEW = 8


def beside(record: Record, row: Row) -> Iterator[str]:
    """How it is re-expressed, why it is infinite, the target of its threshold and what was observed."""
    word = row["metric"].split("(")[0]
    if from_declarations(row):
        yield "from the declared costs and prevalence alone: no unit counts here"
    elif row["population"]:
        yield "re-expressed there from sensitivity and specificity, which are assumed to hold there"
    if word == "log_loss" and row["estimate"] == "inf":
        yield _INFINITE
    if word == "average_precision":
        yield "grouped by tied score, not interpolated; its baseline is the prevalence"
    yield from _target(record, row)


def from_declarations(row: Row) -> bool:
    """Whether it is a number of the declared costs and prevalence alone, so that no unit and no axis counts."""
    return row["metric"].split("(")[0] in _FROM_DECLARATIONS


def _target(record: Record, row: Row) -> Iterator[str]:
    """Target, what was observed of it, and how fine that can be told."""
    aim = aimed(record, row["threshold"])
    if aim is None:
        return
    rate, least, _ = aim
    axes = axes_there(record)
    cells = [c for c in record.results["counts"] if block_of(c) == block_of(row)]
    counted = Counted(cells, {place_of_counts(c, axes): c for c in cells})
    place = place_of(row, axes)
    if combines(place):
        yield from _in_each(counted, rate, least)
        return
    found = counted.at(place)
    if found is None or found.positives is None or found.negatives is None:
        return
    sign, n = ("N−", found.negatives) if rate == "specificity" else ("N+", found.positives)
    step = f", one unit of {sign} is a step of {1 / n:.4f}" if n else ""
    yield (
        f"the threshold was to reach a {rate} of at least {least}: observed {as_observed(found, rate)}; "
        f"N+ {found.positives}, N− {found.negatives}{step}"
    )


def _in_each(counted: Counted, rate: str, least: str) -> Iterator[str]:
    head = f"the threshold was to reach a {rate} of at least {least}: observed "
    if len(counted.cells) > _FEW:
        yield head + "as in the table below"
        return
    told = []
    for place in counted.cells:
        found = counted.at(place)
        if found is not None:
            name = " ".join(safe(said.removeprefix("=")) for said in place if said)
            told.append(f"{name} {as_observed(found, rate)}")
    yield head + ", ".join(told)


__all__ = ["beside", "from_declarations"]
