"""What is recorded stays readable, and nothing that was changed does."""

import itertools
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from ledger import acts

from evalspec.ledger import chain, line
from evalspec.ledger.events import KINDS
from evalspec.ledger.seen import look
from evalspec.records import Refusal
from evalspec.terms import Event as Vocabulary


def refused(path: Path) -> Refusal:
    with pytest.raises(Refusal) as caught:
        chain.read(path)
    return caught.value


def test_the_ledger_stands_beside_the_plan_and_bears_its_name() -> None:
    assert chain.ledger_of(Path("a/plan.yaml")) == Path("a/plan.ledger.jsonl")
    assert chain.ledger_of(Path("a/plan.v2.yaml")) == Path("a/plan.v2.ledger.jsonl")


def test_a_missing_or_empty_ledger_has_no_events(ledger: Path) -> None:
    assert chain.read(ledger) == ()
    assert chain.head(ledger) is None
    ledger.touch()
    assert chain.read(ledger) == ()
    acts.add(ledger, acts.seal())
    assert len(chain.read(ledger)) == 1


def test_every_kind_of_event_is_read_back_as_it_was_recorded(ledger: Path) -> None:
    events = acts.full(ledger)
    assert {event.kind for event in events} == KINDS
    assert [event.sequence for event in events] == list(range(len(events)))
    assert chain.head(ledger) == events[-1].digest
    assert events[0].text == acts.TEXT


def test_every_kind_has_its_place_in_the_vocabulary() -> None:
    assert {Vocabulary(kind) for kind in KINDS} == set(Vocabulary) - {
        Vocabulary.APPROVED,
        Vocabulary.AMENDED,
        Vocabulary.VERIFIED,
    }


def test_a_line_is_its_own_canonical_form_and_its_digest_can_be_worked_out_by_hand(ledger: Path) -> None:
    acts.full(ledger)
    previous = None
    for text in ledger.read_bytes().splitlines():
        fields = json.loads(text)
        assert rfc8785.dumps(fields) == text
        assert fields["previous"] == previous
        previous = fields.pop("digest")
        assert acts.digest(rfc8785.dumps(fields)) == previous
        assert acts.digest(text.replace(f',"digest":"{previous}"'.encode(), b"", 1)) == previous


def test_an_input_called_digest_does_not_confuse_the_digest(ledger: Path) -> None:
    odd = '","digest":"' + acts.digest("x")
    sealed = acts.add(
        ledger, acts.seal(inputs={"digest": acts.digest("x"), odd: acts.digest("y")}, awaited=[odd + "z"])
    )
    assert chain.read(ledger) == (sealed,)


def test_the_ledger_can_be_read_by_others(ledger: Path) -> None:
    before = os.umask(0o022)
    try:
        acts.add(ledger, acts.seal())
    finally:
        os.umask(before)
    assert ledger.stat().st_mode & 0o777 == 0o644
    assert os.listdir(ledger.parent) == [ledger.name]


def test_flipping_any_bit_of_any_byte_is_detected(ledger: Path) -> None:
    sealed = acts.add(ledger, acts.seal())
    acts.add(ledger, acts.run(acts.add(ledger, acts.opening(sealed))))
    whole, chosen = ledger.read_bytes(), random.Random(7)
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << chosen.randrange(8)
        ledger.write_bytes(damaged)
        number = whole.count(b"\n", 0, place) + 1
        assert refused(ledger).place is not None, place
        assert refused(ledger).place.line <= number, place


def test_flipping_every_bit_of_one_line_is_detected(ledger: Path) -> None:
    sealed = acts.add(ledger, acts.seal())
    acts.add(ledger, acts.opening(sealed))
    text = ledger.read_bytes().splitlines()[1]
    for place, bit in itertools.product(range(len(text)), range(8)):
        damaged = bytearray(text)
        damaged[place] ^= 1 << bit
        with pytest.raises(line.BadLine):
            line.read(bytes(damaged))


def test_a_ledger_cut_anywhere_in_its_last_two_records_is_torn_or_a_shorter_whole(ledger: Path) -> None:
    events = acts.full(ledger)
    whole = ledger.read_bytes()
    ends = [0, *itertools.accumulate(len(text) + 1 for text in whole.splitlines())]
    for cut in range(ends[-3], len(whole)):
        ledger.write_bytes(whole[:cut])
        if cut in ends:
            assert chain.read(ledger) == events[: ends.index(cut)]
            continue
        torn = refused(ledger)
        assert isinstance(torn, chain.Torn)
        assert torn.intact == max(end for end in ends if end <= cut)
        assert torn.place.line == sum(end <= cut for end in ends)


def test_a_torn_line_stops_the_next_event_and_is_repaired_without_losing_anything(ledger: Path) -> None:
    events = acts.full(ledger)
    whole = ledger.read_bytes()
    ledger.write_bytes(whole + whole.splitlines()[-1][:100])
    with pytest.raises(chain.Torn, match="never finished"):
        acts.add(ledger, acts.opening(events[0]))
    kept = chain.repair(ledger)
    assert ledger.read_bytes() == whole
    assert kept is not None
    assert kept.read_bytes() == whole.splitlines()[-1][:100]
    assert chain.repair(ledger) is None
    acts.add(ledger, acts.opening(events[0]))


def test_repair_touches_no_chain_that_is_broken_in_its_middle(ledger: Path) -> None:
    acts.full(ledger)
    damaged = ledger.read_bytes().replace(b"predictions", b"predictionz", 1) + b"half"
    ledger.write_bytes(damaged)
    with pytest.raises(Refusal) as caught:
        chain.repair(ledger)
    assert not isinstance(caught.value, chain.Torn)
    assert caught.value.place.line == 1
    assert ledger.read_bytes() == damaged


def _rearranged() -> Iterator[tuple[str, Any]]:
    for n in range(8):
        yield f"event {n} removed", lambda rows, n=n: rows[:n] + rows[n + 1 :]
        yield f"event {n} replayed at once", lambda rows, n=n: rows[: n + 1] + rows[n:]
        yield f"event {n} replayed at the end", lambda rows, n=n: [*rows, rows[n]]
    for n in range(7):
        yield f"events {n} and {n + 1} swapped", lambda rows, n=n: [*rows[:n], rows[n + 1], rows[n], *rows[n + 2 :]]


@pytest.mark.parametrize(("what", "change"), [pytest.param(w, c, id=w) for w, c in _rearranged()])
def test_events_that_were_moved_are_refused(ledger: Path, what: str, change: Any) -> None:
    acts.full(ledger)
    rows = ledger.read_bytes().splitlines(keepends=True)
    assert len(rows) == 8
    ledger.write_bytes(b"".join(change(rows)))
    if what == "event 7 removed":
        assert len(chain.read(ledger)) == 7  # a rollback: only a head from outside can tell
    else:
        assert refused(ledger).exit_code == 3


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe{}", "not JSON"),
        (b"[]", "not a JSON object"),
        (b'{"a":1,"a":1}', "'a' stands twice"),
        (b'{"x":{"a":1,"a":2}}', "'a' stands twice"),
        (b'{"a":NaN}', "NaN is not JSON"),
        (b'{"a":-0}', "canonical"),
        (b'{"a":1.0}', "canonical"),
        (b'{"b":1,"a":1}', "canonical"),
        (b'{ "a":1}', "canonical"),
        (b'{"a":"\\u0041"}', "canonical"),
        (b'{"a":"\\ud800"}', "canonical"),
        (b'{"a":9007199254740993}', "canonical"),
        (b'{"a":' + b"9" * 5000 + b"}", "not JSON"),
        (b'{"a":' + b"[" * 100_000 + b"}", "not JSON"),
        (b"\xef\xbb\xbf{}", "not JSON"),
        (b"\0" * 100, "not JSON"),
    ],
)
def test_a_line_that_is_no_strict_canonical_json_is_refused(ledger: Path, bad: bytes, why: str) -> None:
    sealed = acts.add(ledger, acts.seal())
    good = ledger.read_bytes()
    acts.add(ledger, acts.opening(sealed))
    ledger.write_bytes(good + bad + b"\n" + ledger.read_bytes()[len(good) :])
    found = refused(ledger)
    assert why in found.message
    assert found.where == f"{ledger}:2:1"


def test_a_line_with_carriage_return_is_refused(ledger: Path) -> None:
    acts.add(ledger, acts.seal())
    ledger.write_bytes(ledger.read_bytes().replace(b"\n", b"\r\n"))
    assert "canonical" in refused(ledger).message


def test_text_that_has_no_canonical_form_is_not_recorded(ledger: Path) -> None:
    sealed = acts.add(ledger, acts.seal())
    before = ledger.read_bytes()
    with pytest.raises(Refusal) as caught:
        acts.add(ledger, acts.opening(sealed), plan="\ud800")
    assert caught.value.exit_code == 3
    assert ledger.read_bytes() == before


def test_anything_but_a_plain_file_is_refused_and_nothing_waits(ledger: Path) -> None:
    real = ledger.with_name("elsewhere.jsonl")
    acts.add(real, acts.seal())
    before = real.read_bytes()
    ledger.symlink_to(real)
    for act in (lambda: chain.read(ledger), lambda: acts.add(ledger, acts.seal()), lambda: chain.repair(ledger)):
        with pytest.raises(Refusal, match="is a symbolic link") as caught:
            act()
        assert caught.value.exit_code == 2
    assert real.read_bytes() == before
    ledger.unlink()
    ledger.symlink_to(ledger.parent / "nothing")
    with pytest.raises(Refusal, match="is a symbolic link"):
        acts.add(ledger, acts.seal())
    ledger.unlink()
    os.mkfifo(ledger)
    for act in (lambda: chain.read(ledger), lambda: acts.add(ledger, acts.seal())):
        with pytest.raises(Refusal, match="FIFO"):
            act()
    ledger.unlink()
    ledger.mkdir()
    with pytest.raises(Refusal, match="folder"):
        chain.read(ledger)
    assert not (ledger.parent / "nothing").exists()
    assert not chain.lock.lock_of(ledger).exists()


def test_a_fifo_put_there_after_the_first_look_is_refused_and_nothing_waits(
    ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = ledger.with_name("plain")
    plain.touch()
    before = os.lstat(plain)
    os.mkfifo(ledger)
    monkeypatch.setattr(chain.files.os, "lstat", lambda _: before)
    with pytest.raises(Refusal, match="is a FIFO"):
        chain.read(ledger)


def test_every_line_that_is_read_back_is_held_to_the_schema(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    acts.full(ledger)
    asked = []
    monkeypatch.setattr(line, "against_schema", asked.append)
    chain.read(ledger)
    assert asked == ledger.read_bytes().splitlines()

    def refuse(text: bytes) -> None:
        raise line.BadLine("the schema refuses it")

    monkeypatch.setattr(line, "against_schema", refuse)
    assert refused(ledger).place.line == 1


def test_outcome_files_are_looked_at_from_outside_only(tmp_path: Path) -> None:
    pipe, closed, link = tmp_path / "pipe", tmp_path / "closed.csv", tmp_path / "link"
    os.mkfifo(pipe)
    closed.write_bytes(b"id,y\n")
    closed.chmod(0)
    link.symlink_to(tmp_path / "nothing")
    assert look(tmp_path / "absent.csv") == acts.ABSENT
    assert look(pipe).present
    assert look(link).present
    assert look(closed).size == 5
    assert look(closed).mtime_ns == str(closed.stat().st_mtime_ns)


def test_reading_the_chain_loads_no_engine_and_no_schema_library() -> None:
    code = "import sys, evalspec.ledger.chain, evalspec.ledger.verify\nprint(*sys.modules)"
    loaded = set(
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    )
    assert not loaded & {"pandas", "duckdb", "numpy", "scipy", "click", "jsonschema", "yaml"}
