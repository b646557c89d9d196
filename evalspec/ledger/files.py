"""The ledger's bytes on disk: read whole, added to in one write, never through a link, never half kept."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path

from evalspec.records import Refusal

LARGEST = 256 * 2**20
"""Bytes; a ledger of this size is no ledger of ours."""


def open_plain(path: Path, flags: int) -> int:
    """A descriptor of a plain file; the caller closes it.

    Raises:
        FileNotFoundError: nothing stands there.
        Refusal: a link, FIFO, device or folder stands there, or it may not be opened (exit 2).
    """
    try:
        _plain(path, os.lstat(path))
        fd = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise
    except OSError as e:
        raise Refusal(f"can't be opened: {e.strerror}", file=str(path), help=_may(e)) from e
    try:
        _plain(path, os.fstat(fd))
    except Refusal:
        os.close(fd)
        raise
    return fd


def read_whole(path: Path) -> bytes:
    """Every byte, or none where no file stands.

    Raises:
        Refusal: not a plain file, not readable, or larger than ``LARGEST`` (exit 2).
    """
    try:
        fd = open_plain(path, os.O_RDONLY)
    except FileNotFoundError:
        return b""
    with open(fd, "rb") as file:
        if os.fstat(fd).st_size > LARGEST:
            raise Refusal(f"larger than {LARGEST} bytes", file=str(path), help="is this a ledger?")
        try:
            return file.read()
        except OSError as e:
            raise Refusal(f"can't be read: {e.strerror}", file=str(path)) from e


def add(path: Path, line: bytes, *, after: int) -> None:
    """Write ``line`` behind the first ``after`` bytes and see it on disk before returning.

    One write, then fsync of the file, then of its folder where the file is new; a line that could not be written
    whole and kept is taken back.

    Raises:
        Refusal: nothing was added (exit 3); if even the taking back failed, the message says what was left.
    """
    fd, new = _open_to_add(path)
    try:
        if os.fstat(fd).st_size != after:
            raise Refusal("the ledger changed while it was being read", file=str(path), help="try again", exit_code=3)
        try:
            _write(fd, line)
            os.fsync(fd)
            if after == 0:
                sync_folder(path.parent)
        except OSError as e:
            left = _take_back(path, fd, after, new)
            message = f"the event was not recorded: {e.strerror}{left}"
            raise Refusal(message, file=str(path), help=_may(e), exit_code=3) from e
        _still_there(path, fd, line, after)
    finally:
        os.close(fd)


def cut(path: Path, *, after: int) -> None:
    """Keep the first ``after`` bytes only, and see that on disk.

    Raises:
        FileNotFoundError: nothing stands there.
        Refusal: the file may not be changed (exit 2 or 3).
    """
    fd = open_plain(path, os.O_RDWR)
    try:
        os.ftruncate(fd, after)
        os.fsync(fd)
    except OSError as e:
        raise Refusal(f"can't be cut: {e.strerror}", file=str(path), help=_may(e), exit_code=3) from e
    finally:
        os.close(fd)


def sync_folder(folder: Path) -> None:
    """See a folder's entries on disk.

    Raises:
        OSError: they are not.
    """
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def _open_to_add(path: Path) -> tuple[int, bool]:
    try:
        return open_plain(path, os.O_RDWR | os.O_APPEND), False
    except FileNotFoundError:
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        return os.open(path, flags, 0o644), True
    except OSError as e:
        raise Refusal(f"can't be made: {e.strerror}", file=str(path), help=_may(e), exit_code=3) from e


def _write(fd: int, line: bytes) -> None:
    """All in one write; a second one could be torn from the first.

    Raises:
        OSError: not all of it was written.
    """
    written = os.write(fd, line)
    if written != len(line):
        raise OSError(errno.ENOSPC, f"only {written} of {len(line)} bytes could be written")


def _take_back(path: Path, fd: int, after: int, new: bool) -> str:
    """What could not be undone, as the end of a sentence; "" where all was."""
    try:
        os.ftruncate(fd, after)
        os.fsync(fd)
        if new:
            os.unlink(path)
    except OSError as e:
        return f"; and what was written of it could not be taken back ({e.strerror}): the last line may be half"
    return ""


def _still_there(path: Path, fd: int, line: bytes, after: int) -> None:
    """Someone who doesn't know our lock, or a file system that doesn't keep it, may have written too."""
    mine = os.fstat(fd)
    with contextlib.suppress(FileNotFoundError):
        there = os.lstat(path)
        alone = mine.st_size == after + len(line) and (there.st_dev, there.st_ino) == (mine.st_dev, mine.st_ino)
        if alone and os.pread(fd, len(line), after) == line:
            return
    message = "another program wrote to the ledger at the same time"
    raise Refusal(message, file=str(path), help="look at it with `verify`", exit_code=3)


def _plain(path: Path, found: os.stat_result) -> None:
    if stat.S_ISREG(found.st_mode):
        return
    kinds = {stat.S_IFLNK: "a symbolic link", stat.S_IFIFO: "a FIFO", stat.S_IFDIR: "a folder"}
    what = kinds.get(stat.S_IFMT(found.st_mode), "no plain file")
    raise Refusal(f"is {what}", file=str(path), help="a ledger and its lock are plain files beside the plan")


def _may(error: OSError) -> str:
    helps = {
        errno.EACCES: "the file or its folder may not be written by this user",
        errno.EROFS: "the folder is read-only: copy the plan where you may write",
        errno.ENOSPC: "the disk is full: make room and try again",
    }
    return helps.get(error.errno or 0, "")
