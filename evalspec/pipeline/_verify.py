"""Comparing what is here now with what the ledger says."""

import os
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from evalspec.ledger import chain
from evalspec.ledger.diff import differences
from evalspec.ledger.verify import Check, Now, verified, verify
from evalspec.pipeline._read import code_digest, environment, read_plan, tool_version
from evalspec.pipeline._seal import digest_of
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
) -> Verified:
    """Verify a plan, its blinded inputs and, where given, a results folder. No outcome is opened.

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
    files = _files(Path(results)) if results is not None else {}
    now = Now(
        plan_bytes=raw, meaning=meaning, inputs=_inputs(plan, given.parent, data or {}), results=files.get("results.json"),
        tally=files.get("tally.json"), files=files, rules=code_digest(), tool=tool_version(), environment=environment(),
        with_results=results is not None,
    )  # fmt: skip
    checks = verify(ledger, now, expected_head=head)
    return Verified(checks=checks, ok=verified(checks), differences=_differences(ledger, text))


def _differences(ledger: Path, text: str | None) -> tuple[str, ...]:
    try:
        seal = chain.read_state(ledger).seal
    except Refusal:
        return ()
    return tuple(differences(seal.text, text)) if seal and text else ()


def _files(folder: Path) -> dict[str, str | None]:
    if not folder.is_dir():
        raise Refusal("there is no such results folder", file=str(folder))
    return {p.name: digest_of(p.read_bytes()) for p in sorted(folder.iterdir()) if p.is_file()}


def _inputs(plan: Plan | None, folder: Path, data: Mapping[str, Path]) -> dict[str, str | None]:
    """Digest of each blinded input as it is now; None for one that can't be read."""
    from evalspec.tables.files import OpenFile, locate

    if plan is None:
        return {}
    declared = {n: getattr(plan.data, n).path for n in ("predictions", "units", "training") if getattr(plan.data, n)}
    declared |= {f"thresholds.{n}": t.values.path for n, t in plan.thresholds.items() if t.values}
    found: dict[str, str | None] = {}
    for name, path in declared.items():
        try:
            with ExitStack() as stack:
                at = locate(folder, path, name=name, redirect=data.get(name))
                found[name] = stack.enter_context(OpenFile(at, name=name, file=path)).digest
        except Refusal:
            found[name] = None
    return found
