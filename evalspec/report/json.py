"""Findings and judgements for machines; its schema is findings-v1."""

import json
from collections.abc import Sequence
from typing import Any

from evalspec.report._entries import deselected, finding, judgement
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
        "findings": [finding(f) for f in one.findings],
        "waived": [finding(f) for f in one.waived],
        "deselected": deselected(one),
        "judgements": [judgement(j) for j in one.judgements],
    }


FORMAT = FindingsFormat(id="json", title="JSON", write=write)
