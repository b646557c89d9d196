"""What holds for every rule, found by being there: its examples, its texts, its code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rules.examples import all_rules, findings

import evalspec
from evalspec.records import Finding
from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULES = list(all_rules().values())
BEFORE_OPENING = [r for r in RULES if r.opened is None]
PACKAGE = Path(evalspec.__file__).parent
NOT_COMPUTED = "not-computed-by-this-version"
"""A rule about a word that this version does not compute shows its fault all the same."""

_CODE = re.compile(r"(PLAN|LEAK|STAT|DATA|GATE|SEAL|OUTC)[0-9]{3}")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda r: r.name)


NO_EXAMPLE_CAN_SHOW = {"file-changed-while-read"} | {r.name for r in RULES if r.later}
"""A race between two readers, and what acts find: the tests of the tables, the ledger and the run bring them about."""


def cases(kind: str) -> list[object]:
    return [
        pytest.param(rule, given, id=f"{rule.name}-{k}")
        for rule in BEFORE_OPENING
        if kind == "good" or rule.name not in NO_EXAMPLE_CAN_SHOW
        for k, given in enumerate(getattr(rule, kind))
    ]


def errors(found: tuple[Finding, ...]) -> set[str]:
    return {f.name for f in found if f.severity is Severity.ERROR}


def said(found: tuple[Finding, ...]) -> str:
    return "\n".join(f"{f.file}:{f.place} {f.code} {f.name}: {f.message}" for f in found)


_FOUND: dict[tuple[str, int], tuple[Finding, ...]] = {}


def found_once(rule: Rule, given: str | Example, tmp_path: Path) -> tuple[Finding, ...]:
    """The findings of a bad example, which two tests look at."""
    key = (rule.code, id(given))
    if key not in _FOUND:
        _FOUND[key] = findings(given, tmp_path)
    return _FOUND[key]


@pytest.mark.parametrize(("rule", "given"), cases("bad"))
def test_a_bad_example_raises_this_rule_and_no_other_error(rule: Rule, given: str | Example, tmp_path: Path) -> None:
    found = found_once(rule, given, tmp_path)
    assert rule.name in {f.name for f in found}, said(found)
    assert not errors(found) - {rule.name, NOT_COMPUTED}, said(found)


@pytest.mark.parametrize(("rule", "given"), cases("good"))
def test_a_good_example_raises_no_error_and_not_this_rule(rule: Rule, given: str | Example, tmp_path: Path) -> None:
    found = findings(given, tmp_path)
    assert rule.name not in {f.name for f in found}, said(found)
    assert not errors(found) - {NOT_COMPUTED}, said(found)


@pytest.mark.parametrize(("rule", "given"), cases("bad"))
def test_a_message_is_lower_case_without_full_stop_and_knows_its_place(
    rule: Rule, given: str | Example, tmp_path: Path
) -> None:
    for finding in found_once(rule, given, tmp_path):
        if finding.name == rule.name:
            assert not finding.message.endswith("."), finding.message
            assert not finding.help.endswith("."), finding.help
            assert all((finding.message, finding.help, finding.file)), finding


@each_rule
def test_a_rule_has_examples_texts_and_a_permanent_code(rule: Rule) -> None:
    assert all((rule.bad, rule.good, rule.summary, rule.why, rule.help))
    assert _CODE.fullmatch(rule.code)
    assert _NAME.fullmatch(rule.name)


@each_rule
def test_a_rule_looks_somewhere_or_is_a_readers(rule: Rule) -> None:
    looks = [rule.text, rule.files, rule.opened]
    assert rule.reader != any(looks)
    assert not (rule.opened and (rule.text or rule.files)), "a rule looks before the opening, or after it"


@each_rule
def test_a_rule_stands_in_its_familys_folder_under_its_name(rule: Rule) -> None:
    path = PACKAGE / "rules" / rule.code[:4].lower() / f"{rule.name.replace('-', '_')}.py"
    assert path.exists(), path


def test_a_name_stands_for_one_rule() -> None:
    assert len({r.name for r in RULES}) == len(RULES)


def test_a_rule_silences_only_rules_that_there_are() -> None:
    names = {r.name for r in RULES}
    assert not [(r.name, other) for r in RULES for other in r.instead_of if other not in names]


def test_the_minimal_plan_has_no_findings(tmp_path: Path) -> None:
    assert not findings("", tmp_path), said(findings("", tmp_path))


def readers_words(path: Path) -> Iterator[tuple[int, str]]:
    """Names of rules that a source file gives to a Problem or a Refusal, with the line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        given: list[ast.expr | None] = []
        if isinstance(node, ast.Call):
            given = [k.value for k in node.keywords if k.arg == "rule"]
            if isinstance(node.func, ast.Name) and node.func.id == "_named":
                given.append(node.args[0])
        elif isinstance(node, ast.Return | ast.Assign) and path.name == "load.py" and isinstance(node.value, ast.Tuple):
            given = [node.value.elts[0]] if len(node.value.elts) > 1 else []
        for value in given:
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield node.lineno, value.value


def raised() -> dict[str, str]:
    sources = [p for p in PACKAGE.rglob("*.py") if PACKAGE / "rules" not in p.parents]
    return {word: f"{p.relative_to(PACKAGE)}:{line}" for p in sources for line, word in readers_words(p)}


def told_by_the_rule(rule: Rule) -> bool:
    """A rule over the files may take up what the reader of tables found: it then looks through the problems."""
    path = PACKAGE / "rules" / rule.code[:4].lower() / f"{rule.name.replace('-', '_')}.py"
    return "blinded.problems" in path.read_text(encoding="utf-8")


def test_a_reader_names_only_rules_that_there_are() -> None:
    names = {r.name for r in RULES if r.reader or told_by_the_rule(r)}
    assert not {word: where for word, where in raised().items() if word not in names}


def test_every_readers_rule_is_raised_somewhere() -> None:
    there = set(raised())
    for path in (PACKAGE / "tables").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        there |= {r.name for r in RULES if f'"{r.name}"' in text}
    assert not {r.name for r in RULES if r.reader} - there


def test_only_the_family_of_the_opening_sees_counts_after_it() -> None:
    """A run collects this family alone."""
    from evalspec.pipeline._read import rules_of_the_opening

    assert {r.code for r in RULES if r.opened is not None} == set(rules_of_the_opening())
