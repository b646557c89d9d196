"""Predictions and outcomes as the engine's relations ``p`` and ``o``: the run's reading of what the views show a check."""

from collections.abc import Mapping
from typing import Any

from evalspec.plan.model import Plan
from evalspec.tables.boundaries import inside
from evalspec.tables.engine import literal, quoted, relation
from evalspec.tally import statements as sql
from evalspec.tally.base import Inputs, Source
from evalspec.tally.needs import ALL
from evalspec.terms import Scope


def keyed_by_cohort(plan: Plan) -> bool:
    """Whether an id means a unit only together with its cohort."""
    return plan.units is not None and plan.units.id_scope is Scope.COHORT and plan.cohorts is not None


def load(con: Any, inputs: Inputs) -> None:
    """``p(unit, cohort, fold, model, s0 …)`` and ``o(unit, token, cohort)``; a CSV file is read once, into a table."""
    plan = inputs.plan
    assert plan.units is not None
    assert plan.data.predictions is not None
    file = inputs.files["predictions"]
    native = _native(inputs)
    unit = plan.data.predictions.columns.of("unit", plan.units.id)
    kinds = {c: "DOUBLE" for c in sql.score_columns(plan) if _is_typed(plan, file, c)} | _floats(file)
    kinds |= {unit: "BIGINT"} if native else {}
    cohort, fold = _places(plan, inputs)
    text = sql.predictions(plan, relation(file.opened, file.layout.columns, kinds), cohort, fold)
    if _cohort_from_units(plan, inputs):
        text = _with_units(plan, inputs, text)
    con.execute(f"CREATE {'TABLE' if file.layout.format == 'csv' else 'VIEW'} p AS {text}")
    con.execute(f"CREATE VIEW o AS {_outcomes(plan, inputs.files['outcomes'], native=native)}")


def _is_typed(plan: Plan, file: Source, column: str) -> bool:
    """Whether a score column is read as DOUBLE; in a long table rows of calls, or of other models, may hold texts."""
    return not sql.is_long(plan) or file.layout.kinds.get(column, "VARCHAR") != "VARCHAR"


def _floats(file: Source) -> dict[str, str]:
    """A 4-byte float is read as the double that it is, so that its text is the one a check saw."""
    return {c: "DOUBLE" for c, kind in file.layout.kinds.items() if kind == "FLOAT"}


def _text(column: str) -> str:
    return f"CAST({quoted(column)} AS VARCHAR)"


def _outcomes(plan: Plan, file: Source, *, native: bool) -> str:
    assert plan.units is not None
    assert plan.data.outcomes is not None
    o = plan.data.outcomes.columns
    unit, token = o.of("unit", plan.units.id), o.of("outcome", plan.outcome.column)
    rows = relation(file.opened, file.layout.columns, {unit: "BIGINT"} if native else {})
    cohort = o.of("cohort", plan.cohorts.column if plan.cohorts else None)
    extra = f", {quoted(cohort)} AS cohort" if keyed_by_cohort(plan) else ""
    return f"SELECT {quoted(unit)} AS unit, {quoted(token)} AS token{extra} FROM {rows}"


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


def _cohort_from_units(plan: Plan, inputs: Inputs) -> bool:
    if plan.cohorts is None or "units" not in inputs.files:
        return False
    return cohort_column(plan, plan.data.predictions, inputs.files["predictions"].layout.columns) is None


def _places(plan: Plan, inputs: Inputs) -> tuple[str, str]:
    """SQL for the cohort and the fold of a prediction."""
    fold = "''"
    if plan.design.fold and plan.data.predictions:
        fold = _text(plan.data.predictions.columns.of("fold", plan.design.fold))
    if plan.cohorts is None:
        return literal(ALL), fold
    column = cohort_column(plan, plan.data.predictions, inputs.files["predictions"].layout.columns)
    if column is not None:
        return _text(column), fold
    return ("''" if "units" in inputs.files else _boundaries(plan)), fold


def _boundaries(plan: Plan) -> str:
    """The cohort by the members' boundaries; '' outside all of them. That no unit is in two was checked."""
    assert plan.cohorts is not None
    branches = [
        f"WHEN {inside(c.where, _text)} THEN {literal(name)}" for name, c in plan.cohorts.members.items() if c.where
    ]
    return f"CASE {' '.join(branches)} ELSE '' END" if branches else "''"


def _with_units(plan: Plan, inputs: Inputs, text: str) -> str:
    """The cohort comes from the table of units."""
    return f"SELECT p.* REPLACE (u.cohort AS cohort) FROM ({text}) p JOIN ({units_with_cohort(plan, inputs)}) u ON p.unit = u.unit"


def units_with_cohort(plan: Plan, inputs: Inputs) -> str:
    """``(unit, cohort)`` from the table of units."""
    assert plan.data.units is not None
    assert plan.units is not None
    units = inputs.files["units"]
    unit = _text(plan.data.units.columns.of("unit", plan.units.id))
    column = cohort_column(plan, plan.data.units, units.layout.columns)
    cohort = _text(column) if column is not None else _boundaries(plan)
    return (
        f"SELECT {unit} AS unit, {cohort} AS cohort FROM {relation(units.opened, units.layout.columns, _floats(units))}"
    )
