"""Waivers: a finding that the plan accepts, by name and reason; never one of leakage."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from evalspec.plan.load import near
from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Waiver
from evalspec.plan.source import Source
from evalspec.records import Finding, Path
from evalspec.rules.base import Rule
from evalspec.terms import Severity

_STALE = "stale-waiver"


def spelled(path: Path, source: Source) -> str:
    """A path as waivers write it: list entries by their id where they have one: ``summaries.found.metric``."""
    steps, node = [], source.data
    for step in path:
        inner = node[step] if isinstance(node, dict) and step in node else None
        if isinstance(step, int) and isinstance(node, tuple) and step < len(node):
            inner = node[step]
        named = isinstance(step, int) and isinstance(inner, dict) and isinstance(inner.get("id"), str)
        steps.append(str(inner["id"]) if named and inner else str(step))
        node = inner
    return ".".join(steps)


def waive(
    findings: Sequence[Finding], plan: Plan, source: Source, rules: Mapping[str, Rule], today: date
) -> tuple[list[Finding], list[Finding], list[Finding]]:
    """(findings left, findings waived, findings about the waivers themselves)."""
    left = list(findings)
    waived: list[Finding] = []
    about: list[Finding] = []
    for number, waiver in enumerate(plan.waivers):
        place: Path = ("waivers", number)
        hit = [f for f in left if _matches(waiver, f, source)]
        if not any(waiver.rule in (r.name, r.code) for r in rules.values()):
            about.append(_of_no_rule(rules, waiver, place, source))
        elif waiver.until is not None and _past(waiver.until, today):
            about.append(
                _finding(rules[_STALE], place, f"the waiver of {waiver.rule} ran out on {waiver.until}", source)
            )
        elif any(f.code.startswith("LEAK") for f in hit):
            continue  # waiver-of-leakage objects to it
        elif any(not rules[f.name].waivable for f in hit):
            message = (
                f"the waiver of {waiver.rule} at {waiver.place} is in vain: with the finding, nothing could be computed"
            )
            about.append(_finding(rules[_STALE], place, message, source))
        elif hit:
            left = [f for f in left if f not in hit]
            waived += [replace(f, severity=Severity.NOTE, help=_reason(f, waiver)) for f in hit]
        else:
            about.append(
                _finding(rules[_STALE], place, f"the waiver of {waiver.rule} at {waiver.place} matches nothing", source)
            )
    return left, waived, about


def _of_no_rule(rules: Mapping[str, Rule], waiver: Waiver, place: Path, source: Source) -> Finding:
    """Judged here and not by the rule itself: only here are the project's own rules known."""
    known = [word for r in rules.values() for word in (r.code, r.name)]
    close = near(waiver.rule, sorted(known)) if len(waiver.rule) > 3 else ""
    other = (
        "take the code or the name that the finding shows; a rule of your project's own is known with --rules FOLDER"
    )
    message = f"`{waiver.rule}` is the code or name of no rule"
    found = _finding(rules[_STALE], (*place, "rule"), message, source)
    return replace(found, help=close if close.startswith("did") else other)


def _reason(finding: Finding, waiver: Waiver) -> str:
    """What it would be, who accepts it, how long, and why."""
    until = f" until {waiver.until}" if waiver.until else ""
    return f"{finding.severity} waived by {waiver.by}{until}: {waiver.why}"


def _matches(waiver: Waiver, finding: Finding, source: Source) -> bool:
    if waiver.rule not in (finding.name, finding.code) or finding.path[:1] == ("waivers",):
        return False  # what is wrong with a waiver is mended, not waived
    path = spelled(finding.path, source)
    return path == waiver.place or path.startswith(waiver.place + ".")


def _past(until: str, today: date) -> bool:
    try:
        return date.fromisoformat(until) < today
    except ValueError:
        return True


def _finding(rule: Rule, path: Path, message: str, source: Source) -> Finding:
    return Finding(
        code=rule.code, name=rule.name, severity=rule.severity, path=path, message=message, help=rule.help,
        file=source.file, place=source.place(path),
    )  # fmt: skip
