"""Two writers at once, and the lock of one that is gone."""

import json
import os
import signal
import subprocess
import sys
import threading
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from ledger import acts
from ledger.test_crash import Children, children  # noqa: F401  (a fixture)

from evalspec.ledger import chain, files, lock
from evalspec.records import Refusal


def claim(ledger: Path, text: str) -> Path:
    path = lock.lock_of(ledger)
    path.write_text(text)
    return path


HUGE = json.dumps(asdict(replace(lock._me(), pid=10**30)))


def _dead() -> lock.Holder:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    return replace(lock._me(), pid=ended.pid)


def test_eight_processes_with_fifty_events_each_lose_none(children: Children, ledger: Path) -> None:  # noqa: F811
    acts.add(ledger, acts.seal())
    pids = [children.start(ledger, name=f"process {n}", times=50) for n in range(8)]
    for pid in pids:
        os.kill(pid, signal.SIGCONT)
    assert [children.end(pid) for pid in pids] == [0] * 8
    events = chain.read(ledger)
    assert sorted(e.sources[0] for e in events[1:]) == sorted(f"process {n} {k}" for n in range(8) for k in range(50))
    assert os.listdir(ledger.parent) == [ledger.name]


def test_eight_processes_can_seal_a_plan_only_once(children: Children, ledger: Path) -> None:  # noqa: F811
    pids = [children.start(ledger) for _ in range(8)]
    for pid in pids:
        os.kill(pid, signal.SIGCONT)
    assert sorted(children.end(pid) for pid in pids) == [0] + [3] * 7
    assert len(chain.read(ledger)) == 1


def test_threads_of_one_process_wait_for_each_other(ledger: Path) -> None:
    sealed = acts.add(ledger, acts.seal())
    threads = [
        threading.Thread(target=lambda: [acts.add(ledger, acts.opening(sealed), patience=30) for _ in range(10)])
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(chain.read(ledger)) == 41


def test_a_writer_killed_while_it_holds_the_lock_is_followed_by_the_next(children: Children, ledger: Path) -> None:  # noqa: F811
    acts.add(ledger, acts.seal())
    pid = children.start(ledger, hold=True)
    os.kill(pid, signal.SIGCONT)
    while not lock.lock_of(ledger).exists() or "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2]:
        pass
    acts.add(ledger, acts.opening(chain.read(ledger)[0]), patience=0)  # not waited for yet: a zombie holds nothing
    assert children.end(pid) == -signal.SIGKILL
    assert len(chain.read(ledger)) == 2
    assert not lock.lock_of(ledger).exists()


def test_eight_processes_share_out_one_dead_lock_without_loss(children: Children, ledger: Path) -> None:  # noqa: F811
    acts.add(ledger, acts.seal())
    for _ in range(5):
        claim(ledger, json.dumps(asdict(_dead())))
        before = len(chain.read(ledger))
        pids = [children.start(ledger, name=f"process {n}") for n in range(8)]
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
        assert [children.end(pid) for pid in pids] == [0] * 8
        assert len(chain.read(ledger)) == before + 8


@pytest.mark.parametrize(
    "holder",
    [
        pytest.param(_dead, id="its process has ended"),
        pytest.param(lambda: replace(lock._me(), started="1"), id="its process id was given away"),
        pytest.param(lambda: replace(lock._me(), boot="another"), id="the machine was started again"),
    ],
)
def test_a_lock_is_taken_over_when(ledger: Path, holder: Any) -> None:
    claim(ledger, json.dumps(asdict(holder())))
    acts.add(ledger, acts.seal(), patience=0)
    assert not lock.lock_of(ledger).exists()


@pytest.mark.parametrize("text", ["", "{", '{"pid": 1}', "[]", "7", "null", '{"pid": 1, "x": 2}', HUGE])
def test_a_lock_whose_writer_was_killed_before_it_had_written_is_taken_over(ledger: Path, text: str) -> None:
    claim(ledger, text)
    acts.add(ledger, acts.seal(), patience=0)
    assert not lock.lock_of(ledger).exists()


@pytest.mark.parametrize(
    "holder",
    [
        pytest.param(lock._me, id="its process lives"),
        pytest.param(lambda: replace(lock._me(), started=""), id="its process lives and nobody knows since when"),
        pytest.param(lambda: replace(_dead(), host="elsewhere"), id="it is on another machine"),
        pytest.param(lambda: replace(_dead(), space="pid:[1]"), id="it is in another container"),
    ],
)
def test_a_lock_is_respected_when(ledger: Path, holder: Any) -> None:
    path = claim(ledger, json.dumps(asdict(holder())))
    with pytest.raises(Refusal, match="another run is writing to this ledger: process") as caught:
        acts.add(ledger, acts.seal(), patience=0.05)
    assert caught.value.exit_code == 3
    assert "remove this file" in caught.value.help
    assert path.exists()
    assert not ledger.exists()


def test_an_empty_lock_that_its_writer_is_about_to_fill_is_respected(ledger: Path) -> None:
    with lock.held(ledger):
        lock.lock_of(ledger).write_text("")
        with pytest.raises(Refusal, match="another run"):
            acts.add(ledger, acts.seal(), patience=0.05)


def test_a_claim_that_was_taken_away_before_it_was_written_is_made_again(
    ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flock, taken = lock._flock, []

    def robbed(fd: int) -> bool:
        if not taken:
            taken.append(True)
            lock.lock_of(ledger).unlink()
        return flock(fd)

    monkeypatch.setattr(lock, "_flock", robbed)
    with lock.held(ledger):
        assert json.loads(lock.lock_of(ledger).read_text())["pid"] == os.getpid()
    assert taken


def test_only_ones_own_lock_is_removed(ledger: Path) -> None:
    with lock.held(ledger):
        lock.lock_of(ledger).unlink()
        other = claim(ledger, json.dumps(asdict(lock._me())))
    assert other.exists()


def test_a_link_or_fifo_as_lock_is_refused_and_left_alone(ledger: Path) -> None:
    path = lock.lock_of(ledger)
    path.symlink_to(ledger.parent / "victim")
    with pytest.raises(Refusal, match="symbolic link"):
        acts.add(ledger, acts.seal(), patience=0)
    assert path.is_symlink()
    assert not (ledger.parent / "victim").exists()
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(Refusal, match="FIFO"):
        acts.add(ledger, acts.seal(), patience=0)


def test_where_no_lock_holds_two_writers_at_once_are_noticed(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sealed = acts.add(ledger, acts.seal())
    write, others = os.write, []

    def crowded(fd: int, text: bytes) -> int:
        if b'"opened"' in text and not others:
            others.append(text)
            with open(ledger, "ab") as other:
                other.write(text)
        return write(fd, text)

    monkeypatch.setattr(files.os, "write", crowded)
    with pytest.raises(Refusal, match="another program wrote to the ledger at the same time"):
        acts.add(ledger, acts.opening(sealed))
    with pytest.raises(Refusal) as caught:
        chain.read(ledger)
    assert caught.value.place.line == 3


def test_a_ledger_that_grew_while_it_was_read_is_not_written_to(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sealed = acts.add(ledger, acts.seal())
    old = ledger.read_bytes()
    monkeypatch.setattr(chain.files, "read_whole", lambda _: old)
    acts.add(ledger, acts.opening(sealed))
    grown = ledger.read_bytes()
    with pytest.raises(Refusal, match="changed while it was being read"):
        acts.add(ledger, acts.opening(sealed))
    assert ledger.read_bytes() == grown


def test_a_reader_looks_again_when_a_writer_is_at_it(ledger: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    events = acts.full(ledger)
    whole = ledger.read_bytes()
    answers = [whole[:-5], whole]
    monkeypatch.setattr(chain.files, "read_whole", lambda _: answers.pop(0))
    with lock.held(ledger):
        assert chain.read(ledger) == events
