"""DuckDB, embedded: one join, one GROUP BY, integers out; out of core under a memory limit."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from evalspec.cutoffs.at import value_at
from evalspec.plan.model import Plan
from evalspec.records import CellKey, Counts, GroupKey, Integrity, Ranking, Refusal, Tally
from evalspec.tables.boundaries import inside
from evalspec.tables.engine import connect, literal, quoted, relation
from evalspec.tally import statements as sql
from evalspec.tally._misfits import misfits
from evalspec.tally._numbering import Group, Numbering, number_groups
from evalspec.tally._rankings import rankings
from evalspec.tally.base import Engine, Inputs
from evalspec.tally.needs import ALL, Needs, cohorts_of
from evalspec.terms import PositiveWhen, Scope


def tally(inputs: Inputs) -> tuple[Tally | None, Integrity]:
    """One pass over predictions and outcomes. The tally is None where the outcomes don't fit: see ``Integrity``.

    Raises:
        Refusal: a threshold value or a result is missing that the check should have found.
    """
    con = connect(threads=inputs.threads, memory=inputs.memory, ordered=False)
    try:
        plan, needs = inputs.plan, inputs.needs
        _load(con, inputs)
        numbering = number_groups(con, plan)
        groups = numbering.groups
        calls, by_group = _thresholds(con, inputs, groups)
        _join(con, plan, needs, numbering.relation)
        counted = con.execute(sql.cells([(c[1], c[2]) for c in calls], by_group=by_group)).fetchall()
        integrity = _integrity(con, plan, numbering, counted)
        if not _fits(plan, integrity):
            return None, replace(integrity, **misfits(inputs))
        cells = _cells(plan, groups, calls, counted)
        ranked = _rank(con, plan, needs, numbering)
        return Tally(cells=cells, rankings=ranked, excluded=_excluded(groups, counted)), integrity
    finally:
        con.close()


def _load(con: Any, inputs: Inputs) -> None:
    """``p`` and ``o``; a CSV file is read once, into a table."""
    plan = inputs.plan
    assert plan.units is not None
    assert plan.data.outcomes is not None
    file = inputs.files["predictions"]
    native = _native(inputs)
    cohort, fold = _places(plan, inputs)
    unit = plan.data.predictions.columns.of("unit", plan.units.id) if plan.data.predictions else plan.units.id
    kinds = {c: "DOUBLE" for c, is_calls in sql.result_columns(plan).values() if not is_calls}
    kinds |= {unit: "BIGINT"} if native else {}
    text = sql.predictions(plan, relation(file.opened, file.layout.columns, kinds), cohort, fold)
    if "units" in inputs.files and not _cohort_in_predictions(plan, file.layout.columns):
        text = _with_units(plan, inputs, text)
    con.execute(f"CREATE {'TABLE' if file.layout.format == 'csv' else 'VIEW'} p AS {text}")
    o = plan.data.outcomes.columns
    o_unit, token = o.of("unit", plan.units.id), o.of("outcome", plan.outcome.column)
    by_cohort = plan.units.id_scope is Scope.COHORT and plan.cohorts is not None
    o_cohort = o.of("cohort", plan.cohorts.column if plan.cohorts else None)
    outcomes = inputs.files["outcomes"]
    o_source = relation(outcomes.opened, outcomes.layout.columns, {o_unit: "BIGINT"} if native else {})
    extra = f", {quoted(o_cohort)} AS cohort" if by_cohort else ""
    con.execute(f"CREATE VIEW o AS SELECT {quoted(o_unit)} AS unit, {quoted(token)} AS token{extra} FROM {o_source}")


def _native(inputs: Inputs) -> bool:
    """Whether both ids are integers in Parquet: they then join as they are."""
    plan = inputs.plan
    if plan.units is None or "units" in inputs.files or plan.data.outcomes is None or plan.data.predictions is None:
        return False
    a, b = inputs.files["predictions"], inputs.files["outcomes"]
    names = (
        plan.data.predictions.columns.of("unit", plan.units.id),
        plan.data.outcomes.columns.of("unit", plan.units.id),
    )
    return all(f.is_integer(n) for f, n in zip((a, b), names, strict=True))


def _cohort_in_predictions(plan: Plan, columns: Sequence[str]) -> bool:
    return plan.cohorts is None or (plan.cohorts.column is not None and plan.cohorts.column in columns)


def _places(plan: Plan, inputs: Inputs) -> tuple[str, str]:
    """SQL for the cohort and the fold of a prediction."""
    fold = "''"
    if plan.design.fold and plan.data.predictions:
        fold = quoted(plan.data.predictions.columns.of("fold", plan.design.fold))
    if plan.cohorts is None:
        return literal(ALL), fold
    if plan.cohorts.column and _cohort_in_predictions(plan, inputs.files["predictions"].layout.columns):
        return quoted(plan.cohorts.column), fold
    if "units" in inputs.files:
        return "''", fold
    return _boundaries(plan), fold


def _boundaries(plan: Plan) -> str:
    """The cohort by the members' boundaries; '' outside all of them. That no unit is in two was checked."""
    assert plan.cohorts is not None
    branches = [
        f"WHEN {inside(c.where, quoted)} THEN {literal(name)}" for name, c in plan.cohorts.members.items() if c.where
    ]
    return f"CASE {' '.join(branches)} ELSE '' END" if branches else "''"


def _with_units(plan: Plan, inputs: Inputs, text: str) -> str:
    """The cohort comes from the table of units."""
    assert plan.data.units is not None
    assert plan.units is not None
    assert plan.cohorts is not None
    columns, units = plan.data.units.columns, inputs.files["units"]
    unit = quoted(columns.of("unit", plan.units.id))
    cohort = quoted(columns.of("cohort", plan.cohorts.column)) if plan.cohorts.column else _boundaries(plan)
    source = relation(units.opened, units.layout.columns, {})
    return (
        f"SELECT p.* REPLACE (u.cohort AS cohort) FROM ({text}) p "
        f"JOIN (SELECT {unit} AS unit, {cohort} AS cohort FROM {source}) u ON p.unit = u.unit"
    )


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
        mine = {g: _value(inputs, threshold, model, f) for g, (m, _, f) in groups.items() if m in ("", model)}
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


def _value(inputs: Inputs, threshold: str, model: str, fold: str) -> float:
    value = value_at(inputs.thresholds, threshold=threshold, model=model, fold=fold)
    if value is None:
        where = f" in fold {fold}" if fold else ""
        raise Refusal(f"threshold {threshold} has no value for model {model}{where}", exit_code=1)
    return value


def _join(con: Any, plan: Plan, needs: Needs, numbered: str) -> None:
    """``j``: kept as a table where scores are ranked afterwards, else read by one query."""
    by_cohort = plan.units is not None and plan.units.id_scope is Scope.COHORT and plan.cohorts is not None
    kind = "TABLE" if needs.each or needs.pooled else "VIEW"
    text = sql.joined(plan, list(sql.result_columns(plan)), numbered, by_cohort=by_cohort)
    con.execute(f"CREATE {kind} j AS {text}")


def _integrity(con: Any, plan: Plan, numbering: Numbering, counted: Sequence[Any]) -> Integrity:
    groups, predicted = numbering.groups, numbering.predicted
    by_y = [sum(row[1 + y] for row in counted) for y in range(6)]
    matched = by_y[0] + by_y[1] + by_y[2] + by_y[5]
    twice, tokens, missing = 0, {}, 0
    if matched + by_y[sql.MISSING] != predicted:
        twice = con.execute("SELECT count(*) FROM (SELECT 1 FROM o GROUP BY unit HAVING count(*) > 1)").fetchone()[0]
    if by_y[sql.UNDECLARED]:
        known = ", ".join(
            literal(t) for t in (plan.outcome.positive or "", plan.outcome.negative or "", *plan.outcome.unknown)
        )
        text = f"SELECT coalesce(token, ''), count(*) FROM o WHERE token IS NULL OR token NOT IN ({known}) GROUP BY 1 ORDER BY 1"
        tokens = dict(con.execute(text).fetchall())
    if by_y[sql.MISSING]:
        missing = con.execute(
            "SELECT count(DISTINCT unit) FROM p WHERE unit NOT IN (SELECT unit FROM o WHERE unit IS NOT NULL)"
        ).fetchone()[0]
    extra = by_y[sql.WITHOUT_UNIT]
    if extra and plan.cohorts is not None:
        # outcomes of units that are in no evaluation cohort are no fault
        extra = con.execute("SELECT count(*) FROM o WHERE unit IS NULL OR unit NOT IN (SELECT unit FROM p)").fetchone()[
            0
        ]
    positives: dict[str, int] = dict.fromkeys(cohorts_of(plan), 0)
    negatives: dict[str, int] = dict.fromkeys(cohorts_of(plan), 0)
    first = {c: min((m for m, k, _ in groups.values() if k == c), default="") for c in positives}
    for row in counted:
        if row[0] is not None and groups[row[0]][0] == first[groups[row[0]][1]]:
            positives[groups[row[0]][1]] += row[2]
            negatives[groups[row[0]][1]] += row[1]
    return Integrity(
        rows_predicted=predicted, rows_matched=matched, missing_outcome=missing, outcome_without_unit=extra,
        duplicate_outcome=twice, undeclared_tokens=tokens, positives=positives, negatives=negatives,
        unknown_status=by_y[sql.UNKNOWN],
    )  # fmt: skip


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
