"""Findings, a line each: file:line:column: severity[code] message."""

from collections.abc import Iterator, Sequence

from evalspec.report._words import safe
from evalspec.report.base import FindingsFormat, Said
from evalspec.report.full import where


def write(said: Sequence[Said], *, color: bool = False) -> str:
    """One line a finding; what is waived stands with who waives it, and why; and one line for what was deselected."""
    return "".join(f"{line}\n" for one in said for line in _lines(one))


def _lines(one: Said) -> Iterator[str]:
    for f in one.findings:
        yield f"{where(f)}: {f.severity}[{f.code}] {safe(f.message)}"
    for f in one.waived:
        yield f"{where(f)}: waived[{f.code}] {safe(f.message)} ({safe(f.help)})"
    if one.not_shown:
        yield f"{safe(one.file)}: {one.not_shown}"


FORMAT = FindingsFormat(id="concise", title="Findings, a line each", write=write)
