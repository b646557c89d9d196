"""Findings for machines that read line by line: one JSON object a finding, then one for its plan."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from evalspec.report._entries import counts, deselected, finding
from evalspec.report.base import FindingsFormat, Said


def write(said: Sequence[Said], *, color: bool = False) -> str:
    """Each line's ``kind`` is finding, waived or plan; the plan's line comes behind its findings."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for one in said for line in _lines(one))


def _lines(one: Said) -> Iterator[dict[str, Any]]:
    for kind, found in (("finding", one.findings), ("waived", one.waived)):
        yield from ({"kind": kind, "plan": one.plan_id, **finding(f)} for f in found)
    yield {"kind": "plan", "file": one.file, "plan": one.plan_id, **counts(one), "deselected": deselected(one)}


FORMAT = FindingsFormat(id="jsonl", title="JSON, a line a finding", write=write)
