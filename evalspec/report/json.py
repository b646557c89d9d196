"""Findings and judgements for machines; its schema is findings-v1."""

import json
from collections.abc import Sequence
from typing import Any

from evalspec.records import Finding, Judgement
from evalspec.report.base import FindingsFormat, Said


def data(said: Sequence[Said]) -> dict[str, Any]:
    """The whole as JSON data."""
    return {"evalspec_findings": 1, "plans": [_plan(one) for one in said]}


def write(said: Sequence[Said], *, color: bool = False) -> str:
    """Indented JSON and a final newline."""
    return json.dumps(data(said), indent=2, ensure_ascii=False) + "\n"


def _plan(one: Said) -> dict[str, Any]:
    return {
        "file": one.file,
        "plan": one.plan_id,
        "findings": [_finding(f) for f in one.findings],
        "waived": [_finding(f) for f in one.waived],
        "judgements": [_judgement(j) for j in one.judgements],
    }


def _finding(f: Finding) -> dict[str, Any]:
    return {
        "code": f.code, "name": f.name, "severity": f.severity.value, "path": list(f.path), "message": f.message,
        "help": f.help, "file": f.file, "line": f.place.line if f.place else None,
        "column": f.place.column if f.place else None,
    }  # fmt: skip


def _judgement(j: Judgement) -> dict[str, Any]:
    return {
        "code": j.code, "name": j.name, "status": j.status.value, "grade": j.grade.value if j.grade else None,
        "reason": j.reason,
    }  # fmt: skip


FORMAT = FindingsFormat(id="json", title="JSON", write=write)
