"""Which columns the plan names, where in the plan, and in which blinded file each must stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from evalspec.plan.model import Plan
from evalspec.plan.model.files import DataFile
from evalspec.records import Path, Problem, Table
from evalspec.terms import Layout, OutcomeKind, Scope

Need = tuple[Path, str]
"""A place in the plan, and the column that it names."""


def missing_columns(plan: Plan, tables: Mapping[str, Table]) -> Iterator[tuple[str, Problem]]:
    """Each column that the plan names and no file has that should: with the name of the table that lacks it."""
    for name, needs in (
        ("units", _units(plan)),
        ("training", _training(plan, tables)),
        ("features", _features(plan)),
        ("predictions", _predictions(plan)),
    ):
        if name in tables:
            for path, column in needs:
                if column not in tables[name].columns:
                    yield name, _missing(path, column, tables[name], tables[name].columns)
    if "predictions" in tables and (plan.data.units is None or "units" in tables):
        yield from _either(plan, tables)


def _either(plan: Plan, tables: Mapping[str, Table]) -> Iterator[tuple[str, Problem]]:
    """Columns of the units: in `data.units` if there, else in the predictions."""
    here = tables["predictions"].columns
    there = tables["units"].columns if "units" in tables else ()
    for path, column in unit_columns(plan):
        if column not in here and column not in there:
            yield (
                "predictions",
                _missing(path, column, tables["predictions"], (*here, *(c for c in there if c not in here))),
            )
    cohort = cohort_column(plan)
    if cohort and cohort not in here and plan.units and plan.units.id_scope == Scope.COHORT:
        yield (
            "predictions",
            _missing(
                ("cohorts", "column"),
                cohort,
                tables["predictions"],
                here,
                "an id means one unit inside its cohort only",
            ),
        )


def _missing(path: Path, column: str, table: Table, there: tuple[str, ...], why: str = "") -> Problem:
    close = get_close_matches(column, there, 1, 0.6) or [c for c in there if c.lower() == column.lower()]
    have = "there are " + ", ".join(f"`{c}`" for c in there)
    message = f"{table.name} has no column `{column}`" + (f": {why}" if why else "")
    help = f"did you mean `{close[0]}`? {have}" if close else have
    return Problem(rule="column-missing", message=message, file=table.file, path=path, help=help)


def unit_column(plan: Plan, file: DataFile) -> str:
    """The column of the unit's id in ``file``."""
    return file.columns.of("unit", plan.units.id if plan.units else None)


def cohort_column(plan: Plan) -> str | None:
    """The column that names each unit's cohort; None where boundaries or nothing does."""
    return plan.cohorts.column if plan.cohorts else None


def fold_column(plan: Plan, file: DataFile) -> str | None:
    """The fold's column in a file: as declared there, else `design.fold`."""
    return file.columns.fold or plan.design.fold


def _id(plan: Plan, file: DataFile, name: str) -> Iterator[Need]:
    """The unit's column; a plan without `units` names none."""
    if file.columns.unit:
        yield ("data", name, "columns", "unit"), file.columns.unit
    elif plan.units:
        yield ("units", "id"), plan.units.id


def _said(file: DataFile, name: str, *words: str) -> Iterator[Need]:
    """The words that `columns` renames."""
    for word in words:
        column = getattr(file.columns, word)
        if column:
            yield ("data", name, "columns", word), column


def _units(plan: Plan) -> Iterator[Need]:
    if plan.data.units:
        yield from _id(plan, plan.data.units, "units")
        yield from _said(plan.data.units, "units", "cohort")


def _predictions(plan: Plan) -> Iterator[Need]:
    file = plan.data.predictions
    if file is None:
        return
    yield from _id(plan, file, "predictions")
    yield from _said(file, "predictions", "cohort", "fold", "repeat")
    if file.layout == Layout.LONG:
        yield from _word(file, "predictions", "model")
        if plan.outcome.kind == OutcomeKind.MULTILABEL:
            yield from _word(file, "predictions", "label")
    for name, model in plan.models.items():
        for key, column in (("score", model.score), ("calls", model.calls)):
            if column:
                yield ("models", name, key), column
        for label, column in (model.scores or {}).items():
            yield ("models", name, "scores", label), column


def _word(file: DataFile, name: str, word: str) -> Iterator[Need]:
    declared = getattr(file.columns, word)
    yield ("data", name, "columns", word) if declared else ("data", name), declared or word


def training_key(plan: Plan, columns: tuple[str, ...]) -> str:
    """``unit`` or ``cohort``: what a row of the manifest is about."""
    file = plan.data.training
    assert file is not None
    if file.columns.unit or file.columns.cohort:
        return "unit" if file.columns.unit else "cohort"
    return (
        "cohort" if unit_column(plan, file) not in columns and (cohort_column(plan) or "cohort") in columns else "unit"
    )


def _training(plan: Plan, tables: Mapping[str, Table]) -> Iterator[Need]:
    file = plan.data.training
    if file is None or "training" not in tables:
        return
    if training_key(plan, tables["training"].columns) == "unit":
        yield from _id(plan, file, "training")
    yield from _said(file, "training", "cohort", "fold", "date", "record")
    yield from _word(file, "training", "role")
    if plan.design.fold and not file.columns.fold:
        yield ("design", "fold"), plan.design.fold


def _features(plan: Plan) -> Iterator[Need]:
    """The name and the time of each feature; the other columns where the plan renames them."""
    if plan.features:
        columns = plan.features.columns
        for word in ("name", "available_at", "source", "derived_from"):
            place = ("features", "columns", word) if getattr(columns, word) else ("features",)
            if getattr(columns, word) or word in ("name", "available_at"):
                yield place, columns.of(word)


def unit_columns(plan: Plan) -> Iterator[Need]:
    """Columns that say something about a unit, and may stand in either file."""
    file = plan.data.predictions
    for word in ("fold", "repeat"):
        column = getattr(plan.design, word)
        if column and not (file and getattr(file.columns, word)):
            yield ("design", word), column
    if plan.units:
        for key in ("cluster", "date"):
            if getattr(plan.units, key):
                yield ("units", key), getattr(plan.units, key)
        for i, column in enumerate(plan.units.match_on):
            yield ("units", "match_on", i), column
    yield from _cohorts(plan)
    for name, subgroup in plan.subgroups.items():
        for column in subgroup.where or ():
            yield ("subgroups", name, "where", column), column
        if subgroup.by:
            yield ("subgroups", name, "by"), subgroup.by
    if plan.sampling and plan.sampling.strata:
        yield ("sampling", "strata", "column"), plan.sampling.strata.column


def _cohorts(plan: Plan) -> Iterator[Need]:
    if plan.cohorts is None:
        return
    renamed = any(f and f.columns.cohort for f in (plan.data.predictions, plan.data.units))
    if plan.cohorts.column and not renamed:
        yield ("cohorts", "column"), plan.cohorts.column
    for name, cohort in plan.cohorts.members.items():
        for column in cohort.where or ():
            yield ("cohorts", "members", name, "where", column), column
