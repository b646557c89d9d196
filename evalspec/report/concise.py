"""Findings, a line each: file:line:column: severity[code] message."""

from collections.abc import Sequence

from evalspec.report._words import safe
from evalspec.report.base import FindingsFormat, Said
from evalspec.report.full import where


def write(said: Sequence[Said], *, color: bool = False) -> str:
    """One line a finding."""
    return "".join(f"{where(f)}: {f.severity}[{f.code}] {safe(f.message)}\n" for one in said for f in one.findings)


FORMAT = FindingsFormat(id="concise", title="Findings, a line each", write=write)
