"""The blinded files, read strictly into one locked database. Nothing here knows a path to an outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from evalspec.plan.model import Plan
from evalspec.plan.model.files import DataFile
from evalspec.records import Blinded, Place, Problem, Refusal, Table, ThresholdRow
from evalspec.tables import names, thresholds, views
from evalspec.tables.engine import connect, lock, quoted, unreadable
from evalspec.tables.files import OpenFile, locate, refuse_outcome_twin
from evalspec.tables.layout import Layout
from evalspec.tables.loaded import laid_out, load
from evalspec.tables.names import Declared
from evalspec.tables.needs import missing_columns, unit_column


def blinded(
    plan: Plan, folder: Path, *, redirect: Mapping[str, Path] | None = None, key: bytes | None = None
) -> Blinded:
    """Read every blinded file that the plan names; ``redirect`` gives other places, by name (``--data NAME=PATH``).

    ``key`` is the key with which the ids of a manifest are masked. One table's failure does not stop the others: it
    becomes a Problem, and the table is left out. Raises nothing of its own; ``ask`` raises ValueError for anything
    but one SELECT, and ``duckdb.Error`` for what that can't answer.
    """
    reader = _Reader(plan, folder, redirect or {})
    for name, declared in names.tables(plan).items():
        reader.attempt(name, declared, reader.table)
    for name, declared in names.threshold_values(plan).items():
        reader.attempt(name, declared, reader.values)
    for name, declared in names.artefacts(plan).items():
        reader.attempt(name, declared, reader.artefact)
    reader.judge_columns()
    masked = views.create(reader.con, plan, reader.tables, reader.rows, key)
    lock(reader.con)
    return Blinded(
        tables=reader.tables,
        missing=tuple(reader.missing),
        problems=tuple(reader.problems),
        thresholds=tuple(reader.rows),
        ask=_ask(reader.con),
        digests=reader.digests,
        masked=masked,
    )


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
        self.digests: dict[str, str] = {}
        self.rows: list[ThresholdRow] = list(thresholds.declared(plan))

    def attempt(self, name: str, declared: Declared, read: Callable[[OpenFile, str], None]) -> None:
        """Read one file; what is wrong with it becomes a problem at the place of its declaration."""
        try:
            found = locate(self.folder, declared.path, name=name, redirect=self.redirect.get(name))
            refuse_outcome_twin(self.plan, self.folder, name, declared=declared.path, redirect=self.redirect)
            with OpenFile(found, name=name, file=declared.path) as opened:
                read(opened, name)
        except Refusal as e:
            if e.rule == "missing-file" and declared.late:
                self.missing.append(name)
                return
            rule = e.rule or "unreadable-file"
            if name.startswith("thresholds.") and rule not in _OF_ANY_FILE:
                rule = "threshold-file-unreadable"
            self.problems.append(
                Problem(rule=rule, message=e.message, file=e.file, place=e.place, path=declared.place, help=e.help)
            )

    def table(self, opened: OpenFile, name: str) -> None:
        """Load one table whole, as text. Raises Refusal."""
        layout = laid_out(self.con, opened)
        if name in names.TABLES:
            _exact_ids(self.plan, name, layout, opened)
        self.tables[name] = load(self.con, opened, layout, name)

    def artefact(self, opened: OpenFile, name: str) -> None:
        """Take the digest of what a step left behind. Raises Refusal."""
        self.digests[name] = opened.digest

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
    file: DataFile = getattr(plan.data, name)
    words = [file.columns.of(w) for w in ("cohort", "fold", "repeat", "model", "label", "role")]
    words += [unit_column(plan, file), plan.design.fold or "", plan.design.repeat or ""]
    words += [plan.units.cluster or "" if plan.units else "", plan.cohorts.column or "" if plan.cohorts else ""]
    for column in words:
        if layout.kinds.get(column) in ("FLOAT", "DOUBLE"):
            message = f"`{column}` holds floating-point numbers, which can't tell ids apart"
            raise opened.refusal(message, "float-id", "write the column as text or as integers")


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

__all__ = ["blinded"]
