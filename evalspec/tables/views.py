"""What ``Blinded.ask`` can be asked: one shape for every layout and format. All views are there, if need be empty.

- ``predictions``, ``units``, ``training``: the files as they stand (those that were read), every column as text, and
  ``line``: the line in a CSV file, the row number in Parquet.
- ``features``: the inventory of features, as it stands.
- ``prediction(unit, cohort, fold, repeat, model, label, score_text, score, call, date, line)``: a row a unit and model.
  ``score`` is NULL where ``score_text`` is no finite number in JSON's grammar. A unit inside several boundaries has a
  row for each of these cohorts; ``cohort`` is '' for a unit in none, and ``ALL`` where the plan has no cohorts.
- ``unit(unit, cohort, cluster, line, source)``: from `data.units`, else the distinct units of the predictions.
- ``manifest(fold, unit, cohort, role, token, date, record, line)``: ``role`` is 'training', 'evaluation', or '' for an
  unknown ``token``. ``unit`` is '' in a manifest of cohorts; in one of units ``cohort`` comes from ``unit``. A masked id
  that is one of a unit in the other files stands there as that unit's own, any other as its digest.
- ``masked_record(unit, record, line)``: the keyed digest of each unit's `match_on`; empty without a key.
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
from evalspec.tables import masks
from evalspec.tables.boundaries import inside
from evalspec.tables.engine import literal, quoted
from evalspec.tables.names import TABLES
from evalspec.tables.needs import cohort_column, fold_column, training_key, unit_column
from evalspec.tables.thresholds import NUMBER
from evalspec.terms import Layout, Scope

_NONE = "''"

ALL = "all units"
"""The cohort of every unit where the plan has no cohorts."""

_EMPTY = {
    "prediction": "unit, cohort, fold, repeat, model, label, score_text, score DOUBLE, call, date, line BIGINT",
    "unit": "unit, cohort, cluster, line BIGINT, source",
    "manifest": "fold, unit, cohort, role, token, date, record, line BIGINT",
    "threshold_value": "threshold, model, fold, value DOUBLE, chosen_on VARCHAR[], line BIGINT, idx BIGINT",
}


def create(
    con: Any, plan: Plan, tables: Mapping[str, Table], thresholds: Sequence[ThresholdRow], key: bytes | None = None
) -> str:
    """Make every view from the raw tables that are there. What is missing to compare masked ids, or ""."""
    columns = {name: tables[name].columns for name in TABLES if name in tables}
    _Views(con, plan, columns, key).create()
    _threshold_values(con, thresholds)
    return masks.lacking(con, plan, columns, key)


def _threshold_values(con: Any, thresholds: Sequence[ThresholdRow]) -> None:
    con.execute(f"CREATE TABLE threshold_value ({_typed('threshold_value')})")
    columns_of = [
        [t.threshold for t in thresholds],
        [t.model for t in thresholds],
        [t.fold or "" for t in thresholds],
        [t.value for t in thresholds],
        [None if t.chosen_on is None else list(t.chosen_on) for t in thresholds],
        [t.line for t in thresholds],
        [t.index for t in thresholds],
    ]
    kinds = ("VARCHAR", "VARCHAR", "VARCHAR", "DOUBLE", "VARCHAR[]", "BIGINT", "BIGINT")
    con.execute(f"INSERT INTO threshold_value SELECT {', '.join(f'unnest(?::{kind}[])' for kind in kinds)}", columns_of)


def _typed(view: str) -> str:
    return ", ".join(part if " " in part else f"{part} VARCHAR" for part in _EMPTY[view].split(", "))


class _Views:
    def __init__(self, con: Any, plan: Plan, columns: Mapping[str, tuple[str, ...]], key: bytes | None) -> None:
        self.con, self.plan, self.columns, self.key = con, plan, columns, key
        self.predictions, self.units, self.training = plan.data.predictions, plan.data.units, plan.data.training

    def create(self) -> None:
        if "predictions" in self.columns:
            self._base()
        self._prediction()
        self._unit()
        masks.prepare(self.con, self.plan, self.columns, self.key)
        self._manifest()

    def _view(self, name: str, sql: str | None) -> None:
        if sql is None:
            self.con.execute(f"CREATE TABLE {name} ({_typed(name)})")
        else:
            self.con.execute(f"CREATE {'TABLE' if name == 'unit' else 'VIEW'} {name} AS {sql}")

    def _base(self) -> None:
        """Predictions with the columns of their units that they lack themselves: ``_base``."""
        assert self.predictions is not None
        own, others = self.columns["predictions"], self.columns.get("units", ())
        lacking = [c for c in others if c not in own]
        there = unit_column(self.plan, self.units) if self.units else ""
        here = unit_column(self.plan, self.predictions)
        if not lacking or there not in others or here not in own:
            self.con.execute("CREATE VIEW _base AS SELECT * FROM predictions")
            return
        keys = [(quoted(there), quoted(here))]
        cohort = cohort_column(self.plan)
        scoped = self.plan.units and self.plan.units.id_scope == Scope.COHORT
        if scoped and cohort in own and cohort in others:
            keys.append((quoted(str(cohort)), quoted(str(cohort))))
        parts = ", ".join(k for k, _ in keys)
        first = f"row_number() OVER (PARTITION BY {parts} ORDER BY line) = 1"
        self.con.execute(f"CREATE TABLE _first AS SELECT * FROM units QUALIFY {first}")
        shown = "".join(f", coalesce(u.{quoted(c)}, '') AS {quoted(c)}" for c in lacking if c != there)
        on = " AND ".join(f"u.{a} = p.{b}" for a, b in keys)
        self.con.execute(f"CREATE VIEW _base AS SELECT p.*{shown} FROM predictions p LEFT JOIN _first u ON {on}")

    def _has(self, table: str) -> tuple[str, ...]:
        own = self.columns.get(table, ())
        return (*own, *self.columns.get("units", ())) if table == "predictions" and own else own

    def _text(self, table: str, column: str | None) -> str:
        return _of(column) if column and column in self._has(table) else "''"

    def _cohort_of(self, table: str) -> str | None:
        """SQL that gives a row's cohort from columns of ``table``; one output row each where it lies in several."""
        cohorts = self.plan.cohorts
        if cohorts is None:
            return literal(ALL)
        files = (self.predictions, self.units) if table == "predictions" else (self.units,)
        renamed = [f.columns.cohort for f in files if f and f.columns.cohort]
        for column in (*renamed, cohorts.column):
            if column and column in self._has(table):
                return _of(column)
        if renamed or cohorts.column:
            return None
        bounded = {name: c.where for name, c in cohorts.members.items() if c.where}
        if not all(column in self._has(table) for where in bounded.values() for column in where):
            return None
        cases = ", ".join(f"CASE WHEN {inside(where, _of)} THEN {literal(name)} END" for name, where in bounded.items())
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
            "date": self._text("predictions", self.plan.units.date if self.plan.units else None),
        }
        key = ", ".join(f"{sql} AS {name}" for name, sql in kept.items())
        parts = self._long(key) if file.layout == Layout.LONG else self._wide(key)
        number = f"CASE WHEN regexp_full_match(score_text, {literal(NUMBER)}) THEN TRY_CAST(score_text AS DOUBLE) END"
        finite = f"CASE WHEN isfinite({number}) THEN {number} END"
        told = "unit, cohort, fold, repeat, model, label, score_text"
        return self._view(
            "prediction", f"SELECT {told}, {finite} AS score, call, date, line FROM ({' UNION ALL '.join(parts)})"
        )

    def _wide(self, key: str) -> Iterator[str]:
        for name, model in self.plan.models.items():
            score, call = self._text("predictions", model.score), self._text("predictions", model.calls)
            told = f"{literal(name)} AS model, '' AS label, {score} AS score_text, {call} AS call, b.line"
            yield f"SELECT {key}, {told} FROM _base b"

    def _long(self, key: str) -> Iterator[str]:
        assert self.predictions is not None
        columns = self.predictions.columns
        model = self._text("predictions", columns.of("model"))
        label = self._text("predictions", columns.of("label")) if columns.label or self.plan.outcome.labels else "''"
        score = self._by_model(model, {name: m.score for name, m in self.plan.models.items()})
        call = self._by_model(model, {name: m.calls for name, m in self.plan.models.items()})
        told = f"{model} AS model, {label} AS label, {score} AS score_text, {call} AS call, b.line"
        yield f"SELECT {key}, {told} FROM _base b"

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
        unit = self._text("units", unit_column(self.plan, self.units))
        told = f"{unit} AS unit, {cohort or _NONE} AS cohort, {self._text('units', cluster)} AS cluster, b.line"
        sql = f"SELECT {told}, 'units' AS source FROM units b"
        if cohort is None and "predictions" in self.columns:
            sql = _with_cohort(sql, "prediction")
        if cluster in self._has("predictions") and cluster not in self._has("units"):
            sql = self._with_cluster(sql, cluster)
        return self._view("unit", sql + " ORDER BY line, cohort")

    def _with_cluster(self, sql: str, cluster: str | None) -> str:
        """``sql`` with the first cluster that the predictions name for its unit."""
        assert self.predictions is not None
        unit = self._text("predictions", unit_column(self.plan, self.predictions))
        told = f"SELECT {unit} AS unit, arg_min({self._text('predictions', cluster)}, b.line) AS cluster FROM _base b"
        joined = f"({sql}) r LEFT JOIN ({told} GROUP BY {unit}) k ON k.unit = r.unit"
        return f"SELECT r.* REPLACE (coalesce(k.cluster, '') AS cluster) FROM {joined}"

    def _unit_from_predictions(self, cluster: str | None) -> None:
        if "predictions" not in self.columns:
            return self._view("unit", None)
        assert self.predictions is not None
        unit, cohort = (
            self._text("predictions", unit_column(self.plan, self.predictions)),
            self._cohort_of("predictions") or _NONE,
        )
        told = f"{unit} AS unit, {cohort} AS cohort, {self._text('predictions', cluster)} AS cluster, b.line"
        kept = "unit, cohort, cluster, min(line) AS line, 'predictions' AS source"
        sql = f"SELECT {kept} FROM (SELECT {told} FROM _base b) GROUP BY unit, cohort, cluster"
        return self._view("unit", sql + " ORDER BY line, cohort")

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
            "date": self._text("training", file.columns.date),
            "record": self._text("training", file.columns.record),
        }
        sql = f"SELECT {', '.join(f'{v} AS {k}' for k, v in columns.items())}, b.line FROM training b"
        if by_unit and file.ids is not None and self.key is not None:
            named = "coalesce(k.unit, r.unit)"
            sql = f"SELECT r.* REPLACE ({named} AS unit) FROM ({sql}) r LEFT JOIN masked_id k ON k.digest = r.unit"
        if by_unit and columns["cohort"] == _NONE:
            sql = _with_cohort(sql, "unit")
        return self._view("manifest", sql)


def _of(column: str) -> str:
    """A column of the table ``b``: qualified, so that no alias beside it can be meant."""
    return f"b.{quoted(column)}"


def _with_cohort(sql: str, view: str) -> str:
    """``sql`` with the cohort that ``view`` gives its unit; a row for each, where there are several."""
    told = f"(SELECT DISTINCT unit, cohort FROM {view})"
    return f"SELECT r.* REPLACE (coalesce(k.cohort, '') AS cohort) FROM ({sql}) r LEFT JOIN {told} k ON k.unit = r.unit"


def _role(token: str, file: DataFile) -> str:
    roles = {"training": "train", "tuning": "tune", "evaluation": "test"}
    roles.update({str(side): token for side, token in (file.roles or {}).items()})
    side_of = {"training": "training", "tuning": "training", "evaluation": "evaluation"}
    cases = " ".join(f"WHEN {literal(roles[role])} THEN {literal(side)}" for role, side in side_of.items())
    return f"CASE {token} {cases} ELSE '' END"
