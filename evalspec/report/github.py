"""Findings as GitHub workflow commands: annotations on a pull request."""

from collections.abc import Iterator, Sequence

from evalspec.records import Finding
from evalspec.report.base import FindingsFormat, Said
from evalspec.terms import Severity

_LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def write(said: Sequence[Said], *, color: bool = False) -> str:
    """One command a finding; what is waived is a notice, with who waives it, and why."""
    return "".join(f"{line}\n" for one in said for line in _lines(one))


def _lines(one: Said) -> Iterator[str]:
    for f in one.findings:
        yield _command(f, f"{f.code} {f.name}", f"\nhelp: {f.help}" if f.help else "")
    for f in one.waived:
        yield _command(f, f"{f.code} {f.name}, waived", f"\n{f.help}")
    if one.not_shown:
        yield f"::notice file={_property(one.file)}::{_message(one.not_shown)}"


def _command(f: Finding, title: str, more: str) -> str:
    place = f",line={f.place.line},col={f.place.column}" if f.place else ""
    return (
        f"::{_LEVEL[f.severity]} file={_property(f.file)}{place},title={_property(title)}::{_message(f.message + more)}"
    )


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")


FORMAT = FindingsFormat(id="github", title="GitHub annotations", write=write)
