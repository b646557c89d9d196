"""DuckDB, embedded: one join, one GROUP BY, integers out; out of core under a memory limit."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from evalspec.cutoffs.at import place_of, value_at
from evalspec.plan.model import Plan
from evalspec.records import CellKey, Counts, GroupKey, Integrity, Ranking, Refusal, Tally
from evalspec.tables.engine import connect, literal
from evalspec.tally import statements as sql
from evalspec.tally._misfits import misfits
from evalspec.tally._numbering import Group, Numbering, number_groups
from evalspec.tally._rankings import rankings
from evalspec.tally._sources import keyed_by_cohort, load, units_with_cohort
from evalspec.tally.base import Engine, Inputs
from evalspec.tally.needs import Needs, cohorts_of
from evalspec.terms import PositiveWhen


def tally(inputs: Inputs) -> tuple[Tally | None, Integrity]:
    """One pass over predictions and outcomes. The tally is None where the outcomes don't fit: see ``Integrity``.

    Raises:
        Refusal: a threshold value or a result is missing that the check should have found.
    """
    import duckdb

    con = connect(threads=inputs.threads, memory=inputs.memory, ordered=False)
    try:
        plan, needs = inputs.plan, inputs.needs
        load(con, inputs)
        numbering = number_groups(con, plan)
        groups = numbering.groups
        calls, by_group = _thresholds(con, inputs, groups)
        _join(con, plan, needs, numbering.relation)
        counted = con.execute(sql.cells([(c[1], c[2]) for c in calls], by_group=by_group)).fetchall()
        integrity = _integrity(con, inputs, numbering, counted)
        if not _fits(plan, integrity):
            return None, replace(integrity, **misfits(inputs))
        cells = _cells(plan, groups, calls, counted)
        ranked = _rank(con, plan, needs, numbering)
        found = Tally(cells=cells, rankings=ranked, excluded=_excluded(groups, counted))
        return found, replace(integrity, called=_called(cells))
    except duckdb.Error as e:  # without its text: that may quote rows
        told = f"the engine stopped ({type(e).__name__})"
        raise Refusal(told, help="this is our fault, or the machine's, not your plan's", exit_code=70) from None
    finally:
        con.close()


Call = tuple[tuple[str, str], str, str]
"""((threshold, model), column in j, SQL condition that means called positive)."""


def _thresholds(con: Any, inputs: Inputs, groups: Mapping[int, Group]) -> tuple[list[Call], bool]:
    """The calls, and whether they need table ``t``: the value, as DOUBLE, of (threshold, model) in each group.

    A value that is the same in every group stands in the condition itself.
    """
    plan, decisions = inputs.plan, inputs.needs.decisions
    columns = {c.model: c for c in sql.columns_of(plan)}
    calls: list[Call] = []
    values: dict[str, dict[int, float]] = {}
    for number, (threshold, model) in enumerate(decisions):
        column = columns[model]
        if column.is_calls:
            calls.append(((threshold, model), column.name, f"j.{column.name} = 1"))
            continue
        if not threshold:  # a metric that needs no decision: nobody is called
            calls.append(((threshold, model), column.name, "false"))
            continue
        mine = {g: _value(inputs, threshold, model, c, f) for g, (m, c, f) in groups.items() if m in ("", model)}
        operator = sql.OPERATOR[plan.thresholds[threshold].positive_when or PositiveWhen.AT_LEAST]
        value = f"t.v{number}"
        if len(set(mine.values())) == 1:  # repr is the shortest decimal that reads back as this very double
            value = f"CAST('{next(iter(mine.values()))!r}' AS DOUBLE)"
        else:
            values[f"v{number}"] = mine
        calls.append(((threshold, model), column.name, f"j.{column.name} {operator} {value}"))
    names = list(values)
    con.execute(f"CREATE TABLE t (g INTEGER{''.join(f', {n} DOUBLE' for n in names)})")
    rows = [(g, *(values[n].get(g) for n in names)) for g in groups]
    if rows and names:
        con.executemany(f"INSERT INTO t VALUES ({', '.join('?' * (1 + len(names)))})", rows)
    return calls, bool(names)


def _value(inputs: Inputs, threshold: str, model: str, cohort: str, fold: str) -> float:
    at = place_of(inputs.plan, threshold, cohort=cohort, fold=fold)
    value = value_at(inputs.thresholds, threshold=threshold, model=model, fold=at)
    if value is None:
        where = f" in fold {fold}" if fold else ""
        raise Refusal(f"threshold {threshold} has no value for model {model}{where}", exit_code=1)
    return value


def _join(con: Any, plan: Plan, needs: Needs, numbered: str) -> None:
    """``j``: kept as a table where scores are ranked afterwards, else read by one query."""
    by_cohort = keyed_by_cohort(plan)
    kind = "TABLE" if needs.each or needs.pooled else "VIEW"
    text = sql.joined(plan, list(sql.result_columns(plan)), numbered, by_cohort=by_cohort)
    con.execute(f"CREATE {kind} j AS {text}")


def _integrity(con: Any, inputs: Inputs, numbering: Numbering, counted: Sequence[Any]) -> Integrity:
    plan, groups, predicted = inputs.plan, numbering.groups, numbering.predicted
    by_y = [sum(row[1 + y] for row in counted) for y in range(6)]
    matched = by_y[0] + by_y[1] + by_y[2] + by_y[5]
    key = "unit, cohort" if keyed_by_cohort(plan) else "unit"
    twice, tokens, missing, extra = 0, {}, 0, by_y[sql.WITHOUT_UNIT]
    if matched + by_y[sql.MISSING] != predicted:
        twice = _one(con, f"SELECT count(*) FROM (SELECT 1 FROM o GROUP BY {key} HAVING count(*) > 1)")
    if by_y[sql.UNDECLARED]:
        known = ", ".join(
            literal(t) for t in (plan.outcome.positive or "", plan.outcome.negative or "", *plan.outcome.unknown)
        )
        text = f"SELECT coalesce(token, ''), count(*) FROM o WHERE token IS NULL OR token NOT IN ({known}) GROUP BY 1 ORDER BY 1"
        tokens = dict(con.execute(text).fetchall())
    if by_y[sql.MISSING]:
        wanted = ", ".join(literal(c) for c in cohorts_of(plan))
        missing = _one(
            con,
            f"SELECT count(*) FROM (SELECT DISTINCT {key} FROM p WHERE cohort IN ({wanted})) p ANTI JOIN o USING ({key})",
        )
    if extra and plan.cohorts is not None:
        extra = _one(con, _extra(inputs, key))
    positives, negatives = _by_cohort(plan, groups, counted)
    return Integrity(
        rows_predicted=predicted, rows_matched=matched, missing_outcome=missing, outcome_without_unit=extra,
        duplicate_outcome=twice, undeclared_tokens=tokens, positives=positives, negatives=negatives,
        unknown_status=by_y[sql.UNKNOWN],
    )  # fmt: skip


def _one(con: Any, text: str) -> int:
    found: int = con.execute(text).fetchone()[0]
    return found


def _extra(inputs: Inputs, key: str) -> str:
    """Outcomes without a prediction; those of units that are in no evaluation cohort are no fault."""
    plan = inputs.plan
    wanted = ", ".join(literal(c) for c in cohorts_of(plan))
    rows = f"SELECT * FROM o ANTI JOIN p USING ({key})"
    if keyed_by_cohort(plan):
        rows = f"SELECT * FROM ({rows}) WHERE cohort IN ({wanted}) OR cohort NOT IN (SELECT cohort FROM p)"
    elif "units" in inputs.files:
        others = f"SELECT unit FROM ({units_with_cohort(plan, inputs)}) WHERE cohort NOT IN ({wanted})"
        rows = f"SELECT * FROM ({rows}) WHERE unit IS NULL OR CAST(unit AS VARCHAR) NOT IN ({others})"
    return f"SELECT count(*) FROM ({rows})"


def _by_cohort(
    plan: Plan, groups: Mapping[int, Group], counted: Sequence[Any]
) -> tuple[dict[str, int], dict[str, int]]:
    """Positives and negatives of each cohort, of one model: all have the same units."""
    positives, negatives = dict.fromkeys(cohorts_of(plan), 0), dict.fromkeys(cohorts_of(plan), 0)
    first = {c: min((m for m, k, _ in groups.values() if k == c), default="") for c in positives}
    for row in counted:
        if row[0] is not None and groups[row[0]][0] == first[groups[row[0]][1]]:
            positives[groups[row[0]][1]] += row[2]
            negatives[groups[row[0]][1]] += row[1]
    return positives, negatives


def _fits(plan: Plan, integrity: Integrity) -> bool:
    """Whether the outcomes fit the predictions as far as the plan allows; the rules say what is wrong."""
    excludes = plan.handling is not None and not isinstance(plan.handling.missing_outcome, str | None)
    missing = integrity.missing_outcome + integrity.unknown_status
    bad = integrity.duplicate_outcome or integrity.undeclared_tokens or integrity.outcome_without_unit
    return not bad and (excludes or not missing)


def _excluded(groups: Mapping[int, Group], counted: Sequence[Any]) -> dict[str, int]:
    """Units without a known outcome, by cohort, of one model (all models have the same units)."""
    found: dict[str, dict[str, int]] = {}
    for row in counted:
        if row[0] is not None and (left := row[1 + sql.MISSING] + row[1 + sql.UNKNOWN]):
            model, cohort, _ = groups[row[0]]
            by_model = found.setdefault(cohort, {})
            by_model[model] = by_model.get(model, 0) + left
    return {cohort: max(by_model.values()) for cohort, by_model in sorted(found.items())}


def _cells(
    plan: Plan, groups: Mapping[int, Group], calls: Sequence[Call], counted: Sequence[Any]
) -> dict[CellKey, Counts]:
    found: dict[CellKey, Counts] = {}
    for row in sorted((r for r in counted if r[0] is not None), key=lambda r: r[0]):
        m, cohort, fold = groups[row[0]]
        negatives, positives = row[1], row[2]
        for number, ((threshold, model), _, _) in enumerate(calls):
            if m not in ("", model):
                continue
            tp, fp, none = row[7 + 3 * number : 10 + 3 * number]
            if none:
                raise Refusal(f"model {model} has {none} units without a result in cohort {cohort}", exit_code=1)
            key = CellKey(threshold=threshold, model=model, cohort=cohort, fold=fold)
            found[key] = Counts(tp=tp, fn=positives - tp, tn=negatives - fp, fp=fp)
    empty = Counts(tp=0, fn=0, tn=0, fp=0)
    for (threshold, model), _, _ in calls:
        there = {k.cohort for k in found if (k.threshold, k.model) == (threshold, model)}
        for cohort in cohorts_of(plan):
            if cohort not in there:
                found[CellKey(threshold=threshold, model=model, cohort=cohort, fold="")] = empty
    return dict(sorted(found.items()))


def _called(cells: Mapping[CellKey, Counts]) -> dict[tuple[str, str, str], tuple[int, int]]:
    """Units called positive, and all units, of each threshold, model and cohort: its folds together."""
    found: dict[tuple[str, str, str], tuple[int, int]] = {}
    for key, n in cells.items():
        place = (key.threshold, key.model, key.cohort)
        called, units = found.get(place, (0, 0))
        found[place] = (called + n.tp + n.fp, units + n.tp + n.fn + n.tn + n.fp)
    return found


def _rank(con: Any, plan: Plan, needs: Needs, numbering: Numbering) -> dict[GroupKey, Ranking]:
    """Each model's score groups, in each cohort and, where declared, over all of them."""
    columns = {c.model: c.name for c in sql.columns_of(plan)}
    found: dict[GroupKey, Ranking] = {}
    for models, pooled in ((needs.each, False), (needs.pooled, True)):
        for model in models:
            cohorts = ("",) if pooled else numbering.cohorts
            ranked = numbering.ranked(model, pooled=pooled)
            rows = f"(SELECT {ranked} AS r, {columns[model]} AS s, y FROM j WHERE y < 2)"
            for r, ranking in rankings(con, rows, len(cohorts)).items():
                found[GroupKey(model=model, cohort=cohorts[r])] = ranking
    return dict(sorted(found.items()))


ENGINE = Engine(id="duckdb", title="DuckDB, embedded", tally=tally)
