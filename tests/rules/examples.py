"""Applies a rule's example to the minimal plan and judges the outcome with every rule.

A section of the example stands in the place of the minimal plan's section of that name, or at the end; a section
left empty (``cohorts:``) is taken out.
"""

import re
from functools import cache
from pathlib import Path

import evalspec.rules
from evalspec.catalogue import collect
from evalspec.pipeline._check import read_files
from evalspec.plan.load import load
from evalspec.plan.model import Plan
from evalspec.plan.source import Source, read
from evalspec.records import Blinded, Finding, Judgement, Problem, Refusal
from evalspec.rules._engine import from_problem, in_order, judge
from evalspec.rules.base import Example, Rule

MINIMAL = Path(__file__).parents[2] / "specs" / "minimal"

_SECTION = re.compile(r"^(?=[A-Za-z_\"'][^\n]*?:)", re.MULTILINE)


@cache
def all_rules() -> dict[str, Rule]:
    """Every rule, by code."""
    return collect(evalspec.rules, "RULE", "code")


def example(given: str | Example) -> Example:
    return Example(plan=given) if isinstance(given, str) else given


def sections(text: str) -> dict[str, str]:
    """The top-level sections of a plan's text, in order; what stands before the first under ``""``."""
    parts = [p for p in _SECTION.split(text) if p]
    found: dict[str, str] = {}
    for part in parts:
        name = part.split(":", 1)[0] if _SECTION.match(part) else ""
        assert name not in found, f"the example says {name} twice"
        found[name] = part if part.endswith("\n") else part + "\n"
    return found


def changed(given: Example) -> bytes:
    """The plan's bytes after the example's change."""
    if given.raw is not None:
        return given.raw
    now = sections((MINIMAL / "plan.yaml").read_text(encoding="utf-8"))
    for name, text in sections(given.plan).items():
        if text.split(":", 1)[1].strip() or not name:
            now[name] = text
        else:
            del now[name]
    return "".join(now.values()).encode()


def lay_out(given: Example, folder: Path) -> Path:
    """The example's plan and files in ``folder``; returns the plan's path."""
    for file in (f for f in MINIMAL.iterdir() if f.suffix in (".yaml", ".csv")):
        (folder / file.name).write_bytes(file.read_bytes())
    for name, content in given.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content.encode() if isinstance(content, str) else content)
    plan = folder / "plan.yaml"
    plan.write_bytes(changed(given))
    return plan


def read_blinded(plan: Plan, folder: Path) -> Blinded:
    """The blinded files, and what the thresholds' rules give on their derivation data."""
    return read_files(plan, folder, {}, None)


def judgements(given: str | Example, folder: Path) -> tuple[Judgement, ...] | tuple[Finding, ...]:
    """Every rule's judgement of the changed plan; the reader's findings alone where there is no plan."""
    path = lay_out(example(given), folder)
    try:
        source = read(path.read_bytes(), path.name)
    except Refusal as e:
        return (found_reading(Problem(rule=e.rule or "", message=e.message, file=e.file, place=e.place, help=e.help)),)
    plan = load(source)
    if isinstance(plan, tuple):
        return tuple(found_reading(p) for p in plan)
    return judge(all_rules(), plan, source, read_blinded(plan, folder), debug=True)


def found_reading(problem: Problem) -> Finding:
    by_name = {r.name: r for r in all_rules().values()}
    return from_problem(by_name[problem.rule], problem)


def findings(given: str | Example, folder: Path) -> tuple[Finding, ...]:
    """All findings, in file order."""
    all_found: list[Finding] = []
    for j in judgements(given, folder):
        all_found.extend(j.findings if isinstance(j, Judgement) else (j,))
    return in_order(all_found, "plan.yaml")


def source_of(text: str) -> Source:
    return read(text.encode(), "plan.yaml")
