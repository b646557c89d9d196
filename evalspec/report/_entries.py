"""Findings and judgements as JSON data: what json and jsonl write, in the shape of ``_findings_model``."""

from collections import Counter
from typing import Any

from evalspec.records import Finding, Fix, Judgement
from evalspec.report.base import Said
from evalspec.terms import Severity


def finding(f: Finding) -> dict[str, Any]:
    """One finding."""
    return {
        "code": f.code, "name": f.name, "severity": f.severity.value, "path": list(f.path), "message": f.message,
        "help": f.help, "file": f.file, "line": f.place.line if f.place else None,
        "column": f.place.column if f.place else None, "end_line": f.end.line if f.end else None,
        "end_column": f.end.column if f.end else None, "fixes": [_fix(x) for x in f.fixes],
    }  # fmt: skip


def judgement(j: Judgement) -> dict[str, Any]:
    """What one rule made of the plan."""
    return {
        "code": j.code, "name": j.name, "status": j.status.value, "grade": j.grade.value if j.grade else None,
        "reason": j.reason,
    }  # fmt: skip


def deselected(one: Said) -> dict[str, Any]:
    """What the caller chose not to see: each rule with its number of findings."""
    counted = Counter((f.code, f.name, f.severity.value) for f in one.hidden)
    return {
        "selection": one.selection,
        "rules": [{"code": c, "name": n, "severity": s, "findings": k} for (c, n, s), k in sorted(counted.items())],
    }


def counts(one: Said) -> dict[str, int]:
    """Findings by severity, and those waived."""
    counted = Counter(f.severity for f in one.findings)
    return {f"{s.value}s": counted[s] for s in Severity} | {"waived": len(one.waived)}


def _fix(fix: Fix) -> dict[str, Any]:
    return {"what": fix.what, "edits": [{"start": e.start, "end": e.end, "text": e.text} for e in fix.edits]}
