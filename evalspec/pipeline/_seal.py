"""Sealing a plan, binding what comes later, and saying where it stands. No outcome is opened here."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evalspec.ledger import chain
from evalspec.ledger.events import Binding, Event, FindingEntry, JudgementEntry, ProjectRuleEntry, Seal, Seen
from evalspec.ledger.status import LedgerState
from evalspec.pipeline._check import Checked, check, refuse_errors
from evalspec.pipeline._project import NONE, ProjectRules
from evalspec.pipeline._read import code_digest, environment, tool_version
from evalspec.plan.canonical import canonical, meaning_digest
from evalspec.plan.model import Plan
from evalspec.records import Blinded, Finding, Judgement, Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """A seal or a binding as it stands on the record."""

    event: Event
    ledger: Path
    checked: Checked

    @property
    def head(self) -> str:
        """The digest to deposit outside the folder."""
        return self.event.digest


def seal(
    path: str | os.PathLike[str],
    *,
    data: Mapping[str, Path] | None = None,
    key: bytes | None = None,
    project: ProjectRules = NONE,
    debug: bool = False,
) -> Sealed:
    """Check the plan and its blinded inputs, and put it on the record, with the project's rules that judged it.

    Raises:
        Refusal: the plan has errors (exit 1), is sealed already (3), or can't be read (2).
    """
    given = Path(path)
    ledger = chain.ledger_of(given)
    if chain.read(ledger):
        raise Refusal(
            "this plan is sealed already", file=str(ledger), help="`evalspec status` says where it stands", exit_code=3
        )
    checked = check(given, data=data, key=key, project=project, debug=debug)
    refuse_errors(checked)
    plan = checked.plan
    assert plan is not None
    blinded = checked.blinded
    act = Seal(
        canonical=1, bytes=digest_of(checked.raw), meaning=meaning_digest(plan), text=canonical(plan).decode(),
        inputs=dict(sorted(input_digests(blinded).items())) if blinded else {},
        awaited=tuple(sorted(blinded.missing)) if blinded else (), rules=code_digest(),
        judgements=entries(checked.judgements), findings=finding_entries(_with_waived(checked)),
        environment=environment(), outcomes_seen=_seen(plan, given.parent, data or {}),
        project_rules=rule_entries(project),
    )  # fmt: skip
    event = chain.append(ledger, act, plan=plan.plan.id, tool=tool_version())
    return Sealed(event=event, ledger=ledger, checked=checked)


def bind(
    path: str | os.PathLike[str],
    *,
    data: Mapping[str, Path] | None = None,
    key: bytes | None = None,
    project: ProjectRules = NONE,
    debug: bool = False,
) -> Sealed:
    """Record the digests of inputs that the seal awaited, after the same blinded checks.

    Raises:
        Refusal: not sealed, changed, or nothing to bind (exit 3); the inputs have errors (1).
    """
    given = Path(path)
    ledger = chain.ledger_of(given)
    state = chain.read_state(ledger)
    checked = check(given, data=data, key=key, project=project, debug=debug)
    refuse_changed(checked.plan, checked.raw, state, given)
    if not state.awaited:
        raise Refusal("nothing is awaited: every input is on the record", file=str(ledger), exit_code=3)
    refuse_errors(checked)
    assert checked.blinded is not None
    assert checked.plan is not None
    digests = input_digests(checked.blinded)
    there = {name: digests[name] for name in state.awaited if name in digests}
    if not there:
        waiting = ", ".join(state.awaited)
        raise Refusal(f"none of the awaited inputs is there: {waiting}", file=str(given), exit_code=3)
    refuse_other_inputs({n: d for n, d in digests.items() if n in state.inputs}, state, given)
    act = Binding(
        inputs=there, judgements=entries(checked.judgements), findings=finding_entries(_with_waived(checked)),
        project_rules=rule_entries(project),
    )  # fmt: skip
    event = chain.append(ledger, act, plan=checked.plan.plan.id, tool=tool_version())
    return Sealed(event=event, ledger=ledger, checked=checked)


def status(path: str | os.PathLike[str]) -> LedgerState:
    """Where the plan stands, read off its ledger. Raises Refusal where the chain is broken or the plan missing."""
    given = Path(path)
    if not os.path.exists(given):
        raise Refusal("there is no such plan", file=str(given))
    return chain.read_state(chain.ledger_of(given))


def other_records(ledger: Path, plan_id: str) -> tuple[str, ...]:
    """Other ledgers in the folder whose plan has this id and whose outcomes were opened: a second promise, made later."""
    found = []
    for path in sorted(ledger.parent.glob("*.ledger.jsonl")):
        if path.name == ledger.name:
            continue
        try:
            state = chain.read_state(path)
        except Refusal:
            continue
        if state.seal is not None and state.seal.plan == plan_id and len(state.openings) > len(state.failed):
            found.append(path.name)
    return tuple(found)


def refuse_changed(plan: Plan | None, raw: bytes, state: LedgerState, path: Path) -> None:
    """Raises Refusal (exit 3) unless the plan is sealed and means what was sealed."""
    if state.seal is None:
        raise Refusal(
            "the plan is not sealed",
            file=str(path),
            help=f"`evalspec seal {path}` seals it",
            exit_code=3,
            rule="not-sealed",
        )
    if plan is None:
        raise Refusal(
            "the plan can't be read any more as it was sealed",
            file=str(path),
            help="restore the sealed text",
            exit_code=3,
        )
    if meaning_digest(plan) != state.seal.meaning:
        raise _differs(plan, state.seal, path)


def _differs(plan: Plan, seal: Any, path: Path) -> Refusal:
    """How the plan differs from its seal: another plan, an older version, or another meaning."""
    from evalspec.ledger.diff import differences

    file, help = str(path), "restore the sealed text, or seal it as a new plan"
    if plan.plan.id != seal.plan:
        told = f"the record is that of the plan `{seal.plan}`, and this is `{plan.plan.id}`"
        return Refusal(told, file=file, help=help, exit_code=3, rule="seal-of-another-plan")
    sealed = json.loads(seal.text)["plan"].get("version", 1)
    if plan.plan.version < sealed:
        told = f"this is version {plan.plan.version} of the plan, and version {sealed} is sealed"
        return Refusal(told, file=file, help=help, exit_code=3, rule="older-version-than-seal")
    told = "; ".join(differences(seal.text, canonical(plan).decode())[:3])
    message = f"the plan differs from its seal: {told}"
    return Refusal(message, file=file, help=help, exit_code=3, rule="plan-differs-from-seal")


def refuse_other_inputs(digests: Mapping[str, str], state: LedgerState, path: Path) -> None:
    """Raises Refusal (exit 3) where an input is not the one on the record."""
    for name, sealed in sorted(state.inputs.items()):
        if name in digests and digests[name] != sealed:
            told = f"{name} has changed since it was put on the record"
            help = "restore the file: its digest was " + sealed
            if name == "predictions":
                raise Refusal(told, file=str(path), help=help, exit_code=3, rule="scores-changed-since-seal")
            raise Refusal(told, file=str(path), help=help, exit_code=3, rule="digest-differs")


def input_digests(blinded: Blinded) -> dict[str, str]:
    """The digest of every blinded file that is there, by its name in the plan."""
    return {**{name: t.digest for name, t in blinded.tables.items()}, **blinded.digests}


def digest_of(raw: bytes) -> str:
    """``sha256:`` and 64 hexadecimal digits."""
    import hashlib

    return "sha256:" + hashlib.sha256(raw).hexdigest()


def entries(judgements: tuple[Judgement, ...]) -> tuple[JudgementEntry, ...]:
    """Judgements as the ledger keeps them."""
    return tuple(
        JudgementEntry(
            code=j.code, name=j.name, status=j.status, grade=j.grade, reason=j.reason, more=j.more, leakage=j.leakage
        )
        for j in judgements
    )


def rule_entries(project: ProjectRules) -> tuple[ProjectRuleEntry, ...]:
    """The project's own rules as the ledger keeps them."""
    return tuple(
        ProjectRuleEntry(code=p.rule.code, name=p.rule.name, digest=p.file.digest, package=p.file.package)
        for p in project.rules
    )


def _with_waived(checked: Checked) -> tuple[Finding, ...]:
    """All that was found; what is waived carries with its message who waives it, and why."""
    return (*checked.findings, *(replace(f, message=f"{f.message} ({f.help})") for f in checked.waived))


def finding_entries(findings: tuple[Finding, ...]) -> tuple[FindingEntry, ...]:
    """Findings as the ledger keeps them."""
    return tuple(
        FindingEntry(
            code=f.code,
            name=f.name,
            severity=f.severity,
            message=f.message,
            file=f.file,
            line=f.place.line if f.place else None,
        )
        for f in findings
    )


def outcome_files(plan: Plan) -> tuple[str, ...]:
    """Names of the files that hold outcomes."""
    return tuple(n for n in ("outcomes", "counts") if getattr(plan.data, n) is not None)


def _seen(plan: Plan, folder: Path, data: Mapping[str, Path]) -> dict[str, Seen]:
    """How outcome files look from outside: by lstat, never opened."""
    found = {}
    for name in outcome_files(plan):
        path = data.get(name) or folder / getattr(plan.data, name).path
        try:
            s = os.lstat(path)
        except OSError:
            found[name] = Seen(present=False, size=None, mtime_ns=None)
        else:
            found[name] = Seen(present=True, size=s.st_size, mtime_ns=str(s.st_mtime_ns))
    return found
