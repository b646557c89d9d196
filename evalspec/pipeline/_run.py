"""The run: the outcomes are opened once, on the record, and the declared numbers are computed from the tally."""

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evalspec.ledger import chain
from evalspec.ledger.events import Event, FailedOpening, Opening, Run, Stop
from evalspec.ledger.status import LedgerState
from evalspec.pipeline._bundle import written
from evalspec.pipeline._check import refuse_unknown_files
from evalspec.pipeline._compute import Opened, computed, open_inputs, open_outcomes
from evalspec.pipeline._read import Read, environment, read_plan, rules_of_the_opening, tool_version
from evalspec.pipeline._seal import (
    finding_entries,
    other_records,
    outcome_files,
    refuse_changed,
    refuse_other_inputs,
)
from evalspec.pipeline._told import bundle_of, layout_changed, other_outcomes, reused
from evalspec.plan.model import Plan
from evalspec.records import Finding, Judgement, Refusal, Tally
from evalspec.rules._engine import in_order, judge_opened
from evalspec.terms import Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """A finished run: the results as data, the report, the folder, and the event on the record."""

    results: Mapping[str, Any]
    report: str
    folder: Path
    event: Event
    findings: tuple[Finding, ...]

    @property
    def gates_met(self) -> bool:
        """Whether no gate is unmet."""
        return all(g["verdict"] != "not met" for g in self.results["gates"])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    path: Path
    read: Read
    plan: Plan
    state: LedgerState
    out: Path
    data: Mapping[str, Path]
    threads: int | None
    memory: str | None
    debug: bool
    register: Path | None


def run(
    path: str | os.PathLike[str],
    out: str | os.PathLike[str] = "results",
    *,
    data: Mapping[str, Path] | None = None,
    threads: int | None = None,
    memory: str | None = None,
    register: str | os.PathLike[str] | None = None,
    debug: bool = False,
) -> Ran:
    """Compute what the sealed plan declares, and nothing else, into a new folder.

    ``register``: a folder of ledgers in which other runs on the same outcomes are looked for.

    Raises:
        Refusal: not sealed, changed, or an input changed or missing (exit 3), with the outcomes unread; the folder is
            there already (2); the outcomes can't be opened (2) or don't fit the plan (1). Nothing is written then.
    """
    case = replace(
        _case(Path(path), Path(out), data or {}, threads, memory, debug), register=Path(register) if register else None
    )
    ledger = chain.ledger_of(case.path)
    with ExitStack() as stack:
        inputs = open_inputs(case.plan, case.path.parent, case.data, stack)
        there = {name: s.opened.digest for name, s in inputs.sources.items()}
        refuse_other_inputs({**there, **inputs.digests}, case.state, case.path)
        _outcomes_are_there(case)
        seal = case.state.seal
        assert seal is not None
        opening = chain.append(
            ledger, Opening(seal=seal.digest, sources=outcome_files(case.plan)), plan=seal.plan, tool=tool_version()
        )
        with _closing(case, opening) as closing:
            return _after_opening(case, _open(case, inputs, opening, closing, stack), opening, closing)


def _case(
    path: Path, out: Path, data: Mapping[str, Path], threads: int | None, memory: str | None, debug: bool
) -> _Case:
    read = read_plan(path)
    state = chain.read_state(chain.ledger_of(path))
    refuse_changed(read.plan, read.raw, state, path)
    assert read.plan is not None
    refuse_unknown_files(read.plan, data)
    if state.awaited:
        waiting = ", ".join(state.awaited)
        raise Refusal(
            f"these inputs were never bound: {waiting}",
            file=str(path),
            help=f"`evalspec bind {path}` records them",
            exit_code=3,
            rule="late-file-never-bound",
        )
    if out.exists() or out.is_symlink():
        raise Refusal("the results folder is there already", file=str(out), help="name a new one with -o", exit_code=2)
    if not out.parent.is_dir():
        raise Refusal("the folder that is to hold the results folder is not there", file=str(out.parent), exit_code=2)
    return _Case(
        path=path,
        read=read,
        plan=read.plan,
        state=state,
        out=out,
        data=data,
        threads=threads,
        memory=memory,
        debug=debug,
        register=None,
    )


def _outcomes_are_there(case: _Case) -> None:
    """By lstat, before the intent is recorded: a plain file, or no opening."""
    for name in outcome_files(case.plan):
        path = case.data.get(name) or case.path.parent / getattr(case.plan.data, name).path
        try:
            mode = os.lstat(path).st_mode
        except OSError as e:
            raise Refusal(
                f"data.{name} is not there",
                file=str(path),
                help=f"put it there, or point to it with `--data {name}=PATH`",
                exit_code=2,
            ) from e
        if not (stat.S_ISREG(mode) or stat.S_ISLNK(mode)):
            raise Refusal(f"data.{name} is no plain file; it was not opened", file=str(path), exit_code=2)


@dataclass(slots=True)
class _Closing:
    """Whether an opening has its end on the record."""

    done: bool = False


@contextmanager
def _closing(case: _Case, opening: Event) -> Iterator[_Closing]:
    """Every opening is closed on the record, whatever happens behind it."""
    closing = _Closing()
    try:
        yield closing
    finally:
        if not closing.done:
            _stop(case, opening, "the run was cut short by an error of the program or an interruption", ())


def _open(case: _Case, inputs: Opened, opening: Event, closing: _Closing, stack: ExitStack) -> Opened:
    """The outcomes, opened and laid out; a failure is on the record: whether a byte of them was read, too."""
    try:
        return open_outcomes(inputs, stack)
    except Refusal as refusal:
        unread = refusal.rule in ("missing-file", "not-a-regular-file") or isinstance(refusal.__cause__, OSError)
        if unread:
            act = FailedOpening(opened=opening.digest, reason=refusal.message)
            chain.append(chain.ledger_of(case.path), act, plan=case.plan.plan.id, tool=tool_version())
        else:
            _stop(case, opening, refusal.message, ())
        closing.done = True
        raise


def _tallied(case: _Case, opened: Opened, opening: Event, closing: _Closing) -> tuple[Tally, tuple[Judgement, ...]]:
    """The tally, and what the rules say of how the outcomes fitted. Raises Refusal (exit 1), with the stop recorded."""
    try:
        tally, integrity = computed(opened, threads=case.threads, memory=case.memory)
    except Refusal as refusal:
        _stop(case, opening, refusal.message, ())
        closing.done = True
        raise
    assert case.read.source is not None
    judgements = (
        judge_opened(rules_of_the_opening(), case.plan, case.read.source, integrity, debug=case.debug)
        if integrity
        else ()
    )
    errors = [f for f in in_order(_findings(judgements), case.read.file) if f.severity is Severity.ERROR]
    if errors or tally is None:
        told = "; ".join(f.message for f in errors) or "the outcomes do not fit the predictions"
        _stop(case, opening, told, tuple(errors))
        closing.done = True
        file = getattr(case.plan.data, outcome_files(case.plan)[0]).path
        raise Refusal(told, file=file, help="; ".join(dict.fromkeys(f.help for f in errors if f.help)), exit_code=1)
    return tally, judgements


def _findings(judgements: tuple[Judgement, ...]) -> list[Finding]:
    return [f for j in judgements for f in j.findings]


def _after_opening(case: _Case, opened: Opened, opening: Event, closing: _Closing) -> Ran:
    """Tally, judge what was found at the opening, compute, write, record."""
    plan = case.plan
    tally, judgements = _tallied(case, opened, opening, closing)
    digests = opened.outcome_digests
    also = [*other_outcomes(case.state, digests), *layout_changed(case.state, case.read.raw)]
    also += reused(case.state, digests, case.register) if case.register else []
    found = in_order([*_findings(judgements), *also], case.read.file)
    bundle = bundle_of(
        plan,
        case.read.raw,
        case.state,
        opened,
        tally,
        judgements=judgements,
        found=found,
        opening=opening.digest,
        others=other_records(chain.ledger_of(case.path), plan.plan.id),
    )
    digests = written(bundle, case.out)
    act = Run(
        opened=opening.digest, outcomes=opened.outcome_digests, results=digests["results.json"], tally=digests["tally.json"],
        files=digests, environment=environment(),
    )  # fmt: skip
    event = chain.append(chain.ledger_of(case.path), act, plan=plan.plan.id, tool=tool_version())
    closing.done = True
    return Ran(results=bundle.results, report=bundle.report, folder=case.out, event=event, findings=found)


def _stop(case: _Case, opening: Event, reason: str, findings: tuple[Finding, ...]) -> None:
    act = Stop(opened=opening.digest, reason=reason, findings=finding_entries(findings))
    chain.append(chain.ledger_of(case.path), act, plan=case.plan.plan.id, tool=tool_version())
