"""Findings for a person at a terminal: where, what, the line with a caret, what would be right."""

from collections.abc import Iterator, Sequence

from evalspec.records import Finding
from evalspec.report._words import excerpt, safe
from evalspec.report.base import FindingsFormat, Said
from evalspec.terms import Severity

_COLOR = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.NOTE: "36"}


def write(said: Sequence[Said], *, color: bool = False) -> str:
    """One block a finding; nothing where there is none."""
    return "".join(f"{line}\n" for one in said for line in _one(one, color))


def _one(said: Said, color: bool) -> Iterator[str]:
    for f in said.findings:
        yield from _block(f, said, color)
    for f in said.waived:
        yield f"{where(f)}: waived[{f.code}] {safe(f.message)}"
        yield f"  {safe(f.help)}"
    if said.not_shown:
        yield f"{safe(said.file)}: {said.not_shown}"


def where(f: Finding) -> str:
    """``file:line:column`` as far as known."""
    return f"{safe(f.file)}:{f.place.line}:{f.place.column}" if f.place else safe(f.file)


def _block(f: Finding, said: Said, color: bool) -> Iterator[str]:
    severity = f"\x1b[1;{_COLOR[f.severity]}m{f.severity}\x1b[0m" if color else str(f.severity)
    yield f"{where(f)}: {severity}[{f.code}] {safe(f.message)}"
    if f.place and f.file == said.file:
        line, before = excerpt(said.line(f.place.line), f.place.column)
        if line.strip():
            yield f"    {line}"
            yield f"    {' ' * before}^"
    if f.help:
        fixable = "; fixable" if f.fixes else ""
        yield f"  help: {safe(f.help)} ({f.name}{fixable})"


FORMAT = FindingsFormat(id="full", title="Findings with their lines", write=write)
