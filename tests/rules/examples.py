"""Applies a rule's example to the minimal plan and judges the outcome with every rule.

A section of the example stands in the place of the minimal plan's section of that name, or at the end; a section
left empty (``cohorts:``) is taken out.
"""

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
from evalspec.testing import example, lay_out

MINIMAL = Path(__file__).parents[2] / "specs" / "minimal"


@cache
def all_rules() -> dict[str, Rule]:
    """Every rule, by code."""
    return collect(evalspec.rules, "RULE", "code")


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
