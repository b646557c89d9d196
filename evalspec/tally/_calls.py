"""Decisions as SQL: which rows are called positive at each threshold, by the declared handling of results that are none."""

from collections.abc import Mapping, Sequence
from typing import Any

from evalspec.cutoffs.at import place_of, value_at
from evalspec.plan.model import Plan
from evalspec.records import Refusal
from evalspec.tally import statements as sql
from evalspec.tally._numbering import Group
from evalspec.tally.base import Inputs
from evalspec.tally.needs import Decision
from evalspec.tally.results_of import columns_of, unclear
from evalspec.terms import PositiveWhen


def calls_of(con: Any, inputs: Inputs, groups: Mapping[int, Group]) -> tuple[dict[Decision, sql.Call], bool]:
    """Each decision's call, and whether the calls need table ``t``: the value, as DOUBLE, of a decision in each group.

    A value that is the same in every group stands in the condition itself.
    """
    plan = inputs.plan
    columns = {c.model: c for c in columns_of(plan)}
    calls: dict[Decision, sql.Call] = {}
    values: dict[str, dict[int, float]] = {}
    for number, (threshold, model) in enumerate(inputs.needs.decisions):
        column = columns[model]
        if column.is_calls:
            condition = f"j.{column.name} = 1"
        elif not threshold:  # a metric that needs no decision: nobody is called
            condition = "false"
        else:
            mine = {g: _value(inputs, threshold, model, at) for g, at in groups.items() if at.model in ("", model)}
            operator = sql.OPERATOR[plan.thresholds[threshold].positive_when or PositiveWhen.AT_LEAST]
            value = f"t.v{number}"
            if len(set(mine.values())) == 1:  # repr is the shortest decimal that reads back as this very double
                value = f"CAST('{next(iter(mine.values()))!r}' AS DOUBLE)"
            else:
                values[f"v{number}"] = mine
            condition = f"j.{column.name} {operator} {value}"
        calls[threshold, model] = _call(plan, threshold, model, column.name, condition)
    names = list(values)
    con.execute(f"CREATE TABLE t (g INTEGER{''.join(f', {n} DOUBLE' for n in names)})")
    rows = [(g, *(values[n].get(g) for n in names)) for g in groups]
    if rows and names:
        con.executemany(f"INSERT INTO t VALUES ({', '.join('?' * (1 + len(names)))})", rows)
    return calls, bool(names)


def _value(inputs: Inputs, threshold: str, model: str, at: Group) -> float:
    fold = place_of(inputs.plan, threshold, cohort=at.cohort, fold=at.fold)
    value = value_at(inputs.thresholds, threshold=threshold, model=model, fold=fold, label=at.label or None)
    if value is None:
        where = f" in fold {fold}" if fold else ""
        where += f" for label {at.label}" if at.label else ""
        raise Refusal(f"threshold {threshold} has no value for model {model}{where}", exit_code=1)
    return value


def _call(plan: Plan, threshold: str, model: str, name: str, condition: str) -> sql.Call:
    """What becomes of indeterminate results and of missing ones, in this order: a token is no missing result."""
    positive = negative = condition
    counted: list[str] = []
    mark = f"(j.x_{name} = 1)" if unclear(plan, model) else ""
    handling = plan.handling
    if mark and handling is not None and handling.indeterminate is not None:
        said = handling.indeterminate.as_
        positive, negative = f"(NOT {mark} AND {condition})", f"(NOT {mark} AND {condition})"
        if said == "counts-as-positive":
            positive = negative = f"({mark} OR {condition})"
        elif said == "counts-as-wrong":
            negative = f"({mark} OR {condition})"
        elif said != "counts-as-negative":  # left out, or a row of their own
            counted.append(f"NOT {mark}")
    said_missing = handling.missing_prediction if handling else None
    absent = f"j.{name} IS NULL" + (f" AND NOT {mark}" if mark else "")
    needs_result = said_missing in (None, "refuse")
    if said_missing == "counts-as-wrong":
        positive = f"(NOT ({absent}) AND {positive})"
        negative = f"({absent} OR {negative})"
    elif not needs_result:
        counted.append(f"NOT ({absent})")
    return sql.Call(
        threshold=threshold, model=model, name=name, positive_called=positive, negative_called=negative,
        counted=" AND ".join(counted), unclear=mark, needs_result=needs_result,
    )  # fmt: skip


def counted_scores(plan: Plan, model: str, name: str) -> str:
    """SQL over a pass for the rows whose score is ranked: neither missing nor indeterminate."""
    mark = f" AND x_{name} = 0" if unclear(plan, model) else ""
    return f"{name} IS NOT NULL{mark}"


def called(call: sql.Call, relation: str, *, by_group: bool, shown: Sequence[str]) -> str:
    """SQL: ``shown`` columns, ``y`` and ``a`` (1 called positive, 0 not) of every row that counts in this decision."""
    values = " LEFT JOIN t ON j.g = t.g" if by_group else ""
    which = f"CASE WHEN j.y = 1 THEN {call.positive_called} ELSE {call.negative_called} END"
    also = f" AND {call.counted}" if call.counted else ""
    told = ", ".join(f"j.{c} AS {c}" for c in shown)
    return f"SELECT {told}, j.y AS y, CASE WHEN {which} THEN 1 ELSE 0 END AS a FROM {relation} j{values} WHERE j.y < 2{also}"
