"""What the plan's text has told of its cohorts' boundaries already: the files need not say it again."""

from datetime import date
from decimal import Decimal
from typing import Any

from evalspec.plan.model import Plan
from evalspec.plan.model.study import Range
from evalspec.records import Blinded
from evalspec.rules.data._sql import cohorts_stand_in, literal, quoted
from evalspec.rules.plan._cohorts import Hole, TooMany, bounded, holes, overlaps
from evalspec.tables.boundaries import inside


def in_a_gap(plan: Plan, blinded: Blinded) -> str:
    """SQL over (cohort, line): the row falls between two cohorts, where cohort-boundaries-gap has named a unit.

    Where the boundaries' columns lie in two files, every row in no cohort counts as told.
    """
    if plan.cohorts is None or plan.cohorts.outside:
        return "FALSE"
    try:
        found = list(holes(bounded(plan)))
    except TooMany:
        found = []
    if not found:
        return "FALSE"
    table = cohorts_stand_in(plan, blinded)
    columns = {c for member in plan.cohorts.members.values() for c in member.where or ()}
    if not columns <= set(blinded.tables[table].columns):
        return "cohort = ''"
    there = " OR ".join(_inside(plan, hole) for hole in found)
    return f"(cohort = '' AND line IN (SELECT line FROM {table} b WHERE {there}))"


def _inside(plan: Plan, hole: Hole) -> str:
    assert plan.cohorts
    between = Range.model_validate({"from": _written(hole.low), "before": _written(hole.high)})
    told = [inside({hole.column: between}, _of)]
    for cohort in (hole.below, hole.above):
        others = {c: b for c, b in (plan.cohorts.members[cohort.name].where or {}).items() if c != hole.column}
        told += [inside(others, _of)] if others else []
    return "(" + " AND ".join(told) + ")"


def _written(limit: Any) -> str | Decimal:
    return limit.isoformat() if isinstance(limit, date) else limit


def _of(column: str) -> str:
    return f"coalesce(b.{quoted(column)}, '')"


def overlapping(plan: Plan) -> str:
    """SQL over (one, other), two cohorts: cohort-boundaries-overlap has named a unit in both."""
    pairs = sorted({tuple(sorted((one.name, other.name))) for one, other, _ in overlaps(bounded(plan))})
    listed = ", ".join(f"({literal(a)}, {literal(b)})" for a, b in pairs)
    return f"(least(one, other), greatest(one, other)) IN ({listed})" if listed else "FALSE"
