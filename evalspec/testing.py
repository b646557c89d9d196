"""For the tests of a project's own rules: runs a rule's examples as evalspec runs those of its own.

from evalspec.testing import check_examples, rule_in

def test_its_examples():
    check_examples(rule_in("team_rules/primary_without_interval.py"))
"""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from evalspec.pipeline import check
from evalspec.pipeline._places import RuleFile
from evalspec.pipeline._project import ProjectRule, ProjectRules, fault, read_rule, refuse_clashes
from evalspec.records import Finding, Refusal
from evalspec.rules import Example, Rule, Severity
from evalspec.shipped import shipped

_NOT_COMPUTED = "not-computed-by-this-version"
"""A rule about a word that this version does not compute shows its fault all the same."""

_SECTION = re.compile(r"^(?=[A-Za-z_\"'][^\n]*?:)", re.MULTILINE)


def rule_in(file: str | os.PathLike[str]) -> Rule:
    """The rule that a file offers. Raises Refusal, as ``check`` would, where it offers none."""
    path = Path(file)
    return read_rule(RuleFile(path=path, raw=path.read_bytes(), origin=str(path)))


def check_examples(rule: Rule) -> None:
    """Each bad example raises this rule and no other error, each good one no error and not this rule.

    Raises:
        AssertionError: one doesn't; it says which, and what was found.
    """
    wrong = fault(rule)
    assert wrong is None, f"{getattr(rule, 'code', rule)}: {wrong}"
    for kind in ("bad", "good"):
        for number, given in enumerate(getattr(rule, kind), 1):
            said = _unlike(rule, kind, findings(rule, given))
            assert not said, f"{rule.code} {rule.name}, {kind} example {number}: {said}"


def findings(rule: Rule, given: str | Example) -> tuple[Finding, ...]:
    """What this rule and all of evalspec's find in the minimal plan after the example's change.

    Raises:
        Refusal: the example is no plan that can be read.
    """
    project = ProjectRules((ProjectRule(rule, RuleFile(path=Path(rule.name), raw=b"", origin="")),))
    refuse_clashes(project.rules)
    with TemporaryDirectory() as folder:
        return check(lay_out(example(given), Path(folder)), project=project, debug=True).findings


def _unlike(rule: Rule, kind: str, found: tuple[Finding, ...]) -> str:
    """What is wrong with these findings of an example; "" where nothing is."""
    mine = [f for f in found if f.name == rule.name]
    allowed = {_NOT_COMPUTED, rule.name} if kind == "bad" else {_NOT_COMPUTED}
    others = [f for f in found if f.severity is Severity.ERROR and f.name not in allowed]
    told = "; ".join(f"{f.file}:{f.place.line if f.place else '?'} {f.code} {f.message}" for f in found) or "nothing"
    if kind == "bad" and not mine:
        return f"the rule does not object; found: {told}"
    if kind == "good" and mine:
        return f"the rule objects: {mine[0].message}"
    return f"another rule objects; found: {told}" if others else ""


def example(given: str | Example) -> Example:
    """An example written as text is a change to the plan alone."""
    return Example(plan=given) if isinstance(given, str) else given


def sections(text: str) -> dict[str, str]:
    """The top-level sections of a plan's text, in order; what stands before the first under ``""``."""
    found: dict[str, str] = {}
    for part in filter(None, _SECTION.split(text)):
        name = part.split(":", 1)[0] if _SECTION.match(part) else ""
        assert name not in found, f"the example says {name} twice"
        found[name] = part if part.endswith("\n") else part + "\n"
    return found


def changed(given: Example, plan: str) -> bytes:
    """The plan's bytes after the example's change: its sections in the place of the plan's; an empty one takes it out."""
    if given.raw is not None:
        return given.raw
    now = sections(plan)
    for name, text in sections(given.plan).items():
        if text.split(":", 1)[1].strip() or not name:
            now[name] = text
        else:
            del now[name]
    return "".join(now.values()).encode()


def lay_out(given: Example, folder: Path) -> Path:
    """The minimal plan and its files in ``folder``, with the example's change; returns the plan's path."""
    for name, raw in _minimal():
        (folder / name).write_bytes(raw)
    _lay_files(given.files, folder)
    plan = folder / "plan.yaml"
    plan.write_bytes(changed(given, plan.read_text(encoding="utf-8")))
    return plan


def _minimal() -> Iterator[tuple[str, bytes]]:
    with shipped("specs/minimal") as source:
        for file in sorted(source.iterdir()):
            if file.suffix in (".yaml", ".csv"):
                yield file.name, file.read_bytes()


def _lay_files(files: Mapping[str, str | bytes | None], folder: Path) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if content is None:
            path.unlink()
        else:
            path.write_bytes(content.encode() if isinstance(content, str) else content)


__all__ = ["Refusal", "check_examples", "findings", "rule_in"]
