"""The run: the outcomes are opened once, on the record, and the declared numbers are computed from the tally."""

import os
import stat
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalspec.gates.judge import verdicts
from evalspec.ledger import chain
from evalspec.ledger.events import Event, FailedOpening, Opening, Run, Stop
from evalspec.ledger.status import LedgerState
from evalspec.pipeline._bundle import Bundle, written
from evalspec.pipeline._compute import Opened, computed, open_inputs, open_outcomes
from evalspec.pipeline._read import Read, environment, read_plan, rules, tool_version
from evalspec.pipeline._seal import (
    finding_entries,
    outcome_files,
    refuse_changed,
    refuse_other_inputs,
)
from evalspec.plan.model import Plan
from evalspec.records import Finding, Judgement, Refusal
from evalspec.report.base import Record
from evalspec.report.text import FORMAT as TEXT
from evalspec.results.build import canonical_bytes, result_set, tally_bytes
from evalspec.results.estimates import estimates
from evalspec.rules._engine import in_order, judge_opened
from evalspec.terms import DesignKind, Severity


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


def run(
    path: str | os.PathLike[str],
    out: str | os.PathLike[str] = "results",
    *,
    data: Mapping[str, Path] | None = None,
    threads: int | None = None,
    memory: str | None = None,
    debug: bool = False,
) -> Ran:
    """Compute what the sealed plan declares, and nothing else, into a new folder.

    Raises:
        Refusal: not sealed, changed, or an input changed or missing (exit 3), with the outcomes unread; the folder is
            there already (2); the outcomes can't be opened (2) or don't fit the plan (1). Nothing is written then.
    """
    case = _case(Path(path), Path(out), data or {}, threads, memory, debug)
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
        try:
            opened = open_outcomes(inputs, stack)
        except Refusal as refusal:
            act = FailedOpening(opened=opening.digest, reason=refusal.message)
            chain.append(ledger, act, plan=seal.plan, tool=tool_version())
            raise
        return _after_opening(case, opened, opening)


def _case(
    path: Path, out: Path, data: Mapping[str, Path], threads: int | None, memory: str | None, debug: bool
) -> _Case:
    read = read_plan(path)
    state = chain.read_state(chain.ledger_of(path))
    refuse_changed(read.plan, read.raw, state, path)
    assert read.plan is not None
    if state.awaited:
        waiting = ", ".join(state.awaited)
        raise Refusal(
            f"these inputs were never bound: {waiting}",
            file=str(path),
            help=f"`evalspec bind {path}` records them",
            exit_code=3,
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


def _after_opening(case: _Case, opened: Opened, opening: Event) -> Ran:
    """Tally, judge what was found at the opening, compute, write, record."""
    ledger, plan = chain.ledger_of(case.path), case.plan
    try:
        tally, integrity = computed(opened, threads=case.threads, memory=case.memory)
    except Refusal as refusal:
        _stop(case, opening, refusal.message, ())
        raise
    assert case.read.source is not None
    judgements = judge_opened(rules(), plan, case.read.source, integrity, debug=case.debug) if integrity else ()
    found = in_order([f for j in judgements for f in j.findings], case.read.file)
    errors = [f for f in found if f.severity is Severity.ERROR]
    if errors or tally is None:
        told = "; ".join(f.message for f in errors) or "the outcomes do not fit the predictions"
        _stop(case, opening, told, tuple(errors))
        raise Refusal(
            told,
            file=getattr(plan.data, outcome_files(plan)[0]).path,
            help="; ".join(dict.fromkeys(f.help for f in errors if f.help)),
            exit_code=1,
        )
    bundle = _bundle(case, opened, tally, judgements, found, opening)
    digests = written(bundle, case.out)
    act = Run(
        opened=opening.digest, outcomes=opened.outcome_digests, results=digests["results.json"], tally=digests["tally.json"],
        files=digests, environment=environment(),
    )  # fmt: skip
    event = chain.append(ledger, act, plan=plan.plan.id, tool=tool_version())
    return Ran(results=bundle.results, report=bundle.report, folder=case.out, event=event, findings=found)


def _stop(case: _Case, opening: Event, reason: str, findings: tuple[Finding, ...]) -> None:
    act = Stop(opened=opening.digest, reason=reason, findings=finding_entries(findings))
    chain.append(chain.ledger_of(case.path), act, plan=case.plan.plan.id, tool=tool_version())


def _bundle(
    case: _Case,
    opened: Opened,
    tally: Any,
    judgements: tuple[Judgement, ...],
    found: tuple[Finding, ...],
    opening: Event,
) -> Bundle:
    from evalspec.pipeline._seal import digest_of

    seal = case.state.seal
    assert seal is not None
    rows = estimates(case.plan, tally)
    raw_tally = tally_bytes(tally)
    results = result_set(
        plan=case.plan, cited={"id": seal.plan, "meaning": seal.meaning, "text": seal.text},
        tool=tool_version(), tally=tally, tally_digest=digest_of(raw_tally), thresholds=opened.thresholds, estimates=rows,
        gates=verdicts(case.plan, rows),
    )  # fmt: skip
    sealed = tuple(
        Judgement(code=j.code, name=j.name, status=j.status, grade=j.grade, reason=j.reason)
        for j in _judged(case.state)
    )
    said = _sealed_findings(case.state)
    report = TEXT.write(
        Record(
            plan=case.plan, results=results, seal=seal.digest, judgements=(*sealed, *judgements),
            findings=(*said, *found), blinding=_blinding(case.plan, case.state),
        )
    )  # fmt: skip
    return Bundle(
        results=results, results_raw=canonical_bytes(results), tally_raw=raw_tally, report=report,
        plan_raw=case.read.raw, opening=opening.digest, inputs=dict(case.state.inputs) | opened.outcome_digests,
        environment=environment(), tool=tool_version(),
    )  # fmt: skip


def _judged(state: LedgerState) -> tuple[Any, ...]:
    """The judgements of the seal, replaced by those of the last binding where there is one."""
    from evalspec.ledger.events import Bound

    bound = [e for e in state.events if isinstance(e, Bound)]
    assert state.seal is not None
    return bound[-1].judgements if bound else state.seal.judgements


def _sealed_findings(state: LedgerState) -> tuple[Finding, ...]:
    assert state.seal is not None
    return tuple(
        Finding(code=f.code, name=f.name, severity=f.severity, path=(), message=f.message, help="", file=f.file)
        for f in state.seal.findings
    )


_SEEN_BY_FITTERS = (DesignKind.LEAVE_ONE_COHORT_OUT, DesignKind.CROSS_VALIDATION, DesignKind.SPLIT)


def _blinding(plan: Plan, state: LedgerState) -> str:
    """What the seal says about who had seen the outcomes."""
    earlier = len(state.openings) - len(state.failed)
    again = f"; the outcomes were opened {earlier} times before on this record" if earlier else ""
    if plan.data.counts is not None:
        why = f": {plan.data.counts.why}" if plan.data.counts.why else ""
        return f"none: the counts were there before the plan{why}{again}"
    if plan.design.kind in _SEEN_BY_FITTERS:
        return (
            "attested at best: whoever fitted the models had seen these outcomes; the seal proves that the plan came "
            f"before this run, not that the outcomes were unknown{again}"
        )
    return f"the plan was sealed before this run opened the outcomes; that nobody saw them elsewhere is attested{again}"
