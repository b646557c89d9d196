"""Mending a plan where nothing has to be decided: the text with all fixes made, and writing it back."""

import os
import stat
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from evalspec.ledger.chain import ledger_of
from evalspec.ledger.files import sync_folder
from evalspec.pipeline._check import check
from evalspec.pipeline._read import read_bytes
from evalspec.plan.mend import apply
from evalspec.records import Finding, Fix, Refusal

_ROUNDS = 20
_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """A plan's bytes before and after its fixes, and what they did, in words."""

    before: bytes
    after: bytes
    made: tuple[str, ...]


def fixed(
    path: Path, *, filename: str | None = None, wanted: Callable[[Finding], bool] = lambda _: True, debug: bool = False
) -> Fixed:
    """Makes every fix until none is left; a round that would leave a text that can't be read is taken back.

    Raises:
        Refusal: there is no such plan.
    """
    before = read_bytes(path)
    now, made = before, []
    for _ in range(_ROUNDS):
        checked = check(path, plan_only=True, raw=now, filename=filename, debug=debug)
        fixes: Sequence[Fix] = [x for f in checked.findings if wanted(f) for x in f.fixes]
        if not fixes or checked.source is None:
            break
        mark = _MARK if now.startswith(_MARK) else b""
        then = mark + apply(checked.source.text, fixes).encode()
        if then == now or check(path, plan_only=True, raw=then, debug=debug).source is None:
            break
        now = then
        made += [x.what for x in dict.fromkeys(fixes)]
    return Fixed(before=before, after=now, made=tuple(made))


def refuse_sealed(path: Path) -> None:
    """Raises Refusal (exit 3) where a ledger stands beside the plan: its bytes were promised."""
    if os.path.lexists(ledger_of(path)):
        raise Refusal(
            "the plan has a ledger, so its bytes stay as they are", file=str(path),
            help="`--diff` shows what would change; a new plan starts as a copy under another name", exit_code=3,
        )  # fmt: skip


def rewrite(path: Path, content: bytes, *, instead_of: bytes) -> None:
    """Puts ``content`` in the place of the file, whole or not at all; its mode stays.

    Raises:
        Refusal: the file changed meanwhile, or can't be written; it is as it was.
    """
    target = path.resolve()
    if read_bytes(target) != instead_of:
        raise Refusal("the plan changed while it was mended", file=str(path), help="try again")
    try:
        fd, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".new", dir=target.parent)
    except OSError as e:
        raise Refusal(f"the plan can't be written: {(e.strerror or 'error').lower()}", file=str(path)) from e
    try:
        with os.fdopen(fd, "wb") as f:
            f.write(content)
            f.flush()
            os.fchmod(f.fileno(), stat.S_IMODE(target.stat().st_mode))
            os.fsync(f.fileno())
        os.replace(name, target)
        sync_folder(target.parent)
    except OSError as e:
        with suppress(FileNotFoundError):
            os.unlink(name)
        raise Refusal(f"the plan can't be written: {(e.strerror or 'error').lower()}", file=str(path)) from e
