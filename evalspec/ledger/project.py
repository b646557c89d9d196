"""The project's own rules on the record, and whether those that lie here now are the same."""

from __future__ import annotations

from collections.abc import Mapping

from evalspec.ledger.events import Bound, ProjectRuleEntry
from evalspec.ledger.line import same
from evalspec.ledger.status import LedgerState


def recorded(state: LedgerState) -> dict[str, ProjectRuleEntry]:
    """The rules that judged the sealed plan or what was bound to it, by code; the later entry stands."""
    events = [state.seal, *(e for e in state.events if isinstance(e, Bound))]
    return {entry.code: entry for event in events if event is not None for entry in event.project_rules}


def compared(state: LedgerState, now: Mapping[str, str]) -> tuple[bool | None, str]:
    """Whether the rules here, digests by code, are those recorded; None where that can't be told or they differ.

    No number depends on a rule: a rule that changed since is told, and makes nothing wrong.
    """
    then = recorded(state)
    if not then:
        told = "no rule of a project's own is recorded"
        return (None, f"{told}; there are some here: {', '.join(sorted(now))}") if now else (True, told)
    names = ", ".join(f"{code} {entry.name}" for code, entry in sorted(then.items()))
    if not now:
        return None, f"not compared: none is here; the plan was judged by {names}"
    parts = (
        ("changed", [code for code in then if code in now and not same(then[code].digest, now[code])]),
        ("missing", [code for code in then if code not in now]),
        ("not there then", [code for code in now if code not in then]),
    )
    differing = "; ".join(f"{what}: {', '.join(sorted(codes))}" for what, codes in parts if codes)
    if differing:
        return None, f"they differ from those that judged the plan: {differing}"
    return True, f"those that judged the plan: {names}"
