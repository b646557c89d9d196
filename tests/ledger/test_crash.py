"""After any kill, full disk or failing disk: the old ledger or the new one, and never a part."""

import errno
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ledger import acts

from evalspec.ledger import chain, files, lock
from evalspec.records import Refusal

HERE = Path(__file__).resolve()
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{HERE.parents[2]}:{HERE.parents[1]}"}


class Children:
    """The other side of ``children.py``."""

    def __init__(self) -> None:
        self.started: set[int] = set()
        command = [sys.executable, str(HERE.with_name("children.py"))]
        self.process = subprocess.Popen(
            command,
            env=ENVIRONMENT,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def _ask(self, **command: Any) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def start(self, path: Path, **options: Any) -> int:
        """A child that is about to record an act, and stands still."""
        pid = self._ask(do="start", path=str(path), **options)
        self.started.add(pid)
        return pid

    def end(self, pid: int) -> int:
        """Exit code, or minus the signal that ended it."""
        self.started.discard(pid)
        return self._ask(do="end", pid=pid)

    def run(self, path: Path, **options: Any) -> int:
        pid = self.start(path, **options)
        os.kill(pid, signal.SIGCONT)
        return self.end(pid)

    def traced(self, path: Path, *strace: str, **options: Any) -> tuple[int, str]:
        """Exit code and trace of a child under ``strace``."""
        pid = self.start(path, **options)
        log = path.with_name("trace")
        tracer = subprocess.Popen(
            ["strace", "-y", "-o", str(log), *strace, "-p", str(pid)], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL
        )
        assert tracer.stderr is not None
        said = tracer.stderr.readline()
        os.kill(pid, signal.SIGCONT)
        code = self.end(pid)
        tracer.communicate(timeout=20)
        trace = log.read_text() if log.exists() else ""
        log.unlink(missing_ok=True)
        assert b"attached" in said, said
        return code, trace

    def close(self) -> None:
        for pid in self.started:  # where a test failed
            os.kill(pid, signal.SIGKILL)
        self.process.communicate(timeout=20)


@pytest.fixture(scope="module")
def children() -> Iterator[Children]:
    made = Children()
    yield made
    made.close()


def _strace_works() -> bool:
    if shutil.which("strace") is None:
        return False
    sleeper = subprocess.Popen(["sleep", "20"])
    try:
        tracer = subprocess.Popen(["strace", "-p", str(sleeper.pid)], stderr=subprocess.PIPE)
        assert tracer.stderr is not None
        worked = b"attached" in tracer.stderr.readline()
    finally:
        sleeper.kill()
        sleeper.wait()
    tracer.communicate(timeout=20)
    return worked


needs_strace = pytest.mark.skipif(not _strace_works(), reason="strace is not installed or may not attach")
SYSCALLS = ("openat", "flock", "write", "fsync", "unlink")


def recovers(path: Path, before: tuple[Any, ...]) -> int:
    """How many events were recorded; after asserting that no part of one was, and that the next one can be."""
    found = chain.read(path)
    assert found[: len(before)] == before
    assert len(found) - len(before) in {0, 1}
    after = acts.add(path, acts.opening(found[0]) if found else acts.seal())
    assert chain.read(path) == (*found, after)
    assert os.listdir(path.parent) == [path.name]
    return len(found) - len(before)


@needs_strace
@pytest.mark.parametrize("new", [True, False], ids=["the first event", "a later event"])
@pytest.mark.parametrize("syscall", SYSCALLS)
def test_killed_at_any_system_call_leaves_the_old_ledger_or_the_new(
    children: Children, tmp_path: Path, syscall: str, new: bool
) -> None:
    for n in range(1, 60):
        path = tmp_path / str(n) / "plan.ledger.jsonl"
        path.parent.mkdir()
        before = () if new else (acts.add(path, acts.seal()),)
        code, _ = children.traced(path, "-e", f"trace={syscall}", "-e", f"inject={syscall}:signal=KILL:when={n}")
        recorded = recovers(path, before)
        if code == 0:
            assert recorded == 1
            assert n > 1
            return
        assert code == -signal.SIGKILL
    pytest.fail("the child never ended by itself")


@needs_strace
@pytest.mark.parametrize("new", [True, False], ids=["the first event", "a later event"])
@pytest.mark.parametrize(
    ("syscall", "error"),
    [
        ("write", "ENOSPC"),
        ("write", "EIO"),
        ("write", "EDQUOT"),
        ("fsync", "EIO"),
        ("openat", "EROFS"),
        ("openat", "ENOSPC"),
    ],
)
def test_a_failing_disk_is_a_refusal_and_the_old_ledger(
    children: Children, tmp_path: Path, syscall: str, error: str, new: bool
) -> None:
    for n in range(1, 60):
        path = tmp_path / str(n) / "plan.ledger.jsonl"
        path.parent.mkdir()
        before = () if new else (acts.add(path, acts.seal()),)
        old = b"" if new else path.read_bytes()
        code, trace = children.traced(path, "-e", f"trace={syscall}", "-e", f"inject={syscall}:error={error}:when={n}")
        if code == 0 and "INJECTED" not in trace:
            return
        if "/proc/" not in trace.partition("(INJECTED)")[0].rpartition("\n")[2]:  # without it, the lock knows less
            assert code in {2, 3}, trace
            assert (path.read_bytes() if path.exists() else b"") == old
        recovers(path, before)
    pytest.fail("the child never ended by itself")


@needs_strace
@pytest.mark.parametrize("new", [True, False], ids=["the first event", "a later event"])
def test_the_event_is_on_disk_before_the_lock_is_given_up(children: Children, tmp_path: Path, new: bool) -> None:
    path = tmp_path / "plan.ledger.jsonl"
    if not new:
        acts.add(path, acts.seal())
    code, trace = children.traced(path, "-e", "trace=write,fsync,unlink")
    assert code == 0
    done = re.findall(r"^(write|fsync|unlink)\((?:\d+<([^>]*)>|\"([^\"]*)\")", trace, re.MULTILINE)
    steps = [(call, (fd or name).removeprefix(str(tmp_path))) for call, fd, name in done]
    file = "/plan.ledger.jsonl"
    folder = [("fsync", "")] if new else []
    assert steps == [
        ("write", f"{file}.lock"), ("write", file), ("fsync", file), *folder, ("unlink", f"{file}.lock")
    ]  # fmt: skip


def test_a_write_that_the_system_cuts_short_is_taken_back(children: Children, ledger: Path) -> None:
    sealed = acts.add(ledger, acts.seal())
    old = ledger.read_bytes()
    assert children.run(ledger, largest=len(old) + 100) == 3
    assert ledger.read_bytes() == old
    assert recovers(ledger, (sealed,)) == 0


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_a_signal_at_any_moment_leaves_the_old_ledger_or_the_new(
    children: Children, tmp_path: Path, ending: signal.Signals
) -> None:
    chosen, codes = random.Random(11), set()
    for n in range(20):
        path = tmp_path / str(n) / "plan.ledger.jsonl"
        path.parent.mkdir()
        before = (acts.add(path, acts.seal()),)
        pid = children.start(path)
        os.kill(pid, signal.SIGCONT)
        time.sleep(chosen.uniform(0, 0.008))
        os.kill(pid, ending)
        codes.add(children.end(pid))
        recovers(path, before)
    assert codes <= {0, -ending, 130}


def test_a_torn_write_that_can_not_be_taken_back_is_said_and_counts_for_nothing(
    ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sealed = acts.add(ledger, acts.seal())
    write = os.write

    def half(fd: int, text: bytes) -> int:
        return write(fd, text[: len(text) // 2] if b'"opened"' in text else text)

    def broken(*_: Any) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(files.os, "write", half)
    monkeypatch.setattr(files.os, "ftruncate", broken)
    with pytest.raises(Refusal, match="could not be taken back"):
        acts.add(ledger, acts.opening(sealed))
    monkeypatch.undo()
    with pytest.raises(chain.Torn):
        chain.read(ledger)
    assert chain.repair(ledger) is not None
    assert chain.read(ledger) == (sealed,)


def test_the_first_event_leaves_no_file_when_its_folder_can_not_be_synced(
    ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Path) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(files, "sync_folder", broken)
    with pytest.raises(Refusal, match="not recorded: Input/output error") as caught:
        acts.add(ledger, acts.seal())
    assert caught.value.exit_code == 3
    assert os.listdir(ledger.parent) == []


@pytest.mark.parametrize("there", [False, True], ids=["no ledger yet", "a ledger"])
def test_a_folder_that_may_not_be_written_is_a_refusal(children: Children, tmp_path: Path, there: bool) -> None:
    with tempfile.TemporaryDirectory() as made:
        folder, path = Path(made), Path(made) / "plan.ledger.jsonl"
        if there:
            acts.add(path, acts.seal())
        folder.chmod(0o555)
        nobody = {"user": 65534} if os.geteuid() == 0 else {}  # root writes everywhere
        code = children.run(path, said=str(tmp_path / "said"), **nobody)
        folder.chmod(0o755)
        assert code == 3
        assert (tmp_path / "said").read_text() == "can't be made: Permission denied"
        assert len(chain.read(path)) == there
        assert len(list(folder.iterdir())) == there


def test_the_lock_is_given_up_when_an_act_is_refused(ledger: Path) -> None:
    acts.add(ledger, acts.seal())
    with pytest.raises(Refusal):
        acts.add(ledger, acts.seal())
    assert not lock.lock_of(ledger).exists()
