"""The inventory of features: when each is known, and what it was made from."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from evalspec.plan.model import Plan
from evalspec.records import Blinded, Path
from evalspec.rules.data._sql import quoted

_OFFSET = re.compile(r"([+-]?)(\d+(?:\.\d+)?) ?([a-z]+)?", re.IGNORECASE)
_BEFORE = ("before", "before-index", "baseline", "at-index", "index", "at")
_AFTER = ("after", "after-index", "after-outcome", "outcome", "later", "follow-up")


@dataclass(frozen=True, slots=True)
class Feature:
    """One row: ``after`` is None where its time is not understood."""

    name: str
    available_at: str
    after: bool | None
    derived_from: tuple[str, ...]
    line: int


def inventory(plan: Plan, blinded: Blinded) -> tuple[Feature, ...]:
    """The features in file order. `data.features` must have been read."""
    assert plan.features
    columns, there = plan.features.columns, blinded.tables["features"].columns
    shown = [
        quoted(columns.of(w)) if columns.of(w) in there else "''" for w in ("name", "available_at", "derived_from")
    ]
    rows = blinded.ask(f"SELECT {', '.join(shown)}, line FROM features ORDER BY line")
    return tuple(Feature(n, at, is_after(at), _parts(made), line) for n, at, made, line in rows)


def is_after(text: str) -> bool | None:
    """Whether a time relative to the index time lies behind it: ``-3 days``, ``0``, ``+1 h``, ``before``, ``after``."""
    word = text.strip().lower().replace("_", "-").replace(" ", "-")
    if word in _BEFORE or word in _AFTER:
        return word in _AFTER
    found = _OFFSET.fullmatch(text.strip())
    if not found:
        return None
    return found[1] != "-" and float(found[2]) > 0


def sources(features: Sequence[Feature], name: str) -> set[str]:
    """Everything that a feature was made from, over as many steps as it takes."""
    made = {f.name: f.derived_from for f in features}
    seen: set[str] = set()
    todo = list(made.get(name, ()))
    while todo:
        one = todo.pop()
        if one not in seen:
            seen.add(one)
            todo += made.get(one, ())
    return seen


def outcome_columns(plan: Plan) -> set[str]:
    """The columns that hold outcomes."""
    return {c for c in (plan.outcome.column, *(x.column for x in (plan.outcome.labels or {}).values())) if c}


def boundary_columns(plan: Plan) -> Iterator[tuple[Path, str]]:
    """Each column that says who is evaluated, in which cohort, subgroup or stratum; and where the plan names it."""
    if plan.cohorts and plan.cohorts.column:
        yield ("cohorts", "column"), plan.cohorts.column
    for name, cohort in (plan.cohorts.members if plan.cohorts else {}).items():
        for column in cohort.where or ():
            yield ("cohorts", "members", name, "where", column), column
    for name, subgroup in plan.subgroups.items():
        for column in subgroup.where or ():
            yield ("subgroups", name, "where", column), column
        if subgroup.by:
            yield ("subgroups", name, "by"), subgroup.by
    if plan.sampling and plan.sampling.strata:
        yield ("sampling", "strata", "column"), plan.sampling.strata.column


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(";") if part.strip())
