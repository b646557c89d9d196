"""Opening the files of a run, each once, and reducing them to integers."""

import os
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import evalspec.tally.engines
from evalspec.catalogue import collect
from evalspec.plan.model import Plan
from evalspec.records import Integrity, Place, Refusal, Tally, ThresholdRow
from evalspec.tables.engine import connect, settle
from evalspec.tables.files import OpenFile, locate, refuse_outcome_twin
from evalspec.tables.names import TABLES, blinded_files
from evalspec.tables.thresholds import declared, from_file
from evalspec.tally._sources import outcome_columns
from evalspec.tally.base import Inputs, Source
from evalspec.tally.counts import tally_of_counts
from evalspec.tally.needs import needs
from evalspec.terms import Layout, OutcomeKind, Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """Open files by their name in the plan; ``digests`` of those that are not tables of the engine."""

    plan: Plan
    folder: Path
    data: Mapping[str, Path]
    sources: Mapping[str, Source]
    digests: Mapping[str, str]
    thresholds: tuple[ThresholdRow, ...]
    outcomes: Mapping[str, Source]

    @property
    def outcome_digests(self) -> dict[str, str]:
        """Digest of each outcome source."""
        return {name: s.opened.digest for name, s in self.outcomes.items()}


def open_inputs(plan: Plan, folder: Path, data: Mapping[str, Path], stack: ExitStack) -> Opened:
    """The blinded files, digested through the descriptors that the engine will read.

    Raises:
        Refusal: one can't be read; or one is a file with outcomes, and then none has been opened.
    """
    for name, place in blinded_files(plan).items():
        refuse_outcome_twin(plan, folder, name, declared=place, redirect=data)
    sources = {name: _open(plan, folder, data, name, stack) for name in TABLES if getattr(plan.data, name) is not None}
    rows, digests = _thresholds(plan, folder, data)
    digests.update(_unread(plan, folder, data, {*sources, *digests}))
    return Opened(plan=plan, folder=folder, data=data, sources=sources, digests=digests, thresholds=rows, outcomes={})


def _unread(plan: Plan, folder: Path, data: Mapping[str, Path], known: set[str]) -> dict[str, str]:
    """Digests of the files on the record that no number needs: derivation data, artefacts, the features. Raises Refusal."""
    found = {}
    for name, path in blinded_files(plan).items():
        if name not in known:
            with OpenFile(locate(folder, path, name=name, redirect=data.get(name)), name=name) as opened:
                found[name] = opened.digest
    return found


def open_outcomes(opened: Opened, stack: ExitStack) -> Opened:
    """Now, and only now, the outcomes. Raises Refusal."""
    found = {
        name: _open(opened.plan, opened.folder, opened.data, name, stack)
        for name in ("outcomes", "counts")
        if getattr(opened.plan.data, name) is not None
    }
    if "outcomes" in found:
        _need_columns(opened.plan, found["outcomes"])
    return replace(opened, outcomes=found)


def _need_columns(plan: Plan, outcomes: Source) -> None:
    """Raises Refusal unless the outcomes have the columns that the plan names: they could not be seen before."""
    assert plan.units is not None
    assert plan.data.outcomes is not None
    columns = plan.data.outcomes.columns
    wanted = [columns.of("unit", plan.units.id), *(token for _, token in outcome_columns(plan))]
    if plan.outcome.kind is OutcomeKind.MULTILABEL and plan.data.outcomes.layout is Layout.LONG:
        wanted.append(columns.of("label"))
    if plan.units.id_scope is Scope.COHORT and plan.cohorts is not None:
        wanted.append(columns.of("cohort", plan.cohorts.column))
    for column in wanted:
        if column not in outcomes.layout.columns:
            there = ", ".join(f"`{c}`" for c in outcomes.layout.columns)
            raise Refusal(
                f"the outcomes have no column `{column}`; there are {there}",
                file=outcomes.opened.file,
                place=Place(1),
                help="correct the header of that file; the plan is sealed, and a new column name would be a new plan",
                exit_code=1,
            )


def computed(
    opened: Opened, *, threads: int | None = None, memory: str | None = None, engine: str = "duckdb"
) -> tuple[Tally | None, Integrity | None]:
    """The tally, and how the outcomes fitted; the files must not have changed meanwhile. Raises Refusal."""
    if "counts" in opened.outcomes:
        return tally_of_counts(opened.plan, opened.outcomes["counts"]), None
    engines = collect(evalspec.tally.engines, "ENGINE", "id")
    inputs = Inputs(
        plan=opened.plan, needs=needs(opened.plan), files={**opened.sources, **opened.outcomes},
        thresholds=opened.thresholds, threads=threads, memory=memory,
    )  # fmt: skip
    result: tuple[Tally | None, Integrity] = engines[engine].tally(inputs)
    for source in inputs.files.values():
        source.opened.verify_unchanged()
    return result


def _open(plan: Plan, folder: Path, data: Mapping[str, Path], name: str, stack: ExitStack) -> Source:
    declared: Any = getattr(plan.data, name)
    path = locate(folder, declared.path, name=name, redirect=data.get(name))
    opened = stack.enter_context(OpenFile(path, name=name, file=os.fspath(data.get(name) or declared.path)))
    con = connect()
    try:
        layout = settle(con, opened)
    finally:
        con.close()
    return Source(opened=opened, layout=layout)


def _thresholds(plan: Plan, folder: Path, data: Mapping[str, Path]) -> tuple[tuple[ThresholdRow, ...], dict[str, str]]:
    """Every threshold value, from the plan and from files, and the files' digests."""
    rows, digests = list(declared(plan)), {}
    con = connect()
    try:
        for name, threshold in plan.thresholds.items():
            if threshold.values is not None:
                key = f"thresholds.{name}"
                path = locate(folder, threshold.values.path, name=key, redirect=data.get(key))
                with OpenFile(path, name=key, file=threshold.values.path) as opened:
                    table, found = from_file(con, opened, plan, name)
                rows += found
                digests[key] = table.digest
    finally:
        con.close()
    return tuple(rows), digests
