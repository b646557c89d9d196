"""Findings as SARIF 2.1.0: for code scanning, with the rules' help, regions, fixes and waivers."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import evalspec.rules
from evalspec.catalogue import collect
from evalspec.records import Edit, Finding, Fix
from evalspec.report._words import address
from evalspec.report.base import FindingsFormat, Said
from evalspec.rules.base import Rule
from evalspec.terms import Severity, Status

_LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}
_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def write(said: Sequence[Said], *, color: bool = False) -> str:
    """One run over all plans; columns count characters."""
    told = [f for one in said for f in (*one.findings, *one.waived)]
    known: dict[str, Rule] = collect(evalspec.rules, "RULE", "code")
    chosen = [known[code] for code in sorted({f.code for f in told})]
    numbers = {rule.code: n for n, rule in enumerate(chosen)}
    driver = {"name": "evalspec", "rules": [_rule(rule) for rule in chosen]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(said)],
        "artifacts": [{"location": _location(one.file)} for one in said if one.file],
        "results": [r for one in said for r in _results(one, numbers)],
    }
    whole = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _rule(rule: Rule) -> dict[str, Any]:
    source = f"\n\nSource: {rule.source}" if rule.source else ""
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.why},
        "help": {"text": f"{rule.why}\n\nInstead: {rule.help}{source}"},
        "defaultConfiguration": {"level": _LEVEL[rule.severity]},
    }


def _results(one: Said, numbers: dict[str, int]) -> Iterator[dict[str, Any]]:
    for f in one.findings:
        yield _result(f, one, numbers)
    for f in one.waived:
        waived = {"kind": "external", "status": "accepted", "justification": f.help}
        yield _result(f, one, numbers) | {"suppressions": [waived]}


def _result(f: Finding, one: Said, numbers: dict[str, int]) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": _location(f.file)}
    if f.place:
        physical["region"] = {"startLine": f.place.line, "startColumn": f.place.column} | (
            {"endLine": f.end.line, "endColumn": f.end.column} if f.end else {}
        )
    found: dict[str, Any] = {
        "ruleId": f.code, "ruleIndex": numbers[f.code], "level": _LEVEL[f.severity],
        "message": {"text": f.message + (f"\nhelp: {f.help}" if f.help else "")},
    }  # fmt: skip
    if f.file:
        found["locations"] = [{"physicalLocation": physical}]
    if f.path:
        logical = {"fullyQualifiedName": ".".join(map(str, f.path)), "kind": "member"}
        found.setdefault("locations", [{}])[0]["logicalLocations"] = [logical]
    if f.fixes:
        found["fixes"] = [_fix(x, f.file, one.text) for x in f.fixes]
    return found


def _fix(fix: Fix, file: str, text: str) -> dict[str, Any]:
    made = [{"deletedRegion": _region(e, text), "insertedContent": {"text": e.text}} for e in fix.edits]
    change = {"artifactLocation": _location(file), "replacements": made}
    return {"description": {"text": fix.what}, "artifactChanges": [change]}


def _region(edit: Edit, text: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for side, at in (("start", edit.start), ("end", edit.end)):
        before = text[:at]
        found |= {f"{side}Line": before.count("\n") + 1, f"{side}Column": at - before.rfind("\n")}
    return found


def _location(file: str) -> dict[str, str]:
    return {"uri": address(file)}


def _invocation(said: Sequence[Said]) -> dict[str, Any]:
    crashed = [j for one in said for j in one.judgements if j.status is Status.CRASHED]
    notes = [
        {"level": "error", "message": {"text": f"rule {j.code} {j.name} could not run: {j.reason}"}} for j in crashed
    ]
    hidden = [{"level": "note", "message": {"text": f"{one.file}: {one.not_shown}"}} for one in said if one.not_shown]
    return {
        "executionSuccessful": not crashed,
        "toolExecutionNotifications": notes,
        "toolConfigurationNotifications": hidden,
    }


FORMAT = FindingsFormat(id="sarif", title="SARIF 2.1.0", write=write)
