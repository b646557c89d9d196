"""One changed plan, judged: what went wrong, if anything did."""

import resource
import signal
import traceback
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.validators import extend

from evalspec.cli._formats import formats
from evalspec.cli.check import said
from evalspec.pipeline import check
from evalspec.pipeline.schemas import SCHEMAS
from evalspec.plan.source import Source
from evalspec.records import Refusal

SECONDS, MEGABYTES = 20, 300
"""What one plan may take, and what the process may come to."""

_AS_READ = Draft202012Validator.TYPE_CHECKER.redefine("array", lambda _, value: isinstance(value, tuple))
_VALIDATOR = extend(Draft202012Validator, type_checker=_AS_READ)(SCHEMAS["plan"]())
_WRITERS = [form.write for form in formats().values()]


_OF_THE_TEXT = {"duplicate-key", "forbidden-character"}
"""Findings about how a plan is written, which a schema of its data can't speak of; nor of NFC."""


class TooLong(BaseException):
    """The plan took longer than it may."""


def fault(raw: bytes) -> tuple[str, str] | None:
    """(what went wrong, in which place of the code or the plan); None where nothing did."""
    before = megabytes()
    try:
        with _within(SECONDS):
            wrong = _judged(raw)
    except TooLong as e:
        return "it takes too long", _last_place(e)
    except (Exception, RecursionError) as e:  # whatever it is, it is what we look for
        return f"{type(e).__name__}: {str(e)[:200]}", _last_place(e)
    if megabytes() > MEGABYTES >= before:
        return f"the process came to {megabytes():.0f} MB", ""
    return wrong


def megabytes() -> float:
    """The most memory that the process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _judged(raw: bytes) -> tuple[str, str] | None:
    try:
        checked = check(Path("plan.yaml"), plan_only=True, raw=raw, debug=True)
    except Refusal as refusal:
        odd = refusal.exit_code not in (1, 2) or not refusal.message
        return (f"exit code {refusal.exit_code}", refusal.message) if odd else None
    for write in _WRITERS:
        write([said(checked)], color=False)
    of_the_text = _OF_THE_TEXT & {f.name for f in checked.findings}
    if checked.source is None or of_the_text or not _in_nfc(checked.source.data):
        return None
    model, schema = checked.plan is not None, bool(_VALIDATOR.is_valid(checked.source.data))
    if model != schema:
        return f"the models say {model}, the schema {schema}", _disputed(checked.source, checked.findings)
    return None


def _disputed(source: Source, findings: Any) -> str:
    found = [f"{f.name} at {'.'.join(map(str, f.path))}" for f in findings]
    return "; ".join(found or [e.message[:100] for e in _VALIDATOR.iter_errors(source.data)])[:200]


def _in_nfc(value: Any) -> bool:
    if isinstance(value, str):
        return unicodedata.is_normalized("NFC", value)
    parts = (*value.keys(), *value.values()) if isinstance(value, dict) else value if isinstance(value, tuple) else ()
    return all(map(_in_nfc, parts))


@contextmanager
def _within(seconds: int) -> Iterator[None]:
    def stop(*_: Any) -> None:
        raise TooLong

    old = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, old)


def _last_place(error: BaseException) -> str:
    """The last line of ours that was being run."""
    ours = [f for f in traceback.extract_tb(error.__traceback__) if "/evalspec/" in f.filename]
    return f"{ours[-1].filename.rpartition('/evalspec/')[2]}:{ours[-1].lineno}" if ours else "?"
