"""The one way to a file: where it may lie, how it is opened, and its digest through the descriptor that is read."""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType

from evalspec.plan.model import Plan
from evalspec.records import Refusal

MAX_BYTES = 64 << 30
"""No file larger than this is read."""

BLOCK = 1 << 20
"""Bytes read at a time."""

FRESH_NS = 2_000_000_000
"""A file written so shortly before it is opened can change without its time stamp telling: it is hashed twice."""

FORMATS = {".csv": "csv", ".parquet": "parquet"}
_DECODE = {".gz": "gunzip", ".zip": "unzip", ".bz2": "bunzip2", ".xz": "unxz", ".zst": "unzstd"}


def locate(folder: Path, declared: str, *, name: str, redirect: Path | None = None) -> Path:
    """The file that the plan calls ``declared``, or the user's own ``redirect``, which may lie anywhere.

    A declared path is relative to ``folder`` and inside it, also after links are followed; ``*``, ``?`` and ``[``
    are letters like any other. Raises Refusal (path-outside-folder) otherwise; that the file is there is not checked.
    """
    if redirect is not None:
        return _real(redirect)
    reason = _not_plain(declared)
    if reason:
        raise _outside(name, declared, reason)
    full = _real(folder / declared)
    if not full.is_relative_to(_real(folder)):
        raise _outside(name, declared, "leads out of the plan's folder")
    return full


def outcome_at(
    path: Path, plan: Plan, folder: Path, *, redirect: Mapping[str, Path] | None = None, name: str = ""
) -> str | None:
    """What the plan calls the file with outcomes that lies at ``path``; None where none does.

    The derivation data of thresholds count, but for a file whose ``name`` is that of derivation data itself.

    One file is one real path, or one device and inode: hard links and links of either side are seen through. Only
    ``stat`` and ``readlink`` are asked: nothing is opened, and nothing need be there. Where outcomes are redirected,
    their declared place counts too.
    """
    for what, place in _outcome_places(plan, folder, redirect or {}, name):
        if _real(path) == _real(place) or _one_inode(path, place):
            return what
    return None


def refuse_outcome_twin(
    plan: Plan, folder: Path, name: str, *, declared: str, redirect: Mapping[str, Path] | None = None
) -> None:
    """Raises Refusal (outcome-visible) where the blinded file ``name`` is a file with outcomes; neither is opened."""
    given = redirect or {}
    what = outcome_at(given.get(name) or folder / declared, plan, folder, redirect=given, name=name)
    if what is None:
        written = os.path.normpath(declared)
        places = _outcome_places(plan, Path(), {}, name)
        what = next((w for w, place in places if os.path.normpath(place) == written), None)
    if what is not None:
        help = "keep outcomes in a file of their own"
        raise Refusal(f"{name} and {what} are one file", file=declared, rule="outcome-visible", help=help)


def _outcome_places(plan: Plan, folder: Path, redirect: Mapping[str, Path], name: str) -> Iterator[tuple[str, Path]]:
    held = {n: f.path for n, f in (("outcomes", plan.data.outcomes), ("counts", plan.data.counts)) if f is not None}
    if not name.startswith("derivation."):
        told = {k: t.derivation.path for k, t in plan.thresholds.items() if t.derivation is not None}
        held |= {f"derivation.{k}": path for k, path in told.items()}
    for what, path in held.items():
        said = what if "." not in what else f"the derivation of {what.partition('.')[2]}"
        yield said, folder / os.path.normpath(path)
        yield said, folder / path
        if what in redirect:
            yield said, redirect[what]


def _real(path: Path) -> Path:
    """With links followed as far as they lead; a loop stays as it is, where ``Path.resolve`` raises."""
    return Path(os.path.realpath(path))


def _one_inode(one: Path, other: Path) -> bool:
    try:
        return os.path.samestat(os.stat(one), os.stat(other))
    except OSError:  # not there, or out of reach
        return False


def _not_plain(declared: str) -> str:
    if "\x00" in declared:
        return "holds a NUL character"
    if "://" in declared or declared.lower().startswith(("file:", "http:", "https:", "s3:")):
        return "is a URL; nothing is fetched"
    if declared.startswith("~"):
        return "begins with `~`, which is not expanded"
    if os.path.isabs(declared) or declared.startswith("\\") or declared[1:3] in (":\\", ":/"):
        return "is an absolute path"
    if os.path.normpath(declared).split(os.sep)[0] == os.pardir:
        return "leads out of the plan's folder"
    return ""


def _outside(name: str, declared: str, reason: str) -> Refusal:
    return Refusal(
        f"the path of {name} {reason}",
        file=declared,
        rule="path-outside-folder",
        help=f"put the file into the plan's folder, or point to it with `--data {name}=PATH`",
    )


def format_of(path: Path, *, name: str, file: str, accepted: tuple[str, ...] = ("csv", "parquet")) -> str:
    """``csv``, ``parquet`` or ``json``, by the suffix alone. Raises Refusal (unknown-format) for any other."""
    suffix = path.suffix.lower()
    kind = {**FORMATS, ".json": "json"}.get(suffix)
    if kind in accepted:
        return str(kind)
    read = " and ".join(f".{a}" for a in accepted)
    help = f"{read} files are read"
    if suffix in _DECODE:
        help = f"{read} files are read: decode it first (`{_DECODE[suffix]}`), so that its digest covers what is read"
    told = f"the suffix `{suffix}`" if suffix else "no suffix"
    raise Refusal(f"{name} has {told}: its format is not known", file=file, rule="unknown-format", help=help)


class OpenFile:
    """One descriptor through which our own pass, the digest and the engine all read the same inode.

    ``with OpenFile(path, name="predictions", file="predictions.csv") as opened:`` raises Refusal: missing-file,
    not-a-regular-file (a FIFO, device, folder or link: never waited for), table-too-large, unreadable-file.
    """

    def __init__(self, path: Path, *, name: str = "", file: str = "", max_bytes: int = MAX_BYTES) -> None:
        self.path, self.name, self.file, self.max_bytes = path, name or path.name, file or path.name, max_bytes
        self.fd = -1
        self._digest: str | None = None

    def __enter__(self) -> OpenFile:
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        try:
            self.fd = os.open(self.path, flags)
        except FileNotFoundError as e:
            help = "put it there, or declare `arrives: after-seal` if it comes later"
            raise self.refusal(f"{self.name} is not there", "missing-file", help) from e
        except OSError as e:
            raise self._unopened(e) from e
        try:
            self._admit(os.fstat(self.fd))
        except Refusal:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give the descriptor back; may be called twice."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def refusal(self, message: str, rule: str, help: str = "") -> Refusal:
        """A refusal about this file."""
        return Refusal(message, file=self.file, rule=rule, help=help)

    def _unopened(self, error: OSError) -> Refusal:
        if stat.S_ISREG(_mode(self.path)):
            return self.refusal(
                f"{self.name} can't be opened: {error.strerror}", "unreadable-file", "check its permissions"
            )
        return self._irregular()

    def _irregular(self) -> Refusal:
        return self.refusal(
            f"{self.name} is no regular file", "not-a-regular-file", "a folder, link, pipe or device is not read"
        )

    def _admit(self, found: os.stat_result) -> None:
        if not stat.S_ISREG(found.st_mode):
            raise self._irregular()
        if found.st_size > self.max_bytes:
            message = f"{self.name} has {found.st_size} bytes; {self.max_bytes} are read at most"
            raise self.refusal(
                message, "table-too-large", "leave out columns that the plan does not name, or write Parquet"
            )
        self._seen = _identity(found)
        self._fresh = abs(time.time_ns() - found.st_mtime_ns) < FRESH_NS

    @property
    def size(self) -> int:
        """In bytes, when it was opened."""
        return self._seen[1]

    @property
    def path_for_engine(self) -> str:
        """A path that leads to this descriptor's inode, whatever now lies under the file's name."""
        return f"/proc/self/fd/{self.fd}" if os.path.isdir("/proc/self/fd") else f"/dev/fd/{self.fd}"

    @property
    def digest(self) -> str:
        """``sha256:`` and the hexadecimal digest of the bytes: from a whole pass of ``chunks``, or by one of its own."""
        if self._digest is None:
            for _ in self.chunks():
                pass
        assert self._digest is not None
        return self._digest

    def chunks(self, size: int = BLOCK) -> Iterator[bytes]:
        """The file's bytes from its start, block by block; hashed meanwhile, so that a whole pass yields the digest."""
        sha = hashlib.sha256()
        at = 0
        with ThreadPoolExecutor(1) as hasher:
            hashed: Future[None] | None = None
            while block := os.pread(self.fd, size, at):
                if hashed:
                    hashed.result()
                hashed = hasher.submit(sha.update, block)
                at += len(block)
                yield block
        self._keep("sha256:" + sha.hexdigest())

    def _keep(self, digest: str) -> None:
        if self._digest is not None and self._digest != digest:
            raise self._changed()
        self._digest = digest

    def verify_unchanged(self) -> None:
        """Raises Refusal (file-changed-while-read) unless the file is still the one that was opened and hashed."""
        if _identity(os.fstat(self.fd)) != self._seen:
            raise self._changed()
        if self._fresh and self._digest is not None:
            for _ in self.chunks():
                pass

    def _changed(self) -> Refusal:
        return self.refusal(
            f"{self.name} changed while it was read",
            "file-changed-while-read",
            "let nothing write to it, and run again",
        )


def _identity(found: os.stat_result) -> tuple[int, int, int, int, int]:
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_dev


def _mode(path: Path) -> int:
    try:
        return os.lstat(path).st_mode
    except OSError:
        return stat.S_IFREG


__all__ = [
    "BLOCK",
    "FORMATS",
    "MAX_BYTES",
    "OpenFile",
    "format_of",
    "locate",
    "outcome_at",
    "refuse_outcome_twin",
]
