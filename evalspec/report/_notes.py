"""What is undefined and why, who was left out, what shared training data forbid, and how numbers were rounded."""

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from evalspec.report._head import WIDTH
from evalspec.report._places import AXES
from evalspec.report._spread import shares_training
from evalspec.report._words import few, safe
from evalspec.report.base import Record

Row = Mapping[str, Any]
_MOST = 60


def notes(record: Record) -> list[str]:
    """Each reason once; of very many, each metric's and reason's places counted."""
    lines = [
        *_undefined(record),
        *_uninformative(record),
        *_left_out(record),
        *_of_no_cohort(record),
        *_dependent(record),
    ]
    rounding = "  numbers are rounded for display, half to even; results.json holds them unrounded; (k/K): defined in k of K cohorts"
    if any(r[axes] is not None for r in record.results["rows"] for axes in ("classes", "folds", "repeats")):
        rounding = "  numbers are rounded for display, half to even; results.json holds them unrounded; (k/K): defined in k of K"
    return ["NOTES", "", *lines, rounding, ""]


def _undefined(record: Record) -> Iterator[str]:
    found: dict[tuple[str, str], dict[str, None]] = {}
    rows = {r["address"]: r for r in record.results["rows"]}
    kept = [r for r in rows.values() if any(r[axis] is not None for axis in AXES)]
    for m in [*record.results["companions"], *kept]:
        if m["undefined"]:
            row = rows[m["address"]]
            found.setdefault((row["metric"], m["undefined"]), {}).setdefault(_where(row, m), None)
    number = sum(map(len, found.values()))
    for (metric, reason), places in found.items():
        if number > _MOST:
            yield from _note(f"undefined: {metric} in {len(places):,} places ({few(list(places))}): {safe(reason)}")
            continue
        for place in places:
            yield from _note(f"undefined: {metric} in {place}: {safe(reason)}")


def _where(row: Row, part: Row) -> str:
    """``A`` for a cohort alone; else every member by its axis: ``class 2 of cohort A``."""
    at = {axis: part.get(axis) if part.get(axis) is not None else row[axis] for axis in AXES}
    there = {axis: name for axis, name in at.items() if name is not None}
    group = f", subgroup {safe(row['subgroup'])}" if row["subgroup"] else ""
    if list(there) == ["cohort"]:
        return safe(there["cohort"]) + group
    return " of ".join(f"{axis} {safe(there[axis])}" for axis in reversed(AXES) if axis in there) + group


def _uninformative(record: Record) -> Iterator[str]:
    """Average precision where nobody is negative is 1, whatever the scores."""
    ranked = {r["model"] for r in record.results["rows"] if r["metric"] == "average_precision"}
    alone = [
        c["cohort"] for c in record.results["counts"] if c["positives"] and not c["negatives"] and c["model"] in ranked
    ]
    known = list(dict.fromkeys(alone))
    for c in known[:_MOST]:
        yield f"  average_precision in {safe(c)} is 1 for any scores: every unit there is positive"
    if len(known) > _MOST:
        yield f"  so it is in {len(known) - _MOST:,} more"


def _left_out(record: Record) -> Iterator[str]:
    """Units left out and indeterminate results, a cohort each; by decision where decisions differ."""
    for field, told in (("excluded", "left out as declared"), ("indeterminate", "with an indeterminate result")):
        by_cohort: dict[str, dict[int, dict[str, None]]] = {}
        for c in record.results["counts"]:
            if c["subgroup"] is None and (c[field] or c["cohort"] in by_cohort):
                of = c["model"] + (f" at {c['threshold']}" if c["threshold"] else "")
                by_cohort.setdefault(c["cohort"], {}).setdefault(c[field], {}).setdefault(of, None)
        for n, (cohort, numbers) in enumerate(by_cohort.items()):
            if n == _MOST:
                yield f"  {told}: units of {len(by_cohort) - _MOST:,} more cohorts, in the tables and in results.json"
                break
            for k, decisions in numbers.items():
                if k:
                    of = f" ({few(list(decisions))})" if len(numbers) > 1 or field == "indeterminate" else ""
                    yield from _note(f"{told}: {k} unit{'s' if k != 1 or not of else ''} of {safe(cohort)}{of}")


def _of_no_cohort(record: Record) -> Iterator[str]:
    """Units without a prediction whose cohort nothing names: no table has them, so what the opening found is told."""
    for j in record.judgements:
        if j.name == "outcome-without-unit" and "left out" in j.reason:
            yield from _note(f"{j.reason}; nothing says which cohort they are in")


def _dependent(record: Record) -> Iterator[str]:
    """In a leave-one-cohort-out design, of the intervals over cohorts."""
    rows = [
        r
        for r in record.results["rows"]
        if r["interval"] and r["cohorts"] not in (None, "each", "pooled") and not r["cohort"]
    ]
    told = shares_training(record.plan.design.kind.value, len({c["cohort"] for c in record.results["counts"]}))
    if told and rows:
        names = few(list(dict.fromkeys(r["summary"] for r in rows)))
        yield from _note(f"{told}; an interval over cohorts ({names}) takes them as independent")


def _note(text: str) -> list[str]:
    return wrap(
        text, WIDTH, initial_indent="  ", subsequent_indent="      ", break_long_words=False, break_on_hyphens=False
    )


__all__ = ["notes"]
