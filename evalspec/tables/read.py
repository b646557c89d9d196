"""The blinded files, read strictly into one locked database. Nothing here knows a path to an outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from evalspec.plan.model import Plan
from evalspec.plan.model.files import DataFile, ValuesFile
from evalspec.records import Blinded, Place, Problem, Refusal, Table, ThresholdRow
from evalspec.records import Path as PlanPath
from evalspec.tables import thresholds, views
from evalspec.tables.engine import connect, literal, lock, quoted, relation, settle, unreadable
from evalspec.tables.files import OpenFile, locate, refuse_outcome_twin
from evalspec.tables.layout import Layout
from evalspec.tables.needs import missing_columns, unit_column
from evalspec.terms import Arrives, Held

NAMES = ("predictions", "units", "training")
"""The blinded tables, in the order in which they are read. ``outcomes``, ``counts`` and ``derivation`` are none."""


def blinded(plan: Plan, folder: Path, *, redirect: Mapping[str, Path] | None = None) -> Blinded:
    """Read every blinded file that the plan names; ``redirect`` gives other places, by name (``--data NAME=PATH``).

    One table's failure does not stop the others: it becomes a Problem, and the table is left out. Raises nothing of
    its own; ``ask`` raises ValueError for anything but one SELECT, and ``duckdb.Error`` for what that can't answer.
    """
    reader = _Reader(plan, folder, redirect or {})
    for name in NAMES:
        reader.attempt(name, _file(plan, name), ("data", name), reader.table)
    for name, threshold in plan.thresholds.items():
        reader.attempt(f"thresholds.{name}", threshold.values, ("thresholds", name, "values"), reader.values)
    reader.judge_columns()
    views.create(reader.con, plan, reader.tables, reader.rows)
    lock(reader.con)
    return Blinded(
        tables=reader.tables,
        missing=tuple(reader.missing),
        problems=tuple(reader.problems),
        thresholds=tuple(reader.rows),
        ask=_ask(reader.con),
    )


def _file(plan: Plan, name: str) -> DataFile | None:
    file: DataFile | None = getattr(plan.data, name)
    return file


def _ask(con: Any) -> Callable[[str], Sequence[tuple[Any, ...]]]:
    def ask(sql: str) -> Sequence[tuple[Any, ...]]:
        statements = con.extract_statements(sql)
        if len(statements) != 1 or statements[0].type.name != "SELECT":
            raise ValueError("one SELECT is due")
        rows: list[tuple[Any, ...]] = con.execute(statements[0]).fetchall()
        return rows

    return ask


class _Reader:
    """What has been read so far."""

    def __init__(self, plan: Plan, folder: Path, redirect: Mapping[str, Path]) -> None:
        self.plan, self.folder, self.redirect = plan, folder, redirect
        self.con = connect()
        self.tables: dict[str, Table] = {}
        self.missing: list[str] = []
        self.problems: list[Problem] = []
        self.rows: list[ThresholdRow] = list(thresholds.declared(plan))

    def attempt(
        self, name: str, file: DataFile | ValuesFile | None, path: PlanPath, read: Callable[[OpenFile, str], None]
    ) -> None:
        """Read one file, if it is declared; what is wrong with it becomes a problem at ``path``."""
        if file is None:
            return
        try:
            found = locate(self.folder, file.path, name=name, redirect=self.redirect.get(name))
            refuse_outcome_twin(self.plan, self.folder, name, declared=file.path, redirect=self.redirect)
            with OpenFile(found, name=name, file=file.path) as opened:
                read(opened, name)
        except Refusal as e:
            late = file.arrives == Arrives.AFTER_SEAL or getattr(file, "held", None) == Held.BY_COHORT
            if e.rule == "missing-file" and late:
                self.missing.append(name)
                return
            rule = e.rule or "unreadable-file"
            if isinstance(file, ValuesFile) and rule not in _OF_ANY_FILE:
                rule = "threshold-file-unreadable"
            self.problems.append(
                Problem(rule=rule, message=e.message, file=e.file, place=e.place, path=path, help=e.help)
            )

    def table(self, opened: OpenFile, name: str) -> None:
        """Load one table whole, as text. Raises Refusal."""
        import duckdb

        layout = settle(self.con, opened)
        if "line" in (c.lower() for c in layout.columns):
            message = f"{name} has a column `line`, which is what the reader calls the number of the line"
            raise opened.refusal(message, "duplicate-column", "rename the column")
        _exact_ids(self.plan, name, layout, opened)
        digest = opened.digest
        try:
            self.con.execute(f"CREATE TABLE {name} AS {_as_text(opened, layout)}")
            (n_rows,) = self.con.execute(f"SELECT count(*) FROM {name}").fetchone()
        except duckdb.Error as e:
            self.con.execute(f"DROP TABLE IF EXISTS {name}")
            raise unreadable(opened, e) from e
        try:
            opened.verify_unchanged()
            if n_rows != layout.n_rows:
                raise opened.refusal(
                    f"the engine reads {n_rows} records where the file holds {layout.n_rows}", "unreadable-file"
                )
        except Refusal:
            self.con.execute(f"DROP TABLE {name}")
            raise
        self.tables[name] = Table(
            name=name, file=opened.file, columns=layout.columns, n_rows=n_rows, digest=digest, format=layout.format
        )

    def values(self, opened: OpenFile, name: str) -> None:
        """Read one file of threshold values. Raises Refusal."""
        import duckdb

        try:
            table, rows = thresholds.from_file(self.con, opened, self.plan, name.removeprefix("thresholds."))
        except duckdb.Error as e:
            raise unreadable(opened, e) from e
        self.tables[name] = table
        self.rows += rows

    def judge_columns(self) -> None:
        """A table without a column that the plan names is a problem, and left out."""
        faulty = set()
        for name, problem in (*missing_columns(self.plan, self.tables), *self._decimal_commas()):
            faulty.add(name)
            self.problems.append(problem)
        for name in faulty:
            del self.tables[name]
            self.con.execute(f"DROP TABLE {name}")

    def _decimal_commas(self) -> Iterator[tuple[str, Problem]]:
        table = self.tables.get("predictions")
        for name, model in self.plan.models.items() if table else ():
            if table is None or model.score not in table.columns:
                continue
            column = quoted(str(model.score))
            n, line = self.con.execute(
                f"SELECT count(*), min(line) FROM predictions WHERE regexp_full_match({column}, '{_COMMA}')"
            ).fetchone()
            if n:
                yield (
                    "predictions",
                    Problem(
                        rule="decimal-comma",
                        message=f"`{model.score}` is written with a comma in {n} of {table.n_rows} records",
                        file=table.file,
                        place=Place(line),
                        path=("models", name, "score"),
                        help="write numbers with a point: 0.75",
                    ),
                )


def _exact_ids(plan: Plan, name: str, layout: Layout, opened: OpenFile) -> None:
    """Raises Refusal (float-id) if a Parquet column that names something holds floating-point numbers."""
    file = _file(plan, name)
    assert file is not None
    words = [file.columns.of(w) for w in ("cohort", "fold", "repeat", "model", "label", "role")]
    words += [unit_column(plan, file), plan.design.fold or "", plan.design.repeat or ""]
    words += [plan.units.cluster or "" if plan.units else "", plan.cohorts.column or "" if plan.cohorts else ""]
    for column in words:
        if layout.kinds.get(column) in ("FLOAT", "DOUBLE"):
            message = f"`{column}` holds floating-point numbers, which can't tell ids apart"
            raise opened.refusal(message, "float-id", "write the column as text or as integers")


def _as_text(opened: OpenFile, layout: Layout) -> str:
    """A SELECT of every column as text, and ``line``."""
    floats = {c: "DOUBLE" for c, kind in layout.kinds.items() if kind in ("FLOAT", "DOUBLE")}
    source = relation(opened, layout.columns, floats)
    shown = ", ".join(
        f"coalesce(CAST({quoted(c)} AS VARCHAR), '') AS {quoted(c)}" if c in floats else quoted(c)
        for c in layout.columns
    )
    if not layout.multiline:
        first = 1 if layout.format == "csv" else 0
        return f"SELECT {shown}, row_number() OVER () + {first} AS line FROM {source}"
    newline = literal("\n")
    more = " + ".join(f"length({quoted(c)}) - length(replace({quoted(c)}, {newline}, ''))" for c in layout.columns)
    before = f"sum({_MORE}) OVER (ORDER BY {_NTH} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)"
    numbered = f"SELECT {shown}, {more} AS {_MORE}, row_number() OVER () AS {_NTH} FROM {source}"
    line = f"CAST({_NTH} + 1 + coalesce({before}, 0) AS BIGINT) AS line"
    return f"SELECT * EXCLUDE ({_MORE}, {_NTH}), {line} FROM ({numbered}) ORDER BY {_NTH}"


_MORE, _NTH = '"\x01more"', '"\x01nth"'
"""No column of a file can be called so."""

_COMMA = "[-+]?[0-9]+,[0-9]+"
_OF_ANY_FILE = (
    "missing-file",
    "path-outside-folder",
    "unknown-format",
    "outcome-visible",  # the one that a rule over files judges, and no reader's rule
    "not-a-regular-file",
    "file-changed-while-read",
    "column-missing",
)

__all__ = ["NAMES", "blinded"]
