"""A table of TP, FN, TN and FP in place of predictions and outcomes: strict whole numbers to decision cells."""

import re
from typing import Any

from evalspec.plan.model import Plan
from evalspec.records import CellKey, Counts, Place, Refusal, Tally
from evalspec.tables.engine import connect, quoted, relation
from evalspec.tally.axes import ALL, cohorts_of
from evalspec.tally.base import Source
from evalspec.tally.needs import needs

_WHOLE = re.compile(r"0|[1-9][0-9]*")
_FOURFOLD = ("tp", "fn", "tn", "fp")
MOST = 999_999_999_999
"""The largest count read: results are JSON, where sums of integers must stay below 2**53."""


def tally_of_counts(plan: Plan, source: Source) -> Tally:
    """One cell for each cohort, model and threshold that a summary needs; the other rows are read and left out.

    Raises:
        Refusal: a column is missing, a count is no whole number, or a cell is missing, twice or undeclared (exit 1).
    """
    assert plan.data.counts is not None
    file, columns = plan.data.counts.path, plan.data.counts.columns
    names = {word: columns.of(word) for word in (*_FOURFOLD, "model", "threshold")}
    names["cohort"] = columns.of("cohort", plan.cohorts.column if plan.cohorts else None)
    names["fold"] = columns.fold or plan.design.fold or ""
    there = source.layout.columns
    for word in (*_FOURFOLD, *(["cohort"] if plan.cohorts else [])):
        if names[word] not in there:
            raise Refusal(
                f"counts has no column {names[word]}; it has {', '.join(there)}", file=file, place=Place(1), exit_code=1
            )
    con = connect()
    try:
        shown = ", ".join(quoted(c) for c in there)
        rows = con.execute(f"SELECT {shown} FROM {relation(source.opened, there, {})}").fetchall()
    finally:
        con.close()
    found: dict[CellKey, Counts] = {}
    for number, values in enumerate(rows):
        row, place = dict(zip(there, values, strict=True)), Place(number + 2)
        key = _key(plan, names, row, file, place)
        if key in found:
            raise Refusal("this cohort, model and threshold stand twice", file=file, place=place, exit_code=1)
        found[key] = Counts(**{w: _whole(row[names[w]], names[w], file, place) for w in _FOURFOLD})
    _expected_units(plan, found, file)
    found |= _outcomes_alone(plan, found, file)
    _complete(plan, found, file)
    declared = set(needs(plan).decisions)
    evaluated = set(cohorts_of(plan))
    cells = {k: n for k, n in sorted(found.items()) if (k.threshold, k.model) in declared and k.cohort in evaluated}
    return Tally(cells=cells, rankings={})


def _key(plan: Plan, names: dict[str, str], row: dict[str, Any], file: str, place: Place) -> CellKey:
    model = _named(row, names["model"], list(plan.models), "model", file, place)
    threshold = _named(row, names["threshold"], list(plan.thresholds) or [""], "threshold", file, place)
    every = list(plan.cohorts.members) if plan.cohorts else []
    cohort = _named(row, names["cohort"], every, "cohort", file, place) if plan.cohorts else ALL
    return CellKey(threshold=threshold, model=model, cohort=cohort, fold=str(row.get(names["fold"], "")))


def _named(row: dict[str, Any], column: str, declared: list[str], word: str, file: str, place: Place) -> str:
    """The row's own name, which must be declared; where the column is absent, the only declared one."""
    if column not in row:
        if len(declared) == 1:
            return declared[0]
        raise Refusal(
            f"counts has no column {column}, and the plan has {len(declared)} {word}s",
            file=file,
            place=Place(1),
            exit_code=1,
        )
    if row[column] not in declared:
        told = ", ".join(declared)
        raise Refusal(
            f"{word} {row[column]!r} is not in the plan; there are {told}", file=file, place=place, exit_code=1
        )
    return str(row[column])


def _whole(text: str, column: str, file: str, place: Place) -> int:
    if not _WHOLE.fullmatch(text):
        raise Refusal(
            f"{column} is {text!r}, which is no count",
            file=file,
            place=place,
            help="write a whole number from 0",
            exit_code=1,
        )
    if int(text) > MOST:
        raise Refusal(f"{column} is {text}; a count is at most {MOST}", file=file, place=place, exit_code=1)
    return int(text)


def _expected_units(plan: Plan, found: dict[CellKey, Counts], file: str) -> None:
    """A cohort's units in the table are those expected of it, at every threshold."""
    for name, cohort in (plan.cohorts.members if plan.cohorts else {}).items():
        for model, threshold in {(k.model, k.threshold) for k in found if k.cohort == name}:
            units = sum(
                n.units for k, n in found.items() if (k.cohort, k.model, k.threshold) == (name, model, threshold)
            )
            if cohort.expected is not None and units != cohort.expected.units:
                told = f"cohort {name} has {units} units, {cohort.expected.units} expected"
                raise Refusal(
                    told, file=file, help="correct the table, or find out which units are missing", exit_code=1
                )


def _outcomes_alone(plan: Plan, found: dict[CellKey, Counts], file: str) -> dict[CellKey, Counts]:
    """Cells with nobody called, for metrics that need no decision: every threshold must show the same outcomes."""
    wanted = {model for threshold, model in needs(plan).decisions if not threshold}
    cells: dict[CellKey, Counts] = {}
    for key, n in found.items():
        if not key.threshold or key.model not in wanted:
            continue
        alone = CellKey(threshold="", model=key.model, cohort=key.cohort, fold=key.fold)
        outcomes = Counts(tp=0, fn=n.positives, tn=n.negatives, fp=0)
        before = cells.setdefault(alone, outcomes)
        if before != outcomes:
            raise Refusal(
                f"model {key.model}, cohort {key.cohort} has {before.positives} positives and {before.negatives} negatives at one"
                f" threshold, {outcomes.positives} and {outcomes.negatives} at {key.threshold}",
                file=file,
                exit_code=1,
            )
    return cells


def _complete(plan: Plan, found: dict[CellKey, Counts], file: str) -> None:
    there = {(k.threshold, k.model, k.cohort) for k in found}
    for threshold, model in needs(plan).decisions:
        for cohort in cohorts_of(plan):
            if (threshold, model, cohort) not in there:
                raise Refusal(
                    f"counts has no row for model {model}, cohort {cohort}, threshold {threshold}",
                    file=file,
                    exit_code=1,
                )
