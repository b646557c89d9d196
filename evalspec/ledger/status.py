"""Where a plan stands, read off its events; and which event may follow which."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import reduce

from evalspec.ledger.events import Bound, Event, Opened, OpenFailed, Ran, Sealed, Stopped


class Stage(StrEnum):
    """How far a plan has come.

    ``draft``: not sealed. ``sealed``: inputs are still to come. ``bound``: every input's digest is recorded.
    ``opened``: outcomes were opened, or a run was cut short and may have opened them. ``reported``: results exist.
    """

    DRAFT = "draft"
    SEALED = "sealed"
    BOUND = "bound"
    OPENED = "opened"
    REPORTED = "reported"


class OutOfOrder(ValueError):
    """This event may not follow the events before it."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.message, self.help = message, help


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerState:
    """The sum of a ledger's events, in their order."""

    events: tuple[Event, ...] = ()
    seal: Sealed | None = None
    inputs: Mapping[str, str] = field(default_factory=dict)
    awaited: tuple[str, ...] = ()
    openings: tuple[Opened, ...] = ()
    unfinished: tuple[Opened, ...] = ()
    failed: tuple[OpenFailed, ...] = ()
    stopped: tuple[Stopped, ...] = ()
    runs: tuple[Ran, ...] = ()

    @property
    def head(self) -> str | None:
        """Digest of the last event."""
        return self.events[-1].digest if self.events else None

    @property
    def stage(self) -> Stage:
        if self.seal is None:
            return Stage.DRAFT
        if self.runs:
            return Stage.REPORTED
        if self.unfinished or self.stopped:
            return Stage.OPENED
        return Stage.SEALED if self.awaited else Stage.BOUND


DRAFT = LedgerState()


def state_of(events: Iterable[Event]) -> LedgerState:
    """Where a plan with these events stands.

    Raises:
        OutOfOrder: an event may not follow those before it.
    """
    return reduce(advance, events, DRAFT)


def advance(state: LedgerState, event: Event) -> LedgerState:
    """The state after one more event.

    Raises:
        OutOfOrder: the event may not follow those before it.
    """
    if state.seal is None and not isinstance(event, Sealed):
        raise OutOfOrder("the plan is not sealed", "seal it first")
    if state.seal is not None and event.plan != state.seal.plan:
        message = f"this ledger belongs to the plan {state.seal.plan!a}, not to {event.plan!a}"
        raise OutOfOrder(message, "each plan has a ledger of its own")
    match event:
        case Sealed():
            after = _sealed(state, event)
        case Bound():
            after = _bound(state, event)
        case Opened():
            after = _opened(state, event)
        case OpenFailed():
            after = replace(_close(state, event.opened), failed=(*state.failed, event))
        case Stopped():
            after = replace(_close(state, event.opened), stopped=(*state.stopped, event))
        case Ran():
            after = replace(_close(state, event.opened), runs=(*state.runs, event))
    return replace(after, events=(*state.events, event))


def _sealed(state: LedgerState, event: Sealed) -> LedgerState:
    if state.seal is not None:
        raise OutOfOrder("this plan is sealed already", "a sealed plan stays as it is; a new question is a new plan")
    if event.meaning != "sha256:" + hashlib.sha256(event.text.encode()).hexdigest():
        raise OutOfOrder("the seal's meaning is not the digest of its text", "seal the plan again from its file")
    twice = _repeated(event.awaited) + [name for name in event.awaited if name in event.inputs]
    if twice:
        raise OutOfOrder(f"the seal names the input {twice[0]!r} twice", "an input is either there or awaited")
    return replace(state, seal=event, inputs=dict(event.inputs), awaited=event.awaited)


def _bound(state: LedgerState, event: Bound) -> LedgerState:
    if not event.inputs:
        raise OutOfOrder("no input to bind", f"still to come: {_listed(state.awaited)}")
    for name in event.inputs:
        if name in state.inputs:
            raise OutOfOrder(f"the input {name!r} is bound already", "a bound input stays as it is")
        if name not in state.awaited:
            raise OutOfOrder(f"the seal awaits no input {name!r}", f"still to come: {_listed(state.awaited)}")
    return replace(
        state,
        inputs={**state.inputs, **event.inputs},
        awaited=tuple(name for name in state.awaited if name not in event.inputs),
    )


def _opened(state: LedgerState, event: Opened) -> LedgerState:
    assert state.seal is not None
    if event.seal != state.seal.digest:
        raise OutOfOrder("the opening names another seal than this ledger's", "open under the seal of this ledger")
    if state.awaited:
        raise OutOfOrder(f"inputs are still to come: {_listed(state.awaited)}", "bind them before outcomes are opened")
    return replace(state, openings=(*state.openings, event), unfinished=(*state.unfinished, event))


def _close(state: LedgerState, opened: str) -> LedgerState:
    if all(opening.digest != opened for opening in state.unfinished):
        known = any(opening.digest == opened for opening in state.openings)
        message = "is closed already" if known else "is not in this ledger"
        raise OutOfOrder(f"the opening it belongs to {message}", "each opening is closed once")
    return replace(state, unfinished=tuple(o for o in state.unfinished if o.digest != opened))


def _repeated(names: tuple[str, ...]) -> list[str]:
    return [name for n, name in enumerate(names) if name in names[:n]]


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "nothing"
