"""Predictions and outcomes as the engine's relations ``p`` and ``o``: the run's reading of what the views show a check."""

from collections.abc import Mapping
from typing import Any

from evalspec.plan.model import Plan
from evalspec.tables.boundaries import inside
from evalspec.tables.engine import literal, quoted, relation
from evalspec.tally import statements as sql
from evalspec.tally.axes import ALL
from evalspec.tally.base import Inputs, Source
from evalspec.tally.results_of import is_long, may_be_empty, score_columns
from evalspec.tally.subgroups import all_subgroups
from evalspec.terms import Layout, OutcomeKind, Scope


def keyed_by_cohort(plan: Plan) -> bool:
    """Whether an id means a unit only together with its cohort."""
    return plan.units is not None and plan.units.id_scope is Scope.COHORT and plan.cohorts is not None


def keys_of(plan: Plan) -> tuple[str, ...]:
    """The columns of ``p`` and ``o`` that name a decision to be made, beside ``unit``."""
    cohort = ("cohort",) if keyed_by_cohort(plan) else ()
    return (*cohort, "label") if plan.outcome.kind is OutcomeKind.MULTILABEL else cohort


def load(con: Any, inputs: Inputs) -> None:
    """``p(unit, cohort, fold, repeat, label, model, s0 …)`` and ``o(unit, token, cohort, label)``; a CSV is read once."""
    plan = inputs.plan
    assert plan.units is not None
    assert plan.data.predictions is not None
    file = inputs.files["predictions"]
    native = _native(inputs)
    unit = plan.data.predictions.columns.of("unit", plan.units.id)
    kinds = {c: "DOUBLE" for c in score_columns(plan) if _is_typed(plan, file, c)} | _floats(file)
    kinds |= {unit: "BIGINT"} if native else {}
    text = sql.predictions(plan, relation(file.opened, file.layout.columns, kinds), _places(plan, inputs))
    told = _from_units(plan, inputs)
    if told:
        text = _with_units(plan, inputs, text, told)
    con.execute(f"CREATE {'TABLE' if file.layout.format == 'csv' else 'VIEW'} p AS {text}")
    con.execute(f"CREATE VIEW o AS {_outcomes(plan, inputs.files['outcomes'], native=native)}")


def _is_typed(plan: Plan, file: Source, column: str) -> bool:
    """Whether a score column is read as DOUBLE: not where texts may stand in it, of calls, of other models, or empty."""
    return not (is_long(plan) or may_be_empty(plan)) or file.layout.kinds.get(column, "VARCHAR") != "VARCHAR"


def _floats(file: Source) -> dict[str, str]:
    """A 4-byte float is read as the double that it is, so that its text is the one a check saw."""
    return {c: "DOUBLE" for c, kind in file.layout.kinds.items() if kind == "FLOAT"}


def _text(column: str) -> str:
    return f"CAST({quoted(column)} AS VARCHAR)"


def outcome_columns(plan: Plan) -> list[tuple[str, str]]:
    """(SQL of the label, column of the tokens) of every reading of the outcomes: one, or one a label in a wide table."""
    assert plan.data.outcomes is not None
    columns, o = plan.data.outcomes.columns, plan.outcome
    if o.kind is not OutcomeKind.MULTILABEL:
        return [("''", columns.of("outcome", o.column))]
    if plan.data.outcomes.layout is Layout.LONG:
        return [(quoted(columns.of("label")), columns.of("outcome", o.column))]
    return [(literal(name), label.column or name) for name, label in (o.labels or {}).items()]


def _outcomes(plan: Plan, file: Source, *, native: bool) -> str:
    assert plan.units is not None
    assert plan.data.outcomes is not None
    o = plan.data.outcomes.columns
    unit = o.of("unit", plan.units.id)
    rows = relation(file.opened, file.layout.columns, {unit: "BIGINT"} if native else {})
    cohort = o.of("cohort", plan.cohorts.column if plan.cohorts else None)
    extra = f", {quoted(cohort)} AS cohort" if keyed_by_cohort(plan) else ""
    return " UNION ALL ".join(
        f"SELECT {quoted(unit)} AS unit, {quoted(token)} AS token, {label} AS label{extra} FROM {rows}"
        for label, token in outcome_columns(plan)
    )


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


def cohort_column(plan: Plan, file: Any, columns: Mapping[str, str] | tuple[str, ...]) -> str | None:
    """The column of ``file`` (a DataFile) that names the cohort: as renamed there, else the plan's; None if absent."""
    names = (file.columns.cohort if file else None, plan.cohorts.column if plan.cohorts else None)
    return next((n for n in names if n and n in columns), None)


def carried_words(inputs: Inputs) -> tuple[str, ...]:
    """What is carried beside the results: ``m``, a bit a subgroup, and ``c``, the cluster, where a number needs it."""
    subgroups = any(name for name in inputs.needs.passes)
    clusters = any(p.clusters or p.clustered for p in inputs.needs.passes.values())
    return ("m",) * subgroups + ("c",) * clusters


def _carried(plan: Plan, word: str) -> tuple[str, tuple[str, ...]]:
    """SQL over a file's columns for what is carried, and the columns that it reads."""
    if word == "m":
        there = all_subgroups(plan)
        bits = [f"CASE WHEN {inside(w, _text)} THEN {1 << k} ELSE 0 END" for k, w in enumerate(there.values())]
        return f"CAST({' + '.join(bits)} AS BIGINT)", tuple(c for where in there.values() for c in where)
    assert plan.units is not None
    cluster = plan.units.cluster or ""
    return _text(cluster), (cluster,)


def _places(plan: Plan, inputs: Inputs) -> sql.Places:
    """Where a prediction belongs, as far as its own file says; what the units' table says comes by ``_with_units``."""
    assert plan.data.predictions is not None
    columns, there = plan.data.predictions.columns, inputs.files["predictions"].layout.columns
    fold = _text(columns.of("fold", plan.design.fold)) if plan.design.fold else "''"
    repeat = _text(columns.of("repeat", plan.design.repeat)) if plan.design.repeat else "''"
    told = _from_units(plan, inputs)
    cohort = literal(ALL)
    if plan.cohorts is not None:
        column = cohort_column(plan, plan.data.predictions, there)
        cohort = _text(column) if column is not None else "''" if "cohort" in told else _boundaries(plan)
    absent = {"m": "CAST(0 AS BIGINT)", "c": "''"}
    carried = {w: absent[w] if w in told else _carried(plan, w)[0] for w in carried_words(inputs)}
    return sql.Places(cohort=cohort, fold=fold, repeat=repeat, carried=carried)


def _boundaries(plan: Plan) -> str:
    """The cohort by the members' boundaries; '' outside all of them. That no unit is in two was checked."""
    assert plan.cohorts is not None
    branches = [
        f"WHEN {inside(c.where, _text)} THEN {literal(name)}" for name, c in plan.cohorts.members.items() if c.where
    ]
    return f"CASE {' '.join(branches)} ELSE '' END" if branches else "''"


def _from_units(plan: Plan, inputs: Inputs) -> tuple[str, ...]:
    """What the table of units says of a unit because the predictions do not: ``cohort``, ``m``, ``c``."""
    if "units" not in inputs.files:
        return ()
    here = inputs.files["predictions"].layout.columns
    lacking = [w for w in carried_words(inputs) if any(c not in here for c in _carried(plan, w)[1])]
    if plan.cohorts is not None and cohort_column(plan, plan.data.predictions, here) is None:
        lacking.insert(0, "cohort")
    return tuple(lacking)


def _with_units(plan: Plan, inputs: Inputs, text: str, told: tuple[str, ...]) -> str:
    """Columns that come from the table of units."""
    replaced = ", ".join(f"u.{w} AS {w}" for w in told)
    on = "p.unit = u.unit" + (" AND p.cohort = u.cohort" if keyed_by_cohort(plan) and "cohort" not in told else "")
    return f"SELECT p.* REPLACE ({replaced}) FROM ({text}) p JOIN ({units_table(plan, inputs)}) u ON {on}"


def units_table(plan: Plan, inputs: Inputs) -> str:
    """``(unit, cohort, m, c)`` from the table of units; what its columns do not say is 0 or ''."""
    assert plan.data.units is not None
    assert plan.units is not None
    units = inputs.files["units"]
    there = units.layout.columns
    unit = _text(plan.data.units.columns.of("unit", plan.units.id))
    column = cohort_column(plan, plan.data.units, there)
    cohort = literal(ALL) if plan.cohorts is None else _text(column) if column is not None else _bounded(plan, there)
    absent = {"m": "CAST(0 AS BIGINT)", "c": "''"}
    carried = []
    for word in carried_words(inputs):
        text, needed = _carried(plan, word)
        carried.append(f", {text if all(c in there for c in needed) else absent[word]} AS {word}")
    rows = relation(units.opened, there, _floats(units))
    return f"SELECT {unit} AS unit, {cohort} AS cohort{''.join(carried)} FROM {rows}"


def _bounded(plan: Plan, there: tuple[str, ...]) -> str:
    """The cohort by boundaries, where the table has their columns; '' otherwise."""
    assert plan.cohorts is not None
    needed = {column for c in plan.cohorts.members.values() for column in c.where or ()}
    return _boundaries(plan) if needed <= set(there) else "''"
