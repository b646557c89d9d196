"""Where a plan stands, and what may follow what."""

from pathlib import Path
from typing import Any

import pytest
from ledger import acts

from evalspec.ledger import chain
from evalspec.ledger.status import DRAFT, OutOfOrder, Stage, advance, state_of
from evalspec.records import Refusal


def refusal(path: Path, act: Any, **options: Any) -> Refusal:
    before = path.read_bytes() if path.exists() else None
    with pytest.raises(Refusal) as caught:
        acts.add(path, act, **options)
    assert (path.read_bytes() if path.exists() else None) == before
    assert caught.value.exit_code == 3
    assert caught.value.help
    return caught.value


def test_the_stage_follows_the_events(ledger: Path) -> None:
    events = acts.full(ledger)
    stages = [state_of(events[:n]).stage for n in range(len(events) + 1)]
    assert stages == [
        Stage.DRAFT, Stage.SEALED, Stage.BOUND,
        Stage.OPENED, Stage.BOUND,  # opened, open-failed
        Stage.OPENED, Stage.OPENED,  # opened, stopped
        Stage.OPENED, Stage.REPORTED,
    ]  # fmt: skip


def test_the_state_sums_up_the_events(ledger: Path) -> None:
    events = acts.full(ledger)
    state = state_of(events)
    assert state.seal is events[0]
    assert state.events == events
    assert state.head == chain.head(ledger)
    assert state.inputs == {"units": acts.digest("u"), "predictions": acts.digest("p")}
    assert state.awaited == ()
    assert [len(some) for some in (state.openings, state.failed, state.stopped, state.runs)] == [3, 1, 1, 1]
    assert state.unfinished == ()
    assert DRAFT.head is None


def test_a_seal_with_every_input_awaits_none(ledger: Path) -> None:
    assert state_of([acts.add(ledger, acts.seal())]).stage is Stage.BOUND


def test_a_run_cut_short_stays_unfinished_even_when_a_later_run_ends(ledger: Path) -> None:
    sealed = acts.add(ledger, acts.seal())
    cut = acts.add(ledger, acts.opening(sealed))
    acts.add(ledger, acts.run(acts.add(ledger, acts.opening(sealed))))
    state = state_of(chain.read(ledger))
    assert state.unfinished == (cut,)
    assert state.stage is Stage.REPORTED


def test_nothing_is_recorded_before_the_seal_and_no_file_is_made(ledger: Path) -> None:
    elsewhere = acts.add(ledger.with_name("other.jsonl"), acts.seal())
    for act in (
        acts.binding(units=acts.digest("u")),
        acts.opening(elsewhere),
        acts.run(elsewhere),
        acts.stop(elsewhere),
    ):
        assert refusal(ledger, act).message == "the plan is not sealed"
    assert not ledger.exists()


def test_a_plan_is_sealed_once(ledger: Path) -> None:
    acts.add(ledger, acts.seal())
    assert refusal(ledger, acts.seal()).message == "this plan is sealed already"


def test_a_ledger_takes_no_event_of_another_plan(ledger: Path) -> None:
    sealed = acts.add(ledger, acts.seal())
    assert "belongs to the plan 'trial'" in refusal(ledger, acts.opening(sealed), plan="another").message


def test_a_seal_whose_text_has_another_meaning_is_refused(ledger: Path) -> None:
    assert "not the digest of its text" in refusal(ledger, acts.seal(meaning=acts.digest("else"))).message


def test_only_awaited_inputs_are_bound_and_each_once(ledger: Path) -> None:
    acts.add(ledger, acts.seal(inputs={"units": acts.digest("u")}, awaited=["predictions", "training"]))
    digest = acts.digest("p")
    assert refusal(ledger, acts.binding()).help == "still to come: predictions, training"
    assert refusal(ledger, acts.binding(units=digest)).message == "the input 'units' is bound already"
    assert refusal(ledger, acts.binding(outcomes=digest)).message == "the seal awaits no input 'outcomes'"
    acts.add(ledger, acts.binding(predictions=digest))
    assert refusal(ledger, acts.binding(predictions=digest)).message == "the input 'predictions' is bound already"
    assert state_of(chain.read(ledger)).awaited == ("training",)


def test_outcomes_are_not_opened_while_an_input_is_to_come(ledger: Path) -> None:
    sealed = acts.add(ledger, acts.seal(awaited=["training"]))
    assert refusal(ledger, acts.opening(sealed)).message == "inputs are still to come: training"


def test_an_opening_names_this_ledgers_seal(ledger: Path) -> None:
    acts.add(ledger, acts.seal())
    other = acts.add(ledger.with_name("other.jsonl"), acts.seal(rules="others"))
    assert "another seal" in refusal(ledger, acts.opening(other)).message


@pytest.mark.parametrize("close", [acts.failed, acts.stop, acts.run])
def test_an_opening_is_closed_once_and_must_be_there(ledger: Path, close: Any) -> None:
    sealed = acts.add(ledger, acts.seal())
    assert "not in this ledger" in refusal(ledger, close(sealed)).message
    opened = acts.add(ledger, acts.opening(sealed))
    acts.add(ledger, close(opened))
    for again in (acts.failed, acts.stop, acts.run):
        assert "closed already" in refusal(ledger, again(opened)).message


def test_a_chain_with_right_digests_and_wrong_order_is_refused(ledger: Path) -> None:
    events = acts.full(ledger)
    rows = acts.lines(ledger)
    ledger.write_bytes(acts.forged([rows[0], rows[2] | {"sequence": 1}]))
    with pytest.raises(Refusal, match="inputs are still to come") as caught:
        chain.read(ledger)
    assert caught.value.place.line == 2
    with pytest.raises(OutOfOrder):
        advance(state_of(events), events[0])
