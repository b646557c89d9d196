"""One writer at a time: a claim beside the ledger that names its process and can be told from a dead one.

The claim is a file made with ``O_EXCL``; it holds the process's id and start time, so that a claim left by a killed
process is known even when its id has been given away. While it is held it is also locked with ``flock``, which
makes judging and removing a dead claim one step. Neither is trusted alone: see ``docs/ledger.md``.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import random
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from evalspec.ledger import files
from evalspec.records import Refusal

PATIENCE = 5.0
"""Seconds to wait for another writer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """Who holds a claim. ``started`` is in clock ticks since boot ("" where the system doesn't say);
    ``space`` is the container's process space."""

    pid: int
    started: str
    host: str
    boot: str
    space: str


def lock_of(ledger: Path) -> Path:
    """Where the claim on a ledger stands."""
    return ledger.with_name(ledger.name + ".lock")


@contextlib.contextmanager
def held(ledger: Path, *, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the claim on a ledger; take it over from a process that is gone.

    Raises:
        Refusal: another process still held it after ``patience`` seconds, or no claim can be made here (exit 3).
    """
    lock = lock_of(ledger)
    until = time.monotonic() + patience
    while (claim := _claim(lock)) is None:
        if _clear(lock):
            continue
        if time.monotonic() >= until:
            raise _busy(lock)
        time.sleep(random.uniform(0.002, 0.02))
    try:
        yield
    finally:
        _release(lock, claim)


def _claim(lock: Path) -> int | None:
    """A descriptor of our own claim, or None where another stands."""
    try:
        fd = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644)
    except FileExistsError:
        return None
    except OSError as e:
        raise _impossible("can't be made", lock, e, help="may you write in this folder?") from e
    try:
        # between making it and locking it, another may have taken the empty claim for a dead one's
        if _flock(fd) and _is(lock, fd):
            text = json.dumps(asdict(_me()), sort_keys=True).encode() + b"\n"
            if os.write(fd, text) == len(text):
                return fd
            raise OSError(errno.ENOSPC, "no space left")
    except OSError as e:
        _release(lock, fd)
        raise _impossible("can't be written", lock, e, help="make room and try again") from e
    os.close(fd)
    return None


def _release(lock: Path, fd: int) -> None:
    # a claim that can't be removed is found dead when this process has ended
    with contextlib.suppress(OSError):
        if _is(lock, fd):
            os.unlink(lock)
    os.close(fd)


def _clear(lock: Path) -> bool:
    """Remove a claim whose process is gone; True where the way may be free now.

    Raises:
        Refusal: something that is no plain file stands there (exit 2).
    """
    try:
        fd = files.open_plain(lock, os.O_RDONLY)
    except FileNotFoundError:
        return True
    try:
        if not _flock(fd) or not _is(lock, fd):
            return False
        holder = _holder(fd)
        if holder is not None and not _gone(holder):
            return False
        with contextlib.suppress(FileNotFoundError):
            os.unlink(lock)
        return True
    except OSError as e:
        raise _impossible("left by a process that is gone, and can't be removed", lock, e, help="remove it") from e
    finally:
        os.close(fd)


def _flock(fd: int) -> bool:
    """False where another holds it. Where the file system knows no such lock, the claim's text decides alone."""
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _is(lock: Path, fd: int) -> bool:
    """Whether the descriptor's file is the one that stands at the path."""
    try:
        there, mine = os.lstat(lock), os.fstat(fd)
    except FileNotFoundError:
        return False
    return (there.st_dev, there.st_ino) == (mine.st_dev, mine.st_ino)


def _holder(fd: int) -> Holder | None:
    """Who a claim names; None where it names none: its writer was killed before it had written."""
    try:
        holder = Holder(**json.loads(os.pread(fd, 4096, 0)))
    except (ValueError, TypeError):
        return None
    return holder if type(holder.pid) is int and 0 < holder.pid < 2**31 else None


def _gone(holder: Holder) -> bool:
    """Whether a claim's process has ended. What can't be seen from here (another machine or container) has not."""
    me = _me()
    if holder.host != me.host:
        return False
    if holder.boot != me.boot:
        return True
    if holder.space != me.space:
        return False
    started = _started(holder.pid)
    return started is None or (started != holder.started and "" not in {started, holder.started})


def _me() -> Holder:
    pid = os.getpid()
    return Holder(
        pid=pid,
        started=_started(pid) or "",
        host=os.uname().nodename,
        boot=_line("/proc/sys/kernel/random/boot_id"),
        space=_process_space(),
    )


def _process_space() -> str:
    try:
        return os.readlink("/proc/self/ns/pid")
    except OSError:
        return ""


def _started(pid: int) -> str | None:
    """When a process started; "" where that can't be seen; None where it has ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return None
    except PermissionError:
        pass  # another user's: it lives
    fields = _line(f"/proc/{pid}/stat").rpartition(")")[2].split()
    if fields[:1] == ["Z"]:
        return None
    return fields[19] if len(fields) > 19 else ""


def _line(path: str) -> str:
    try:
        return Path(path).read_text().strip()
    except OSError:
        return ""


def _impossible(what: str, lock: Path, error: OSError, *, help: str) -> Refusal:
    return Refusal(f"{what}: {error.strerror}", file=str(lock), help=help, exit_code=3)


def _busy(lock: Path) -> Refusal:
    who = ""
    with contextlib.suppress(OSError, Refusal):
        fd = files.open_plain(lock, os.O_RDONLY)
        holder = _holder(fd)
        os.close(fd)
        who = f": process {holder.pid} on {holder.host!a}" if holder else ""
    return Refusal(
        f"another run is writing to this ledger{who}",
        file=str(lock),
        help="wait for it; if no such process runs, remove this file",
        exit_code=3,
    )
