"""A plan file to a Source and a Plan; and what kept it from being one, as findings."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import evalspec.rules
from evalspec.catalogue import collect
from evalspec.plan.load import load
from evalspec.plan.model import Plan
from evalspec.plan.source import MAX_BYTES, Source, read
from evalspec.records import Finding, Problem, Refusal
from evalspec.rules._engine import from_problem, in_order
from evalspec.rules.base import Rule


@cache
def rules() -> dict[str, Rule]:
    """Every rule, by code."""
    return collect(evalspec.rules, "RULE", "code")


@cache
def rules_of_the_opening() -> dict[str, Rule]:
    """The family that sees the counts after the opening: all that a run judges."""
    import evalspec.rules.outc

    return collect(evalspec.rules.outc, "RULE", "code")


@cache
def rules_by_name() -> Mapping[str, Rule]:
    """Every rule, by name."""
    return {r.name: r for r in rules().values()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """``source`` is None where the text is no YAML that we read; ``plan`` where its shape is wrong."""

    file: str
    raw: bytes
    source: Source | None
    plan: Plan | None
    findings: tuple[Finding, ...] = ()


def read_bytes(path: Path) -> bytes:
    """The plan's bytes; ``-`` is standard input. Raises Refusal (exit 2) where there is none."""
    if str(path) == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    if not path.exists():
        raise Refusal(
            "there is no such plan", file=str(path), help="name a plan file; `evalspec init` writes a starter"
        )
    if not path.is_file():
        raise Refusal("this is no plain file", file=str(path), help="name a plan file, such as plan.yaml")
    try:
        with path.open("rb") as f:
            return f.read(MAX_BYTES + 1)
    except OSError as e:
        raise Refusal(f"the plan can't be read: {(e.strerror or 'error').lower()}", file=str(path)) from e


def read_plan(path: Path, raw: bytes | None = None, file: str | None = None) -> Read:
    """The plan as far as it can be read, with everything that is wrong with its text and shape."""
    given = read_bytes(path) if raw is None else raw
    name = file or str(path)
    try:
        source = read(given, name)
    except Refusal as refusal:
        if refusal.rule is None:
            raise
        return Read(file=name, raw=given, source=None, plan=None, findings=(finding_of(refusal),))
    plan = load(source)
    if isinstance(plan, Plan):
        return Read(file=name, raw=given, source=source, plan=plan)
    return Read(
        file=name, raw=given, source=source, plan=None, findings=in_order((_finding(p, source) for p in plan), name)
    )


def finding_of(refusal: Refusal) -> Finding:
    """A reader's refusal as a finding of the rule it names."""
    assert refusal.rule is not None
    problem = Problem(
        rule=refusal.rule, message=refusal.message, file=refusal.file, place=refusal.place, help=refusal.help
    )
    return _finding(problem)


def _finding(problem: Problem, source: Source | None = None) -> Finding:
    return from_problem(rules_by_name()[problem.rule], problem, source)


def environment() -> dict[str, str]:
    """Versions of what the numbers stand on, by package."""
    from importlib.metadata import PackageNotFoundError, version

    found: dict[str, Any] = {"python": ".".join(map(str, sys.version_info[:3]))}
    for name in ("duckdb", "numpy", "scipy", "pydantic", "PyYAML", "rfc8785"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "absent"
    return found


def tool_version() -> str:
    """``evalspec 0.1.0``."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"evalspec {version('evalspec-validator')}"
    except PackageNotFoundError:
        return "evalspec (not installed)"


def code_digest() -> str:
    """Digest of the program's own text, so that a changed rule or formula shows."""
    import hashlib

    root = Path(evalspec.rules.__file__).parent.parent
    total = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        total.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return "sha256:" + total.hexdigest()
