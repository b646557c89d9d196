"""The reader of plans against the hazards of YAML: each is refused by name and place, or read in the one way said."""

import re
import resource
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from project import SPECS

import evalspec
from evalspec.plan.load import load
from evalspec.plan.source import MAX_BYTES, MAX_DEPTH, MAX_NODES, read
from evalspec.records import Place, Problem, Refusal

PACKAGE = Path(evalspec.__file__).parent
MINIMAL = (SPECS / "minimal" / "plan.yaml").read_text(encoding="utf-8")

Where = tuple[str, int, int]


def problems(raw: str | bytes) -> list[Problem]:
    """What the reader objects to, or else the models, in order."""
    try:
        source = read(raw if isinstance(raw, bytes) else raw.encode(), "plan.yaml")
        if source.problems:
            return list(source.problems)
        plan = load(source)
    except Refusal as e:
        return [Problem(rule=e.rule or "", message=e.message, file=e.file, place=e.place, help=e.help)]
    return list(plan) if isinstance(plan, tuple) else []


def told(raw: str | bytes) -> list[Where]:
    """Rule, line and column of each problem."""
    return [(p.rule, *((p.place.line, p.place.column) if p.place else (0, 0))) for p in problems(raw)]


def changed(old: str, new: str) -> str:
    assert MINIMAL.count(old) == 1, old
    return MINIMAL.replace(old, new)


def at(text: str, what: str, *, after: str = "") -> tuple[int, int]:
    """Line and column of ``what`` in ``text``, in characters from 1."""
    start = text.index(what, text.index(after))
    return text.count("\n", 0, start) + 1, start - (text.rfind("\n", 0, start) + 1) + 1


def value(text: str) -> Any:
    """What the reader makes of one plain value."""
    return read(f"key: {text}".encode(), "plan.yaml").data["key"]


REFUSED: dict[str, tuple[str | bytes, Where]] = {
    "Y01 a key twice at the top": ("a: 1\nb: 2\na: 3\n", ("duplicate-key", 3, 1)),
    "Y01 a key twice below": ("a:\n  b: 1\n  c: 2\n  b: 3\n", ("duplicate-key", 4, 3)),
    "Y01 a key twice in braces": ("a: {b: {c: 1, d: 2, c: 3}}\n", ("duplicate-key", 1, 21)),
    "Y01 a key twice in a list": ("a: [{b: 1, b: 1}]\n", ("duplicate-key", 1, 12)),
    "Y01 one key in two spellings": ('a: {b: 1, "b": 2}\n', ("duplicate-key", 1, 11)),
    "Y04 octal": ("a: 0123\n", ("bad-number", 1, 4)),
    "Y04 a leading zero": ("a: 089\n", ("bad-number", 1, 4)),
    "Y04 binary": ("a: 0b11\n", ("bad-number", 1, 4)),
    "Y04 hexadecimal": ("a: 0x1F\n", ("bad-number", 1, 4)),
    "Y04 octal of YAML 1.2": ("a: 0o17\n", ("bad-number", 1, 4)),
    "Y04 underscores": ("a: 1_000\n", ("bad-number", 1, 4)),
    "Y05 no digit before the point": ("a: .5\n", ("bad-number", 1, 4)),
    "Y05 no digit after the point": ("a: 5.\n", ("bad-number", 1, 4)),
    "Y05 a plus sign": ("a: +0.5\n", ("bad-number", 1, 4)),
    "Y07 an anchor": ("a: &x {b: 1}\n", ("anchor-or-alias", 1, 4)),
    "Y07 an alias": ("a: *x\n", ("anchor-or-alias", 1, 4)),
    "Y07 an alias as a key": ("*x : 1\n", ("anchor-or-alias", 1, 1)),
    "Y07 a merge": ("a:\n  <<: {b: 1}\n", ("anchor-or-alias", 2, 3)),
    "Y10 a list within itself": ("a: &a [*a]\n", ("anchor-or-alias", 1, 4)),
    "Y11 a python tag": ("a: !!python/name:os.system x\n", ("explicit-tag", 1, 4)),
    "Y11 a python object": ("!!python/object/apply:os.system [x]\n", ("explicit-tag", 1, 1)),
    "Y11 binary": ("a: !!binary aGk=\n", ("explicit-tag", 1, 4)),
    "Y11 a set": ("a: !!set {b, c}\n", ("explicit-tag", 1, 4)),
    "Y11 ordered pairs": ("a: !!omap [b: 1]\n", ("explicit-tag", 1, 4)),
    "Y11 a text made a text": ("a: !!str x\n", ("explicit-tag", 1, 4)),
    "Y11 a tag of one's own": ("a: !mine x\n", ("explicit-tag", 1, 4)),
    "Y11 the tag that says none": ("a: ! x\n", ("explicit-tag", 1, 4)),
    "Y12 a number of 5,000 digits": ("a: " + "9" * 5000 + "\n", ("bad-number", 1, 4)),
    "Y12 a whole number beyond 2^53": ("a: 9007199254740993\n", ("bad-number", 1, 4)),
    "Y12 a number beyond the doubles": ("a: 1.0e+400\n", ("bad-number", 1, 4)),
    "Y12 a number too small for doubles": ("a: 1.0e-400\n", ("bad-number", 1, 4)),
    "Y12 an exponent beyond decimals": ("a: 1e9999999999999999999\n", ("bad-number", 1, 4)),
    "Y12 minus zero": ("a: -0\n", ("bad-number", 1, 4)),
    "Y13 nan": ("a: .nan\n", ("bad-number", 1, 4)),
    "Y13 infinity": ("a: [1, .inf]\n", ("bad-number", 1, 8)),
    "Y13 minus infinity": ("a: -.Inf\n", ("bad-number", 1, 4)),
    "Y14 a number as a key": ("1: a\n", ("key-not-text", 1, 1)),
    "Y14 a float as a key": ("a: {1.0: b}\n", ("key-not-text", 1, 5)),
    "Y14 a boolean as a key": ("true: a\n", ("key-not-text", 1, 1)),
    "Y14 null as a key": ("~: a\n", ("key-not-text", 1, 1)),
    "Y14 nothing as a key": (": a\n", ("yaml-syntax", 1, 1)),
    "Y14 a list as a key": ("[a, b]: c\n", ("key-not-text", 1, 1)),
    "Y14 a mapping as a key": ("? {a: b}\n: c\n", ("key-not-text", 1, 3)),
    "Y15 a tab as indentation": ("a:\n\tb: 1\n", ("yaml-syntax", 2, 1)),
    "Y15 UTF-16": ("a: 1\n".encode("utf-16"), ("not-utf-8", 1, 1)),
    "Y15 UTF-16 without a mark": ("a: 1\n".encode("utf-16-le"), ("forbidden-character", 1, 2)),
    "Y15 Latin 1": ("a: 1\nb: größe\n".encode("latin-1"), ("not-utf-8", 2, 6)),
    "Y15 a surrogate in UTF-8": (b"a: \xed\xa0\x80\n", ("not-utf-8", 1, 4)),
    "Y15 NEL": ("a: x\u0085b: y\n", ("forbidden-character", 1, 5)),
    "Y15 LS": ("a: 1\nb: x\u2028y\n", ("forbidden-character", 2, 5)),
    "Y15 PS": ("a: x\u2029y\n", ("forbidden-character", 1, 5)),
    "Y15 a carriage return alone": ("a: x\rb: y\n", ("forbidden-character", 1, 5)),
    "Y15 NUL": ("a: x\x00\n", ("forbidden-character", 1, 5)),
    "Y15 a second mark": (b"\xef\xbb\xbf\xef\xbb\xbfa: 1\n", ("forbidden-character", 1, 1)),
    "Y16 two documents": ("a: 1\n---\nb: 2\n", ("several-documents", 2, 1)),
    "Y16 nothing": ("", ("not-a-plan", 1, 1)),
    "Y16 a comment": ("# a plan\n", ("not-a-plan", 1, 1)),
    "Y16 a bare text": ("plan\n", ("not-a-plan", 1, 1)),
    "Y16 a list": ("- a: 1\n", ("not-a-plan", 1, 1)),
    "Y17 NFD": ("a: 1\ncafe\u0301: 2\n", ("not-nfc", 2, 1)),
    "Y17 NFD by escapes": ('a: "e\\u0301"\n', ("not-nfc", 1, 4)),
    "Y17 a zero-width space": ("a: x\u200b\n", ("forbidden-character", 1, 5)),
    "Y17 a zero-width space by escape": ('a: "x\\u200b"\n', ("forbidden-character", 1, 4)),
    "Y17 a bidi override": ("a: 1\nb: \u202ex\n", ("forbidden-character", 2, 4)),
    "Y17 a bidi override by escape in a key": ('"\\u202ea": 1\n', ("forbidden-character", 1, 1)),
    "Y17 NUL by escape": ('a: "\\0"\n', ("forbidden-character", 1, 4)),
    "Y17 NEL by escape": ('a: "x\\Ny"\n', ("forbidden-character", 1, 4)),
    "Y17 a lone surrogate by escape": ('a: "\\ud800"\n', ("yaml-syntax", 1, 7)),
    "after letters of several bytes": ("größe: {日本: 𝒳, x: 007}\n", ("bad-number", 1, 19)),
    "after lines of several bytes": ("größe: 日本\n# ——\nb: 0x1\n", ("bad-number", 3, 4)),
    "after a byte order mark": (b"\xef\xbb\xbfa: 0x1\n", ("bad-number", 1, 4)),
    "after carriage returns": (b"a: 1\r\nb: 2\r\nc: 0x1\r\n", ("bad-number", 3, 4)),
}


@pytest.mark.parametrize("case", list(REFUSED))
def test_the_reader_refuses_by_rule_line_and_column(case: str) -> None:
    raw, expected = REFUSED[case]
    assert told(raw) == [expected]


READ: dict[str, tuple[str, Any]] = {
    "Y02 NO is a text": ("NO", "NO"),
    "Y02 yes is a text": ("yes", "yes"),
    "Y02 on is a text": ("on", "on"),
    "Y02 Off is a text": ("Off", "Off"),
    "Y02 y is a text": ("y", "y"),
    "Y02 true is a boolean": ("true", True),
    "Y02 False is a boolean": ("False", False),
    "Y03 minutes are a text": ("1:30", "1:30"),
    "Y03 hours are a text": ("190:20:30", "190:20:30"),
    "Y03 seconds and a half are a text": ("1:30.5", "1:30.5"),
    "Y05 an exponent without a point": ("1e-3", Decimal("0.001")),
    "Y05 an exponent with a point": ("1.0e5", Decimal("1.0e5")),
    "Y05 an exact decimal": ("0.90", Decimal("0.90")),
    "Y05 a whole number": ("12", 12),
    "Y06 a date is a text": ("2026-11-29", "2026-11-29"),
    "Y06 no date is a text": ("2026-13-29", "2026-13-29"),
    "Y06 an instant is a text": ("2026-11-29T10:00:00+01:00", "2026-11-29T10:00:00+01:00"),
    "Y12 the greatest whole number": ("9007199254740992", 1 << 53),
    "Y14 nothing": ("", None),
    "Y14 null": ("null", None),
    "Y14 a quoted nothing": ('""', ""),
    "Y17 digits of another script are a text": ("１２", "１２"),
    "a number with a unit is a text": ("30 days", "30 days"),
    "a version is a text": ("1.2.3", "1.2.3"),
    "a quoted number is a text": ('"007"', "007"),
    "nan in words is a text": ("nan", "nan"),
    "infinity in words is a text": ("inf", "inf"),
}


@pytest.mark.parametrize("case", list(READ))
def test_the_reader_takes_a_value_in_one_way(case: str) -> None:
    text, expected = READ[case]
    assert value(text) == expected
    assert type(value(text)) is type(expected)


def test_the_key_on_stays_a_text() -> None:
    assert read(b"on: 1\nno: 2\n", "plan.yaml").data == {"on": 1, "no": 2}


def test_a_duplicate_key_names_both_lines() -> None:
    (problem,) = problems("threshold: 0.5\nother: 1\nthreshold: 0.9\n")
    assert problem.place == Place(3, 1)
    assert "line 1" in problem.message


def keys_of(plan: str) -> Iterator[tuple[str, int]]:
    """Each block key of the minimal plan, with where its line begins."""
    for m in re.finditer(r"^ *([a-z_]+):", plan, re.MULTILINE):
        yield m.group(1), m.start()


@given(pick=st.integers(0, len(list(keys_of(MINIMAL))) - 1))
@seed(1)
@settings(max_examples=40, deadline=None)
def test_any_block_key_repeated_in_its_mapping_is_refused(pick: int) -> None:
    _, start = list(keys_of(MINIMAL))[pick]
    end = MINIMAL.index("\n", start) + 1
    indent = len(MINIMAL[start:end]) - len(MINIMAL[start:end].lstrip())
    while end < len(MINIMAL) and MINIMAL[end:].startswith(" " * (indent + 1)):
        end = MINIMAL.index("\n", end) + 1
    doubled = MINIMAL[:end] + MINIMAL[start:end] + MINIMAL[end:]
    assert [p.rule for p in problems(doubled)] == ["duplicate-key"]


# Y08, Y09: size and depth, before any object is built.


def test_nine_levels_of_aliases_are_refused_at_once_and_in_little_memory() -> None:
    bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
    bomb += "".join(f"a{k}: &a{k} [{','.join([f'*a{k - 1}'] * 9)}]\n" for k in range(1, 10))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert told(bomb) == [("anchor-or-alias", 1, 5)]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100 * 1024


def nested(depth: int) -> str:
    """A mapping that holds lists: ``depth`` levels in all."""
    return "a: " + "[" * (depth - 1) + "]" * (depth - 1)


def test_fifty_levels_are_read() -> None:
    assert read(nested(MAX_DEPTH).encode(), "plan.yaml").data["a"] is not None


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 200, 1_000, 100_000])
def test_more_levels_are_refused_and_nothing_hangs(depth: int) -> None:
    assert [p.rule for p in problems(nested(depth))] == ["plan-too-large"]


@pytest.mark.parametrize("opening", ["- ", "? ", "{a: "])
def test_other_ways_of_nesting_are_refused_and_nothing_hangs(opening: str) -> None:
    (problem,) = problems("a:\n  " + opening * 100_000)
    assert problem.rule in ("plan-too-large", "key-not-text", "yaml-syntax", "prose-needs-quotes")


def test_too_many_nodes_are_refused() -> None:
    assert [p.rule for p in problems("a: [" + "x," * MAX_NODES + "x]")] == ["plan-too-large"]


def test_too_many_bytes_are_refused_before_they_are_parsed() -> None:
    assert told(b"\xff" * (MAX_BYTES + 1)) == [("plan-too-large", 0, 0)]


def test_a_million_bytes_are_read() -> None:
    padded = MINIMAL + "#" * (MAX_BYTES - len(MINIMAL.encode()))
    assert not problems(padded)


# Nobody else reads YAML, and nobody reads it loosely.

LOOSE = re.compile(r"yaml\.load|yaml\.full_load|FullLoader|unsafe_load|UnsafeLoader|yaml\.safe_load")


def test_no_source_file_reads_yaml_loosely() -> None:
    found = [str(p) for p in PACKAGE.rglob("*.py") if LOOSE.search(p.read_text(encoding="utf-8"))]
    assert not found


def test_one_file_alone_imports_the_parser() -> None:
    imports = re.compile(r"^\s*(?:import yaml|from yaml)", re.MULTILINE)
    found = [
        p.relative_to(PACKAGE).as_posix()
        for p in PACKAGE.rglob("*.py")
        if imports.search(p.read_text(encoding="utf-8"))
    ]
    assert found == ["plan/source.py"]


def test_what_is_wrong_with_single_nodes_is_found_at_once_and_beside_the_shape() -> None:
    text = MINIMAL.replace("id: two-hospitals", "id: two-hospitals\n  id: again\n  titel: T")
    text = (
        text.replace("value: 0.5", "value: .5")
        .replace('positive: "1"', "positive: 1_0")
        .replace("[A, B]", "[A, !!str B]")
    )
    found = load(read(text.encode(), "plan.yaml"))
    assert isinstance(found, tuple)
    assert [p.rule for p in found] == ["duplicate-key", "unknown-key", "bad-number", "explicit-tag", "bad-number"]


def test_a_key_that_stands_twice_is_named_with_both_lines_each_time() -> None:
    found = problems("a: 1\nb:\n  c: 1\n  c: 2\n  c: 3\na: 2\n")
    assert [(p.place.line, p.message) for p in found if p.place] == [
        (4, "the key c stands twice: here and in line 3"),
        (5, "the key c stands twice: here and in line 3"),
        (6, "the key a stands twice: here and in line 1"),
    ]
