"""What ``Blinded.ask`` can be asked: one shape for every layout and format. All views are there, if need be empty.

- ``predictions``, ``units``, ``training``: the files as they stand (those that were read), every column as text, and
  ``line``: the line in a CSV file, the row number in Parquet.
- ``prediction(unit, cohort, fold, repeat, model, label, score_text, score, call, line)``: a row a unit and model.
  ``score`` is NULL where ``score_text`` is no finite number in JSON's grammar. A unit inside several boundaries has a
  row for each of these cohorts; ``cohort`` is '' for a unit in none, and ``ALL`` where the plan has no cohorts.
- ``unit(unit, cohort, cluster, line, source)``: from `data.units`, else the distinct units of the predictions.
- ``manifest(fold, unit, cohort, role, token, line)``: ``role`` is 'training', 'evaluation', or '' for an unknown
  ``token``. ``unit`` is '' in a manifest of cohorts; in one of units ``cohort`` comes from ``unit``.
- ``threshold_value(threshold, model, fold, value, chosen_on, line, idx)``: ``fold`` is '' for every fold,
  ``chosen_on`` a list or NULL.

What is not declared is ''.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from evalspec.plan.model import Plan
from evalspec.plan.model.files import DataFile
from evalspec.records import Table, ThresholdRow
from evalspec.tables.boundaries import inside
from evalspec.tables.engine import literal, quoted
from evalspec.tables.needs import cohort_column, fold_column, training_key, unit_column
from evalspec.tables.thresholds import NUMBER
from evalspec.terms import Layout, Scope

ALL = "all units"
"""The cohort of every unit where the plan has no cohorts."""

_EMPTY = {
    "prediction": "unit, cohort, fold, repeat, model, label, score_text, score DOUBLE, call, line BIGINT",
    "unit": "unit, cohort, cluster, line BIGINT, source",
    "manifest": "fold, unit, cohort, role, token, line BIGINT",
    "threshold_value": "threshold, model, fold, value DOUBLE, chosen_on VARCHAR[], line BIGINT, idx BIGINT",
}


def create(con: Any, plan: Plan, tables: Mapping[str, Table], thresholds: Sequence[ThresholdRow]) -> None:
    """Make every view from the raw tables that are there."""
    columns = {name: tables[name].columns for name in ("predictions", "units", "training") if name in tables}
    _Views(con, plan, columns).create()
    con.execute(f"CREATE TABLE threshold_value ({_typed('threshold_value')})")
    if thresholds:
        rows = [
            (
                t.threshold,
                t.model,
                t.fold or "",
                t.value,
                None if t.chosen_on is None else list(t.chosen_on),
                t.line,
                t.index,
            )
            for t in thresholds
        ]
        con.executemany("INSERT INTO threshold_value VALUES (?, ?, ?, ?, ?, ?, ?)", rows)


def _typed(view: str) -> str:
    return ", ".join(part if " " in part else f"{part} VARCHAR" for part in _EMPTY[view].split(", "))


class _Views:
    def __init__(self, con: Any, plan: Plan, columns: Mapping[str, tuple[str, ...]]) -> None:
        self.con, self.plan, self.columns = con, plan, columns
        self.predictions, self.units, self.training = plan.data.predictions, plan.data.units, plan.data.training

    def create(self) -> None:
        if "predictions" in self.columns:
            self._base()
        own = "units" in self.columns and self._cohort_of("units") is not None
        order = (self._unit, self._prediction) if own else (self._prediction, self._unit)
        for make in (*order, self._manifest):
            make()

    def _view(self, name: str, sql: str | None) -> None:
        if sql is None:
            self.con.execute(f"CREATE TABLE {name} ({_typed(name)})")
        else:
            self.con.execute(f"CREATE {'TABLE' if name == 'unit' else 'VIEW'} {name} AS {sql}")

    def _base(self) -> None:
        """Predictions with the columns of their units that they lack themselves: ``_base``."""
        assert self.predictions is not None
        lacking = [c for c in self.columns.get("units", ()) if c not in self.columns["predictions"]]
        if not lacking or self.units is None:
            self.con.execute("CREATE VIEW _base AS SELECT * FROM predictions")
            return
        there, here = quoted(unit_column(self.plan, self.units)), quoted(unit_column(self.plan, self.predictions))
        keys = [(there, here)]
        cohort = cohort_column(self.plan)
        scoped = self.plan.units and self.plan.units.id_scope == Scope.COHORT
        if scoped and cohort and all(cohort in self.columns[t] for t in ("predictions", "units")):
            keys.append((quoted(cohort), quoted(cohort)))
        parts = ", ".join(k for k, _ in keys)
        self.con.execute(
            f"CREATE TABLE _first AS SELECT * FROM units QUALIFY row_number() OVER (PARTITION BY {parts} ORDER BY line) = 1"
        )
        shown = "".join(
            f", coalesce(u.{quoted(c)}, '') AS {quoted(c)}" for c in lacking if quoted(c) not in (there, here)
        )
        on = " AND ".join(f"u.{a} = p.{b}" for a, b in keys)
        self.con.execute(f"CREATE VIEW _base AS SELECT p.*{shown} FROM predictions p LEFT JOIN _first u ON {on}")

    def _has(self, table: str) -> tuple[str, ...]:
        own = self.columns.get(table, ())
        return (*own, *self.columns.get("units", ())) if table == "predictions" and own else own

    def _text(self, table: str, column: str | None) -> str:
        return quoted(column) if column and column in self._has(table) else "''"

    def _cohort_of(self, table: str) -> str | None:
        """SQL that gives a row's cohort from columns of ``table``; one output row each where it lies in several."""
        cohorts = self.plan.cohorts
        if cohorts is None:
            return literal(ALL)
        file = self.predictions if table == "predictions" else self.units
        column = (file.columns.cohort if file else None) or cohorts.column
        if column:
            return quoted(column) if column in self._has(table) else None
        bounded = {name: c.where for name, c in cohorts.members.items() if c.where}
        if not all(column in self._has(table) for where in bounded.values() for column in where):
            return None
        cases = ", ".join(
            f"CASE WHEN {inside(where, quoted)} THEN {literal(name)} END" for name, where in bounded.items()
        )
        found = f"list_sort(list_distinct([{cases}]))" if cases else "[]::VARCHAR[]"
        return f"unnest(CASE WHEN len({found}) = 0 THEN [''] ELSE {found} END)"

    def _prediction(self) -> None:
        if "predictions" not in self.columns:
            return self._view("prediction", None)
        assert self.predictions is not None
        file = self.predictions
        cohort = self._cohort_of("predictions")
        kept = {
            "unit": self._text("predictions", unit_column(self.plan, file)),
            "cohort": cohort or "''",
            "fold": self._text("predictions", fold_column(self.plan, file)),
            "repeat": self._text("predictions", file.columns.repeat or self.plan.design.repeat),
        }
        key = ", ".join(f"{sql} AS {name}" for name, sql in kept.items())
        parts = self._long(key) if file.layout == Layout.LONG else self._wide(key)
        number = f"CASE WHEN regexp_full_match(score_text, {literal(NUMBER)}) THEN TRY_CAST(score_text AS DOUBLE) END"
        finite = f"CASE WHEN isfinite({number}) THEN {number} END"
        told = "unit, cohort, fold, repeat, model, label, score_text"
        return self._view(
            "prediction", f"SELECT {told}, {finite} AS score, call, line FROM ({' UNION ALL '.join(parts)})"
        )

    def _wide(self, key: str) -> Iterator[str]:
        for name, model in self.plan.models.items():
            score, call = self._text("predictions", model.score), self._text("predictions", model.calls)
            yield f"SELECT {key}, {literal(name)} AS model, '' AS label, {score} AS score_text, {call} AS call, line FROM _base"

    def _long(self, key: str) -> Iterator[str]:
        assert self.predictions is not None
        columns = self.predictions.columns
        model = self._text("predictions", columns.of("model"))
        label = self._text("predictions", columns.of("label")) if columns.label or self.plan.outcome.labels else "''"
        score = self._by_model(model, {name: m.score for name, m in self.plan.models.items()})
        call = self._by_model(model, {name: m.calls for name, m in self.plan.models.items()})
        yield f"SELECT {key}, {model} AS model, {label} AS label, {score} AS score_text, {call} AS call, line FROM _base"

    def _by_model(self, model: str, columns: Mapping[str, str | None]) -> str:
        if len(set(columns.values())) == 1:
            return self._text("predictions", next(iter(columns.values())))
        cases = " ".join(
            f"WHEN {literal(name)} THEN {self._text('predictions', column)}" for name, column in columns.items()
        )
        return f"CASE {model} {cases} ELSE '' END"

    def _unit(self) -> None:
        cluster = self.plan.units.cluster if self.plan.units else None
        if "units" not in self.columns:
            return self._unit_from_predictions(cluster)
        assert self.units is not None
        cohort = self._cohort_of("units")
        unit = quoted(unit_column(self.plan, self.units))
        where = "units" if cluster in self._has("units") else ""
        sql = f"SELECT {unit} AS unit, {cohort or literal('')} AS cohort, {self._text(where, cluster)} AS cluster, line, 'units' AS source FROM units"
        if cohort is None and "predictions" in self.columns:
            told = "(SELECT DISTINCT unit, cohort FROM prediction)"
            sql = f"SELECT u.* REPLACE (coalesce(p.cohort, '') AS cohort) FROM ({sql}) u LEFT JOIN {told} p ON p.unit = u.unit"
        return self._view("unit", sql + " ORDER BY line, cohort")

    def _unit_from_predictions(self, cluster: str | None) -> None:
        if "predictions" not in self.columns:
            return self._view("unit", None)
        assert self.predictions is not None
        unit, cohort = quoted(unit_column(self.plan, self.predictions)), self._cohort_of("predictions") or "''"
        inner = f"SELECT {unit} AS unit, {cohort} AS cohort, {self._text('predictions', cluster)} AS cluster, line FROM _base"
        grouped = (
            f"SELECT unit, cohort, cluster, min(line) AS line, 'predictions' AS source FROM ({inner}) GROUP BY ALL"
        )
        return self._view("unit", grouped + " ORDER BY line, cohort")

    def _manifest(self) -> None:
        if "training" not in self.columns:
            return self._view("manifest", None)
        assert self.training is not None
        file, there = self.training, self.columns["training"]
        by_unit = training_key(self.plan, there) == "unit"
        cohort = file.columns.cohort if by_unit else file.columns.cohort or cohort_column(self.plan) or "cohort"
        token = self._text("training", file.columns.of("role"))
        columns = {
            "fold": self._text("training", fold_column(self.plan, file)),
            "unit": self._text("training", unit_column(self.plan, file)) if by_unit else "''",
            "cohort": self._text("training", cohort),
            "role": _role(token, file),
            "token": token,
        }
        sql = f"SELECT {', '.join(f'{v} AS {k}' for k, v in columns.items())}, line FROM training"
        if by_unit and columns["cohort"] == "''":
            told = "(SELECT DISTINCT unit, cohort FROM unit)"
            sql = f"SELECT m.* REPLACE (coalesce(u.cohort, '') AS cohort) FROM ({sql}) m LEFT JOIN {told} u ON u.unit = m.unit"
        return self._view("manifest", sql)


def _role(token: str, file: DataFile) -> str:
    roles = {"training": "train", "evaluation": "test"}
    roles.update({str(side): token for side, token in (file.roles or {}).items()})
    return f"CASE {token} WHEN {literal(roles['training'])} THEN 'training' WHEN {literal(roles['evaluation'])} THEN 'evaluation' ELSE '' END"
