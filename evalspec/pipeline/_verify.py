"""Comparing what is here now with what the ledger says."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from evalspec.ledger import chain
from evalspec.ledger.diff import differences
from evalspec.ledger.project import compared, recorded
from evalspec.ledger.status import DRAFT, LedgerState
from evalspec.ledger.verify import Check, Now, verified, verify
from evalspec.pipeline._places import Places, present
from evalspec.pipeline._read import code_digest, environment, read_plan, tool_version
from evalspec.plan.canonical import canonical, meaning_digest
from evalspec.plan.model import Plan
from evalspec.records import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """Every check, the verdict, and what differs in the plan's meaning (``path: sealed …, now …``)."""

    checks: tuple[Check, ...]
    ok: bool
    differences: tuple[str, ...]


def compare_with_record(
    path: str | os.PathLike[str],
    *,
    results: str | os.PathLike[str] | None = None,
    head: str | None = None,
    data: Mapping[str, Path] | None = None,
    where: Places = Places(),
) -> Verified:
    """Verify a plan, its blinded inputs and, where given, the recorded files of a results folder. No outcome is opened.

    Rules of the project's own that lie ``where`` are compared by their bytes; none is run.

    Raises:
        Refusal: there is no such plan, or no such folder (exit 2).
    """
    given = Path(path)
    ledger = chain.ledger_of(given)
    raw, meaning, plan, text = None, None, None, None
    if os.path.exists(given):
        read = read_plan(given)
        raw, plan = read.raw, read.plan
        if plan is not None:
            meaning, text = meaning_digest(plan), canonical(plan).decode()
    elif not os.path.exists(ledger):
        raise Refusal("there is neither such a plan nor its ledger", file=str(given))
    here = _Here(plan, given.parent, data or {}, _state(ledger))
    files = here.files(Path(results)) if results is not None else {}
    inputs, twins = here.inputs()
    now = Now(
        plan_bytes=raw, meaning=meaning, inputs=inputs, twins=twins, results=files.get("results.json"),
        tally=files.get("tally.json"), files=files, rules=code_digest(), tool=tool_version(), environment=environment(),
        project_rules=present(where, {c: e.digest for c, e in recorded(here.state).items()}),
        with_results=results is not None,
    )  # fmt: skip
    checks = verify(ledger, now, expected_head=head)
    seal = here.state.seal
    told = tuple(differences(seal.text, text)) if seal and text else ()
    return Verified(checks=checks, ok=verified(checks), differences=told)


def project_rules_now(path: str | os.PathLike[str], where: Places) -> str | None:
    """How the project's rules that lie ``where`` differ from those on the plan's record; None where they don't.

    None of them is run. Raises Refusal where a place can't be read (exit 2) or the chain is broken (3).
    """
    state = chain.read_state(chain.ledger_of(Path(path)))
    now = present(where, {code: entry.digest for code, entry in recorded(state).items()})
    ok, sentence = compared(state, now)
    return None if ok or state.seal is None else sentence


def _state(ledger: Path) -> LedgerState:
    """What the ledger says; nothing where it is broken, which the checks tell."""
    try:
        return chain.read_state(ledger)
    except Refusal:
        return DRAFT


@dataclass(frozen=True, slots=True)
class _Here:
    """What lies here now. No file with outcomes is opened, whatever it is called."""

    plan: Plan | None
    folder: Path
    data: Mapping[str, Path]
    state: LedgerState

    def inputs(self) -> tuple[dict[str, str | None] | None, tuple[str, ...]]:
        """Digest of each blinded input, None for one that can't be read; and a sentence for each that is an outcome.

        None for all of them where there is no plan to say where they lie.
        """
        from evalspec.tables.files import locate, refuse_outcome_twin
        from evalspec.tables.names import blinded_files

        if self.plan is None:
            return None, ()
        found: dict[str, str | None] = {}
        twins: list[str] = []
        for name, path in blinded_files(self.plan).items():
            derived = f"the derivation of {name.removeprefix('derivation.')}"
            if name.startswith("derivation.") and any(derived in told for told in twins):
                found[name] = None  # another file is this one: what it is, is in doubt, and it holds labels
                continue
            try:
                at = locate(self.folder, path, name=name, redirect=self.data.get(name))
                refuse_outcome_twin(self.plan, self.folder, name, declared=path, redirect=self.data)
                found[name] = _digest(at)
            except Refusal as e:
                found[name] = None
                if e.rule == "outcome-visible":
                    twins.append(e.message)
        return found, tuple(twins)

    def files(self, folder: Path) -> dict[str, str | None]:
        """Digest of each file of a results folder that a run recorded; None for any other, and it is not opened."""
        if not folder.is_dir():
            raise Refusal("there is no such results folder", file=str(folder))
        written = {name for ran in self.state.runs for name in ran.files}
        with os.scandir(folder) as entries:
            there = sorted(e.name for e in entries if not e.is_dir(follow_symlinks=False))
        return {name: self._written(folder / name) if name in written else None for name in there}

    def _written(self, path: Path) -> str | None:
        from evalspec.tables.files import outcome_at

        try:
            if self.plan is None:  # nothing says whether another name of this file is that of the outcomes
                visible = os.lstat(path).st_nlink > 1
            else:
                visible = outcome_at(path, self.plan, self.folder, redirect=self.data) is not None
            return None if visible else _digest(path)
        except (Refusal, OSError):
            return None


def _digest(path: Path) -> str:
    from evalspec.tables.files import OpenFile

    with OpenFile(path) as opened:
        return opened.digest
