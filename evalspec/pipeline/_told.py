"""What a run says: the result set and the report, with what the seal and the opening have to add."""

from collections.abc import Mapping
from pathlib import Path

from evalspec.gates.judge import verdicts
from evalspec.ledger.chain import read_state
from evalspec.ledger.events import Bound, JudgementEntry
from evalspec.ledger.project import recorded
from evalspec.ledger.status import LedgerState
from evalspec.pipeline._bundle import Bundle
from evalspec.pipeline._compute import Opened
from evalspec.pipeline._read import environment, rules_by_name, tool_version
from evalspec.pipeline._seal import digest_of
from evalspec.plan.model import Plan
from evalspec.records import Finding, Judgement, Problem, Refusal, Tally
from evalspec.report.base import Record
from evalspec.report.text import FORMAT as TEXT
from evalspec.results.build import canonical_bytes, result_set
from evalspec.results.comparisons import comparisons
from evalspec.results.estimates import estimates
from evalspec.results.figures import figures
from evalspec.rules._engine import from_problem
from evalspec.tally.canonical import tally_bytes
from evalspec.terms import DesignKind, Grade, Status


def bundle_of(
    plan: Plan,
    raw: bytes,
    state: LedgerState,
    opened: Opened,
    tally: Tally,
    *,
    judgements: tuple[Judgement, ...],
    found: tuple[Finding, ...],
    opening: str,
    others: tuple[str, ...],
) -> Bundle:
    """Everything that a run leaves. ``found``: findings at the opening; ``opening``: digest of its event."""
    seal = state.seal
    assert seal is not None
    rows, compared = estimates(plan, tally), comparisons(plan, tally)
    raw_tally = tally_bytes(tally)
    results = result_set(
        plan=plan, cited={"id": seal.plan, "meaning": seal.meaning, "text": seal.text}, tool=tool_version(), tally=tally,
        tally_digest=digest_of(raw_tally), thresholds=opened.thresholds, estimates=rows,
        comparisons=compared, curves=figures(plan, tally), gates=verdicts(plan, rows, compared),
    )  # fmt: skip
    sealed = tuple(_as_run(j) for j in _judged(state))
    record = Record(
        plan=plan, results=results, seal=seal.digest, sealed_at=seal.at, tool=tool_version(),
        judgements=(*sealed, *judgements), findings=_sealed_findings(state), found=found, blinding=_blinding(plan, state, others),
        project={code: f"{e.package or 'a file'}, {e.digest}" for code, e in recorded(state).items()},
    )  # fmt: skip
    return Bundle(
        results=results, results_raw=canonical_bytes(results), tally_raw=raw_tally, report=TEXT.write(record), plan_raw=raw,
        opening=opening, inputs=dict(state.inputs) | opened.outcome_digests, environment=environment(), tool=tool_version(),
    )  # fmt: skip


def other_outcomes(state: LedgerState, digests: Mapping[str, str]) -> list[Finding]:
    """A warning for each earlier run on this record that used other outcomes."""
    found = []
    for number, ran in enumerate(state.runs, 1):
        changed = [name for name, digest in digests.items() if ran.outcomes.get(name, digest) != digest]
        if changed:
            message = f"{' and '.join(changed)} differ from those of run {number} on this record"
            problem = Problem(rule="outcomes-differ-between-runs", message=message, file="", path=("data", changed[0]))
            found.append(from_problem(rules_by_name()[problem.rule], problem))
    return found


def _judged(state: LedgerState) -> tuple[JudgementEntry, ...]:
    """The judgements of the seal, replaced by those of the last binding where there is one."""
    bound = [e for e in state.events if isinstance(e, Bound)]
    assert state.seal is not None
    return bound[-1].judgements if bound else state.seal.judgements


def _as_run(j: JudgementEntry) -> Judgement:
    """As sealed; that the scores are those on the record is seen only now: a run of others is refused."""
    if j.name == "scores-changed-since-seal":
        reason = "the predictions have the digest that is on the record"
        return Judgement(
            code=j.code, name=j.name, status=Status.PASSED, grade=Grade.PROVED, reason=reason, leakage=j.leakage
        )
    return Judgement(
        code=j.code, name=j.name, status=j.status, grade=j.grade, reason=j.reason, more=j.more, leakage=j.leakage
    )


def layout_changed(state: LedgerState, raw: bytes) -> list[Finding]:
    """A note where the plan's text differs from the sealed one, and means the same."""
    if state.seal is None or digest_of(raw) == state.seal.bytes:
        return []
    problem = Problem(
        rule="bytes-differ", message="the plan's text differs from the sealed one in layout alone", file=""
    )
    return [from_problem(rules_by_name()[problem.rule], problem)]


def reused(state: LedgerState, digests: Mapping[str, str], register: Path) -> list[Finding]:
    """A warning where other plans' records in a folder, and below it, hold runs on the same outcomes."""
    seen, others = 0, set()
    for path in sorted(register.rglob("*.ledger.jsonl")):
        try:
            other = read_state(path)
        except Refusal:
            continue
        seen += 1
        same = any(digest in ran.outcomes.values() for ran in other.runs for digest in digests.values())
        if same and other.seal and state.seal and other.seal.digest != state.seal.digest:
            others.add(other.seal.plan)
    if not others:
        return []
    named = ", ".join(sorted(others))
    message = f"these outcomes were opened for {len(others)} other plan{'s' if len(others) > 1 else ''} too ({named}), by {seen} records in {register}"
    problem = Problem(rule="holdout-reused", message=message, file="", path=("data", next(iter(digests))))
    return [from_problem(rules_by_name()[problem.rule], problem)]


def _sealed_findings(state: LedgerState) -> tuple[Finding, ...]:
    assert state.seal is not None
    return tuple(
        Finding(code=f.code, name=f.name, severity=f.severity, path=(), message=f.message, help="", file=f.file)
        for f in state.seal.findings
    )


_SEEN_BY_FITTERS = (DesignKind.LEAVE_ONE_COHORT_OUT, DesignKind.CROSS_VALIDATION, DesignKind.SPLIT)


def _blinding(plan: Plan, state: LedgerState, others: tuple[str, ...]) -> str:
    """What the seal says about who had seen the outcomes; ``others`` are earlier records of a plan of this id."""
    earlier = len(state.openings) - len(state.failed)
    times = "once" if earlier == 1 else f"{earlier} times"
    again = f"; the outcomes were opened {times} before on this record" if earlier else ""
    if others:
        again += f"; outcomes were opened under a plan of the same id before, on the record {', '.join(others)}"
    if plan.data.counts is not None:
        why = f": {plan.data.counts.why}" if plan.data.counts.why else ""
        return f"none: the counts were there before the plan{why}{again}"
    if plan.design.kind in _SEEN_BY_FITTERS:
        return (
            "attested at best: whoever fitted the models had seen these outcomes; the seal proves that the plan came "
            f"before this run, not that the outcomes were unknown{again}"
        )
    return f"the plan was sealed before this run opened the outcomes; that nobody saw them elsewhere is attested{again}"
