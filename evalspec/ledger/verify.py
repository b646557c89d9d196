"""Whether what is here now is what the ledger says: a closed list of checks, each with a sentence.

``ok`` is True (it is so), False (it is not), or None (nothing here can tell). A check that can't be made is never
True, and one that the verdict needs makes it False.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from pathlib import Path

from evalspec.ledger import chain
from evalspec.ledger.events import Sealed
from evalspec.ledger.line import same
from evalspec.ledger.project import compared
from evalspec.ledger.status import DRAFT, LedgerState, Stage
from evalspec.records import Refusal


class CheckName(StrEnum):
    """Every check there is; each is answered every time, in this order."""

    CHAIN = "chain"
    HEAD = "head"
    MEANING = "plan meaning"
    BYTES = "plan bytes"
    INPUTS = "inputs"
    OPENINGS = "openings"
    OUTCOMES = "outcomes"
    RESULTS = "results"
    FILES = "files"
    TOOL = "tool"
    OWN_RULES = "own rules"
    ENVIRONMENT = "environment"
    CLOCK = "clock"
    TIME = "time"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """``needed``: without its being True nothing is verified."""

    name: CheckName
    ok: bool | None
    sentence: str
    needed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Now:
    """What is found now. Digests as ``sha256:…``; None, or a name left out, for what is missing or unreadable.

    ``inputs`` is None where no plan says which they are. ``twins``: a sentence for each input that is a file with
    outcomes, and was not read. ``files``: the digest of each file in the results folder, by its name.
    ``with_results``: whether results are to be compared at all; where not, that says so and is no fault.
    """

    plan_bytes: bytes | None
    meaning: str | None
    inputs: Mapping[str, str | None] | None = field(default_factory=dict)
    twins: tuple[str, ...] = ()
    results: str | None = None
    tally: str | None = None
    files: Mapping[str, str | None] = field(default_factory=dict)
    rules: str | None = None
    tool: str | None = None
    project_rules: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    with_results: bool = True


_Answer = tuple[bool | None, str]

_UNVOUCHED: _Answer = (
    None,
    "nothing outside this folder vouches for when: times are this machine's claim, "
    "and the whole chain could have been remade",
)


_NOT_ASKED: _Answer = (None, "not compared: no results were named")


@dataclass(frozen=True, slots=True)
class _Case:
    state: LedgerState
    seal: Sealed
    now: Now
    expected_head: str | None


def verify(ledger: Path, now: Now, *, expected_head: str | None = None) -> tuple[Check, ...]:
    """Every check, in the order of ``CheckName``. A broken or missing ledger is an answer, not an exception.

    ``expected_head``: a head digest that the caller has from outside this folder.
    """
    try:
        state = chain.read_state(ledger)
    except Refusal as broken:
        return _no_chain(f"{broken.where}: {broken.message}")
    if state.seal is None:
        return _no_chain(f"{ledger}: no seal is recorded")
    case = _Case(state, state.seal, now, expected_head)
    answers = {name: _CHECKS[name](case) for name in CheckName}
    if not now.with_results:
        answers |= {CheckName.RESULTS: _NOT_ASKED, CheckName.FILES: _NOT_ASKED}
    return tuple(_check(name, *answers[name], state if now.with_results else DRAFT) for name in CheckName)


def verified(checks: tuple[Check, ...]) -> bool:
    """Nothing is false, every check is there, and what is needed is true."""
    if tuple(check.name for check in checks) != tuple(CheckName):
        return False
    return all(check.ok is True or (check.ok is None and not check.needed) for check in checks)


def _check(name: CheckName, ok: bool | None, sentence: str, state: LedgerState | None) -> Check:
    needed = name in {CheckName.CHAIN, CheckName.MEANING, CheckName.INPUTS}
    after_run = name in {CheckName.RESULTS, CheckName.FILES} and (state is None or state.stage is Stage.REPORTED)
    return Check(name=name, ok=ok, sentence=sentence, needed=needed or after_run)


def _no_chain(why: str) -> tuple[Check, ...]:
    answers: dict[CheckName, _Answer] = {CheckName.CHAIN: (False, why), CheckName.TIME: _UNVOUCHED}
    untold: _Answer = (None, "not compared: there is no sound ledger to compare with")
    return tuple(_check(name, *answers.get(name, untold), None) for name in CheckName)


def _chain(case: _Case) -> _Answer:
    return True, f"{len(case.state.events)} events, each bound to the one before"


def _head(case: _Case) -> _Answer:
    if case.expected_head is None:
        return None, f"no head from outside was given; this ledger's is {case.state.head}"
    for back, event in enumerate(reversed(case.state.events)):
        if same(event.digest, case.expected_head):
            grown = f"; {back} later events follow it" if back else ""
            return True, f"the expected head is event {event.sequence} of this chain{grown}"
    return False, "the expected head is not in this chain: it was cut back, remade, or is another's"


def _meaning(case: _Case) -> _Answer:
    if case.now.meaning is None:
        return False, "the plan's meaning could not be read"
    if same(case.now.meaning, case.seal.meaning):
        return True, "the plan means what was sealed"
    return False, "the plan no longer means what was sealed"


def _bytes(case: _Case) -> _Answer:
    if case.now.plan_bytes is None:
        return False, "the plan could not be read"
    if same("sha256:" + hashlib.sha256(case.now.plan_bytes).hexdigest(), case.seal.bytes):
        return True, "the plan is byte for byte the sealed file"
    if case.now.meaning is not None and same(case.now.meaning, case.seal.meaning):
        return None, "not the sealed file byte for byte; only its layout or its paths changed, its meaning did not"
    return False, "not the sealed file"


def _inputs(case: _Case) -> _Answer:
    if case.now.twins:
        return False, f"{'; '.join(case.now.twins)}: not read"
    if case.now.inputs is None:
        return None, "not compared: the plan could not be read, and only it says where they lie"
    awaited = f"; still to come: {', '.join(case.state.awaited)}" if case.state.awaited else ""
    strange = sorted(case.now.inputs.keys() - case.state.inputs.keys() - set(case.state.awaited))
    if strange:
        return False, f"not in the seal: {', '.join(strange)}"
    missing, changed = _unlike(case.state.inputs, case.now.inputs)
    if missing or changed:
        return False, _faults(missing, changed) + awaited
    return True, f"{_many(len(case.state.inputs), 'input', 'is that', 'are those')} recorded{awaited}"


def _openings(case: _Case) -> _Answer:
    state = case.state
    if not state.openings:
        return True, "no outcome was opened on this record"
    if state.unfinished:
        cut = ", ".join(str(opening.sequence) for opening in state.unfinished)
        return None, f"a run was cut short (opened in event {cut}, never closed): it may have read the outcomes"
    times = len(state.openings) - len(state.failed)
    sentence = f"outcomes opened {_times(times)}, attempts failed {len(state.failed)}, runs ended {len(state.runs)}"
    if len({tuple(sorted(ran.outcomes.items())) for ran in state.runs}) > 1:
        return None, f"{sentence}; the runs did NOT all use the same outcomes"
    return (True if times <= 1 else None), sentence


def _outcomes(case: _Case) -> _Answer:
    if not case.state.runs:
        return None, "not compared: never opened here; no run recorded any"
    last = case.state.runs[-1].outcomes
    digests = ", ".join(digest if len(last) == 1 else f"{name} {digest}" for name, digest in sorted(last.items()))
    return None, f"not compared: never opened here; recorded at the last run: {digests}"


def _many(n: int, what: str, one: str, more: str) -> str:
    return f"{n} {what} {one}" if n == 1 else f"{n} {what}s {more}"


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n} times"


def _results(case: _Case) -> _Answer:
    runs, now = case.state.runs, case.now
    if not runs:
        there = now.results is not None or "results.json" in now.files
        return (False, "results without a recorded run") if there else (None, "no run is recorded")
    if now.results is None or now.tally is None:
        return None, "results or tally are missing or could not be read: not compared"
    for number, ran in enumerate(runs, 1):
        if same(ran.results, now.results) and same(ran.tally, now.tally):
            return True, f"results and tally are those of run {number} of {len(runs)}"
    return False, "results and tally are those of no recorded run"


def _files(case: _Case) -> _Answer:
    runs, now = case.state.runs, case.now
    if not runs:
        return (False, "files without a recorded run") if now.files else (None, "no run is recorded")
    of = [ran for ran in runs if now.results is not None and same(ran.results, now.results)] or [runs[-1]]
    for ran in reversed(of):
        missing, changed = _unlike(ran.files, now.files)
        strange = sorted(now.files.keys() - ran.files.keys())
        if not missing and not changed and not strange:
            return True, f"{len(ran.files)} files are those the run wrote"
    return False, _faults(missing, changed, strange)


def _tool(case: _Case) -> _Answer:
    was, now = (case.seal.tool, case.seal.rules), (case.now.tool, case.now.rules)
    if was == now:
        return True, f"the tool ({was[0]}) and its rules are those of the seal"
    if was[0] != now[0]:
        return None, f"sealed by version {was[0]}, now {now[0] or 'unknown'}: it may compute otherwise"
    return None, f"sealed under the rules {was[1]}, now {now[1] or 'unknown'}: they may judge otherwise"


def _environment(case: _Case) -> _Answer:
    was, now = case.seal.environment, case.now.environment
    differ = [
        f"{name} {was.get(name, 'absent')} → {now.get(name, 'absent')}"
        for name in sorted(was.keys() | now.keys())
        if was.get(name) != now.get(name)
    ]
    if differ:
        return None, f"other packages than at the seal: {', '.join(differ)}"
    return (True, "the packages are those of the seal") if was else (None, "the seal names no packages")


def _clock(case: _Case) -> _Answer:
    back = [later for earlier, later in pairwise(case.state.events) if later.at < earlier.at]
    if back:
        where = ", ".join(str(event.sequence) for event in back)
        return None, f"the clock went backwards before event {where}: at least one time is wrong; the order holds"
    return True, "the times stand in the order of the events"


def _time(_: _Case) -> _Answer:
    return _UNVOUCHED


_CHECKS: Mapping[CheckName, Callable[[_Case], _Answer]] = {
    CheckName.CHAIN: _chain,
    CheckName.HEAD: _head,
    CheckName.MEANING: _meaning,
    CheckName.BYTES: _bytes,
    CheckName.INPUTS: _inputs,
    CheckName.OPENINGS: _openings,
    CheckName.OUTCOMES: _outcomes,
    CheckName.RESULTS: _results,
    CheckName.FILES: _files,
    CheckName.TOOL: _tool,
    CheckName.OWN_RULES: lambda case: compared(case.state, case.now.project_rules),
    CheckName.ENVIRONMENT: _environment,
    CheckName.CLOCK: _clock,
    CheckName.TIME: _time,
}


def _unlike(recorded: Mapping[str, str], now: Mapping[str, str | None]) -> tuple[list[str], list[str]]:
    """Names that are missing now, and names whose digest is another."""
    found = {name: now.get(name) for name in sorted(recorded)}
    missing = [name for name, digest in found.items() if digest is None]
    changed = [name for name, digest in found.items() if digest is not None and not same(recorded[name], digest)]
    return missing, changed


def _faults(missing: Sequence[str], changed: Sequence[str], strange: Sequence[str] = ()) -> str:
    parts = [("missing or unreadable: ", missing), ("changed: ", changed), ("not written by the run: ", strange)]
    return "; ".join(text + ", ".join(names) for text, names in parts if names)
