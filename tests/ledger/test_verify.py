"""What verify says: always the same list, and never "valid" for what it could not see."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from ledger import acts

from evalspec.ledger import chain
from evalspec.ledger.events import Event
from evalspec.ledger.verify import Check, CheckName, Now, verified, verify

AT_SEAL = Now(
    plan_bytes=acts.PLAN_BYTES,
    meaning=acts.digest(acts.TEXT),
    inputs={"predictions": acts.digest("p"), "units": acts.digest("u")},
    rules=acts.digest("rules"),
    tool="0.1.0",
    environment={"duckdb": "1.4.0", "evalspec-validator": "0.1.0"},
)
AFTER_RUN = replace(
    AT_SEAL,
    results=acts.digest("results"),
    tally=acts.digest("tally"),
    files={"results.json": acts.digest("results"), "tally.json": acts.digest("tally")},
)


def ask(ledger: Path, now: Now, **options: Any) -> Mapping[CheckName, Check]:
    checks = verify(ledger, now, **options)
    assert [check.name for check in checks] == list(CheckName)
    assert all(check.sentence for check in checks)
    return {check.name: check for check in checks}


def verdict(ledger: Path, now: Now, **options: Any) -> bool:
    return verified(verify(ledger, now, **options))


@pytest.fixture
def run_once(ledger: Path) -> tuple[Event, ...]:
    sealed = acts.add(ledger, acts.seal())
    acts.add(ledger, acts.run(acts.add(ledger, acts.opening(sealed))))
    return chain.read(ledger)


@pytest.mark.usefixtures("run_once")
def test_a_run_whose_files_are_as_they_were_is_verified_except_for_time(ledger: Path) -> None:
    checks = ask(ledger, AFTER_RUN, expected_head=chain.head(ledger))
    assert [name for name, check in checks.items() if check.ok is not True] == [CheckName.OUTCOMES, CheckName.TIME]
    assert verdict(ledger, AFTER_RUN)
    assert verdict(ledger, AFTER_RUN, expected_head=chain.head(ledger))


def test_a_sealed_plan_is_verified_before_any_run(ledger: Path) -> None:
    acts.add(ledger, acts.seal())
    checks = ask(ledger, AT_SEAL)
    assert checks[CheckName.RESULTS].ok is None
    assert verdict(ledger, AT_SEAL)


@pytest.mark.parametrize("there", [True, False], ids=["with a ledger", "without"])
def test_nothing_ever_vouches_for_when(ledger: Path, there: bool) -> None:
    if there:
        acts.full(ledger)
    time = ask(ledger, AFTER_RUN)[CheckName.TIME]
    assert time.ok is None
    assert "nothing outside this folder vouches for when" in time.sentence
    assert "remade" in time.sentence


CHANGED = {
    "the plan's bytes and meaning": (replace(AFTER_RUN, plan_bytes=b"x", meaning=acts.digest("x")), CheckName.MEANING),
    "an input": (replace(AFTER_RUN, inputs={**AT_SEAL.inputs, "units": acts.digest("x")}), CheckName.INPUTS),
    "an input's digest cut short": (
        replace(AFTER_RUN, inputs={**AT_SEAL.inputs, "units": acts.digest("u")[:-1]}),
        CheckName.INPUTS,
    ),
    "two inputs swapped": (
        replace(AFTER_RUN, inputs={"predictions": acts.digest("u"), "units": acts.digest("p")}),
        CheckName.INPUTS,
    ),
    "an input more": (replace(AFTER_RUN, inputs={**AT_SEAL.inputs, "more": acts.digest("m")}), CheckName.INPUTS),
    "the results": (replace(AFTER_RUN, results=acts.digest("x")), CheckName.RESULTS),
    "the tally": (replace(AFTER_RUN, tally=acts.digest("x")), CheckName.RESULTS),
    "a written file": (
        replace(AFTER_RUN, files={**AFTER_RUN.files, "tally.json": acts.digest("x")}),
        CheckName.FILES,
    ),
    "a file more that was not read": (replace(AFTER_RUN, files={**AFTER_RUN.files, "x": None}), CheckName.FILES),
    "an input that is the outcomes": (
        replace(AFTER_RUN, inputs={**AT_SEAL.inputs, "units": None}, twins=("units and outcomes are one file",)),
        CheckName.INPUTS,
    ),
    "a file more": (replace(AFTER_RUN, files={**AFTER_RUN.files, "x": acts.digest("x")}), CheckName.FILES),
}


@pytest.mark.usefixtures("run_once")
@pytest.mark.parametrize("what", CHANGED)
def test_a_change_is_false_and_not_verified(ledger: Path, what: str) -> None:
    now, name = CHANGED[what]
    assert ask(ledger, now)[name].ok is False
    assert not verdict(ledger, now)


MISSING = {
    "the plan": (replace(AFTER_RUN, plan_bytes=None, meaning=None), CheckName.BYTES),
    "the plan's bytes": (replace(AFTER_RUN, plan_bytes=None), CheckName.BYTES),
    "the meaning": (replace(AFTER_RUN, meaning=None), CheckName.MEANING),
    "whatever says which inputs there are": (replace(AFTER_RUN, inputs=None), CheckName.INPUTS),
    "every input": (replace(AFTER_RUN, inputs={}), CheckName.INPUTS),
    "an input": (replace(AFTER_RUN, inputs={**AT_SEAL.inputs, "units": None}), CheckName.INPUTS),
    "the results": (replace(AFTER_RUN, results=None), CheckName.RESULTS),
    "the tally": (replace(AFTER_RUN, tally=None), CheckName.RESULTS),
    "the written files": (replace(AFTER_RUN, files={}), CheckName.FILES),
    "a written file": (replace(AFTER_RUN, files={**AFTER_RUN.files, "tally.json": None}), CheckName.FILES),
}


@pytest.mark.usefixtures("run_once")
@pytest.mark.parametrize("what", MISSING)
def test_what_is_missing_is_never_true_and_not_verified(ledger: Path, what: str) -> None:
    now, name = MISSING[what]
    assert ask(ledger, now)[name].ok is not True
    assert not verdict(ledger, now)


@pytest.mark.usefixtures("run_once")
@pytest.mark.parametrize(
    ("now", "name", "says"),
    [
        (replace(AFTER_RUN, plan_bytes=b"# a comment\n" + acts.PLAN_BYTES), CheckName.BYTES, "only its layout"),
        (replace(AFTER_RUN, tool="0.2.0"), CheckName.TOOL, "sealed by version 0.1.0, now 0.2.0"),
        (replace(AFTER_RUN, tool=None), CheckName.TOOL, "now unknown"),
        (replace(AFTER_RUN, rules="2"), CheckName.TOOL, "now 2"),
        (replace(AFTER_RUN, environment={"duckdb": "2.0.1", "x": "1"}), CheckName.ENVIRONMENT, "duckdb 1.4.0 → 2.0.1"),
        (AFTER_RUN, CheckName.HEAD, "no head from outside was given"),
        (AFTER_RUN, CheckName.OUTCOMES, f"never opened here; recorded at the last run: {acts.digest('o')}"),
    ],
)
def test_a_note_is_said_and_is_neither_true_nor_false(ledger: Path, now: Now, name: CheckName, says: str) -> None:
    check = ask(ledger, now)[name]
    assert check.ok is None
    assert says in check.sentence
    assert verdict(ledger, now)


def test_a_ledger_put_back_to_an_earlier_copy_shows_only_against_a_known_head(
    ledger: Path, run_once: tuple[Event, ...]
) -> None:
    ledger.write_bytes(b"".join(ledger.read_bytes().splitlines(keepends=True)[:2]))
    assert ask(ledger, AT_SEAL)[CheckName.CHAIN].ok is True
    assert "no head from outside" in ask(ledger, AT_SEAL)[CheckName.HEAD].sentence
    rolled = ask(ledger, AT_SEAL, expected_head=run_once[-1].digest)[CheckName.HEAD]
    assert rolled.ok is False
    assert "cut back, remade" in rolled.sentence
    assert not verdict(ledger, AT_SEAL, expected_head=run_once[-1].digest)


def test_of_two_forks_only_the_one_with_the_known_head_is_verified(ledger: Path) -> None:
    sealed = acts.add(ledger, acts.seal())
    fork = ledger.with_name("fork.ledger.jsonl")
    fork.write_bytes(ledger.read_bytes())
    head = acts.add(ledger, acts.run(acts.add(ledger, acts.opening(sealed)))).digest
    acts.add(fork, acts.run(acts.add(fork, acts.opening(sealed, "others")), "prettier"))
    prettier = replace(AFTER_RUN, results=acts.digest("prettier"), files=chain.read(fork)[-1].files)
    assert verdict(fork, prettier)
    assert verdict(ledger, AFTER_RUN, expected_head=head)
    assert not verdict(fork, prettier, expected_head=head)
    assert verdict(fork, prettier, expected_head=sealed.digest)


def test_a_head_deposited_at_the_seal_is_found_in_the_chain_that_grew_from_it(
    ledger: Path, run_once: tuple[Event, ...]
) -> None:
    head = ask(ledger, AFTER_RUN, expected_head=run_once[0].digest)[CheckName.HEAD]
    assert head.ok is True
    assert "event 0 of this chain; 2 later events follow it" in head.sentence


@pytest.mark.parametrize("head", ["", "none", "sha256:", "\udcff", acts.digest("x")[:20]])
def test_a_head_that_is_no_digest_is_in_no_chain(ledger: Path, head: str) -> None:
    acts.add(ledger, acts.seal())
    assert ask(ledger, AT_SEAL, expected_head=head)[CheckName.HEAD].ok is False


def test_a_seal_remade_after_the_fact_passes_unless_a_head_is_known(ledger: Path, run_once: tuple[Event, ...]) -> None:
    text = acts.TEXT.replace("0.60", "0.61")
    rows = [
        row | {"text": text, "meaning": acts.digest(text)} if row["sequence"] == 0 else row
        for row in acts.lines(ledger)
    ]
    ledger.write_bytes(acts.forged(rows))
    remade = replace(AFTER_RUN, meaning=acts.digest(text))
    assert verdict(ledger, remade)
    assert not verdict(ledger, remade, expected_head=run_once[0].digest)


def test_a_clock_that_was_set_back_is_flagged(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(["2026-11-29T12:00:00Z", "2026-11-29T12:00:00Z", "2020-01-01T00:00:00Z"])
    monkeypatch.setattr(chain, "clock", lambda: next(times))
    sealed = acts.add(ledger, acts.seal())
    opened = acts.add(ledger, acts.opening(sealed))
    assert ask(ledger, AT_SEAL)[CheckName.CLOCK].ok is True
    acts.add(ledger, acts.run(opened))
    clock = ask(ledger, AFTER_RUN)[CheckName.CLOCK]
    assert clock.ok is None
    assert "backwards before event 2" in clock.sentence


def test_a_run_cut_short_and_repeated_runs_are_said(ledger: Path) -> None:
    sealed = acts.add(ledger, acts.seal())
    assert ask(ledger, AT_SEAL)[CheckName.OPENINGS].sentence == "no outcome was opened on this record"
    opened = acts.add(ledger, acts.opening(sealed))
    assert "a run was cut short (opened in event 1" in ask(ledger, AT_SEAL)[CheckName.OPENINGS].sentence
    acts.add(ledger, acts.run(opened))
    assert ask(ledger, AFTER_RUN)[CheckName.OPENINGS].ok is True
    acts.add(ledger, acts.run(acts.add(ledger, acts.opening(sealed)), "second"))
    openings = ask(ledger, AFTER_RUN)[CheckName.OPENINGS]
    assert openings.ok is None
    assert "outcomes opened 2 times" in openings.sentence
    assert "run 1 of 2" in ask(ledger, AFTER_RUN)[CheckName.RESULTS].sentence


def test_results_without_a_recorded_run_are_false(ledger: Path) -> None:
    acts.add(ledger, acts.seal())
    assert not verdict(ledger, AFTER_RUN)
    assert ask(ledger, AFTER_RUN)[CheckName.FILES].ok is False


def test_an_input_still_to_come_that_is_the_outcomes_is_false(ledger: Path) -> None:
    acts.add(ledger, acts.seal(inputs={"units": acts.digest("u")}, awaited=["predictions"]))
    now = replace(
        AT_SEAL,
        inputs={"units": acts.digest("u"), "predictions": None},
        twins=("predictions and outcomes are one file",),
    )
    inputs = ask(ledger, now)[CheckName.INPUTS]
    assert inputs.ok is False
    assert inputs.sentence == "predictions and outcomes are one file: not read"


def test_without_a_plan_the_inputs_are_not_compared_and_nothing_verified(ledger: Path) -> None:
    acts.add(ledger, acts.seal())
    inputs = ask(ledger, replace(AT_SEAL, inputs=None))[CheckName.INPUTS]
    assert inputs.ok is None
    assert inputs.sentence.startswith("not compared: ")
    assert not verdict(ledger, replace(AT_SEAL, inputs=None))


def test_what_is_missing_and_what_is_too_many_is_told_together(ledger: Path, run_once: tuple[Event, ...]) -> None:
    files = {"results.json": acts.digest("results"), "tally.json": acts.digest("x"), "outcomes.csv": None}
    sentence = ask(ledger, replace(AFTER_RUN, files=files))[CheckName.FILES].sentence
    assert sentence == "changed: tally.json; not written by the run: outcomes.csv"


def test_an_input_still_to_come_is_named_and_not_held_against_the_plan(ledger: Path) -> None:
    acts.add(ledger, acts.seal(inputs={"units": acts.digest("u")}, awaited=["predictions"]))
    inputs = ask(ledger, AT_SEAL)[CheckName.INPUTS]
    assert inputs.ok is True
    assert inputs.sentence.endswith("still to come: predictions")


@pytest.mark.parametrize("damage", ["absent", "empty", "torn", "flipped", "fifo-like folder"])
def test_without_a_sound_ledger_everything_else_is_untold_and_nothing_verified(ledger: Path, damage: str) -> None:
    acts.full(ledger)
    whole = ledger.read_bytes()
    ledger.unlink()
    match damage:
        case "empty":
            ledger.touch()
        case "torn":
            ledger.write_bytes(whole[:-3])
        case "flipped":
            ledger.write_bytes(whole.replace(b"trial", b"trixl", 1))
        case "fifo-like folder":
            ledger.mkdir()
    checks = ask(ledger, AFTER_RUN)
    assert checks[CheckName.CHAIN].ok is False
    assert {check.ok for name, check in checks.items() if name is not CheckName.CHAIN} == {None}
    assert not verified(tuple(checks.values()))


def test_no_field_can_be_left_out_of_any_event_and_be_verified(ledger: Path) -> None:
    sealed = acts.add(ledger, acts.seal())
    acts.add(ledger, acts.run(acts.add(ledger, acts.opening(sealed))))
    assert verdict(ledger, AFTER_RUN)
    rows = acts.lines(ledger)
    for number, row in enumerate(rows):
        for key in row:
            changed = json.loads(json.dumps(rows))
            del changed[number][key]
            ledger.write_bytes(acts.forged(changed))
            assert not verdict(ledger, AFTER_RUN), (number, key)


def test_a_list_with_a_check_left_out_is_not_verified(ledger: Path) -> None:
    acts.add(ledger, acts.seal())
    checks = verify(ledger, AT_SEAL)
    assert verified(checks)
    for n in range(len(checks)):
        assert not verified(checks[:n] + checks[n + 1 :])
    assert not verified(())
