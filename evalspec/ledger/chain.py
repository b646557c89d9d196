"""The chain: an append-only file of canonical JSON lines beside the plan, each bound to the one before."""

from __future__ import annotations

import os
import shlex
import time
from datetime import UTC, datetime
from pathlib import Path

from evalspec.ledger import files, line, lock
from evalspec.ledger.events import FORMAT, TYPE, Act, Event
from evalspec.ledger.status import DRAFT, LedgerState, OutOfOrder, advance
from evalspec.records import Place, Refusal


class Torn(Refusal):
    """The last line was never finished: it counts for nothing, and the events before it are sound.

    ``intact`` is how many bytes are sound.
    """

    def __init__(self, path: Path, *, number: int, intact: int) -> None:
        cut = f"truncate -s {intact} {shlex.quote(path.name)}"
        super().__init__(
            "the last line was never finished: it is no event",
            file=str(path),
            place=Place(number),
            help=f"the {intact} bytes before it are sound; `{cut}` removes the rest",
            exit_code=3,
            rule="truncated-log",
        )
        self.intact = intact


def ledger_of(plan: Path) -> Path:
    """``plan.yaml`` → ``plan.ledger.jsonl``, beside it."""
    return plan.with_name(plan.stem + ".ledger.jsonl")


def read(path: Path) -> tuple[Event, ...]:
    """Every event, each link checked; none where there is no file.

    Raises:
        Torn: the last line is half (exit 3).
        Refusal: the first broken line, by number (exit 3); or no plain, readable file (exit 2).
    """
    return read_state(path).events


def read_state(path: Path) -> LedgerState:
    """Like ``read``: where the plan stands, summed up while the links are checked."""
    raw = files.read_whole(path)
    try:
        state = _replay(path, raw)
    except Torn:
        if not lock.lock_of(path).exists():
            raise
        time.sleep(0.2)  # a writer may be at it: look once more
        raw = files.read_whole(path)
        state = _replay(path, raw)
    for number, text in enumerate(raw.split(b"\n")[:-1], 1):
        try:
            line.against_schema(text)
        except line.BadLine as e:
            raise _broken(path, number, str(e)) from e
    return state


def head(path: Path) -> str | None:
    """Digest of the last event, None where there is none. Raises as ``read`` does."""
    return read_state(path).head


def append(path: Path, act: Act, *, plan: str, tool: str, patience: float = lock.PATIENCE) -> Event:
    """Record an act; on return the event is on disk.

    The chain is read again under the lock, so that two writers can't both stand behind the same event.

    Raises:
        Torn, Refusal: the chain is broken; the act may not follow; another run holds the lock for longer than
            ``patience`` seconds; the disk didn't take it (exit 3); no plain file (exit 2). Nothing was recorded.
    """
    with lock.held(path, patience=patience):
        raw = files.read_whole(path)
        state = _replay(path, raw)
        text, event = _compose(path, act, state, plan=plan, tool=tool)
        try:
            advance(state, event)
        except OutOfOrder as e:
            raise Refusal(e.message, file=str(path), help=e.help, exit_code=3) from e
        files.add(path, text + b"\n", after=len(raw))
    return event


def repair(path: Path, *, patience: float = lock.PATIENCE) -> Path | None:
    """Remove a last line that was never finished, and keep its bytes in a file beside the ledger.

    Returns that file, or None where nothing was torn. Sound events are never removed.

    Raises:
        Refusal: the chain is broken elsewhere, or can't be written (exit 2 or 3).
    """
    with lock.held(path, patience=patience):
        raw = files.read_whole(path)
        try:
            _replay(path, raw)
        except Torn as torn:
            kept = path.with_name(f"{path.name}.torn-{torn.intact}-{os.getpid()}-{os.urandom(3).hex()}")
            files.add(kept, raw[torn.intact :], after=0)
            files.cut(path, after=torn.intact)
            return kept
    return None


def clock() -> str:
    """This machine's clock, in UTC, to the second: a claim."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _compose(path: Path, act: Act, state: LedgerState, *, plan: str, tool: str) -> tuple[bytes, Event]:
    header = {
        "ledger": FORMAT,
        "type": TYPE,
        "plan": plan,
        "sequence": len(state.events),
        "previous": state.head,
        "at": clock(),
        "tool": tool,
    }
    try:
        text = line.write({**act.fields(), **header})
        line.against_schema(text)
        return text, line.read(text)
    except line.BadLine as e:
        raise Refusal(f"the event can't be recorded: {e}", file=str(path), exit_code=3) from e


def _replay(path: Path, raw: bytes) -> LedgerState:
    *lines, rest = raw.split(b"\n")
    state = DRAFT
    for number, text in enumerate(lines, 1):
        try:
            event = line.read(text)
            _link(state, event)
            state = advance(state, event)
        except (line.BadLine, OutOfOrder) as e:
            raise _broken(path, number, str(e)) from e
    if rest:
        raise Torn(path, number=len(lines) + 1, intact=len(raw) - len(rest))
    return state


def _link(state: LedgerState, event: Event) -> None:
    if event.sequence != len(state.events):
        raise OutOfOrder(f"event {len(state.events)} should stand here, not event {event.sequence}")
    if not line.same(event.previous or "", state.head or ""):
        raise OutOfOrder("the chain is broken: this event does not follow the one before it")


def _broken(path: Path, number: int, why: str) -> Refusal:
    return Refusal(
        why,
        file=str(path),
        place=Place(number),
        help="nothing from here on is vouched for: restore the ledger from a copy whose head you know",
        exit_code=3,
        rule="broken-chain",
    )
