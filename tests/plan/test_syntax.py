"""Slips that make a plan no YAML: one finding each, in the author's words, at the place where the slip began."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plan.test_source import MINIMAL, problems

from evalspec.pipeline import check
from evalspec.report._words import excerpt, width

THEIRS = (
    "mapping values", "while parsing", "while scanning", "block mapping", "block collection", "block sequence",
    "flow mapping", "flow sequence", "scalar", "expected", "token", "found character", "stream", "Input should",
    "Extra inputs", "Field required", "validation error", "pydantic", "valid string", "valid dictionary", "instance of",
    "literal", "is_instance", "NoneType", "Traceback", "Decimal(", "tuple",
)  # fmt: skip
"""Words of the parser and of the models, which no author knows."""

SLIPS = {
    "a quote never closed": ('a: 1\ntitle: "two\nb: 3\n', (2, 8), "is never closed"),
    "a quote closed by another text's": ('a: 1\ntitle: "two\nb: "x"\nc: 1\n', (2, 8), "is not closed in its line"),
    "a quote inside braces": ('a: {why: "so, x: 1}\nb: {c: "d"}\n', (1, 10), "is not closed in its line"),
    "text behind a quote": ('a: "two" b\n', (1, 10), "goes on behind its closing quote"),
    "a quote inside a quoted text": ("a: 'it's so'\n", (1, 8), "goes on behind its closing quote"),
    "no colon": ("a: 1\nunits\n  id: x\n", (2, 1), "`units` has no colon behind it"),
    "no space behind a colon": ("a: 1\nunits:x\nb: 2\n", (2, 1), "no space behind the colon in `units:x`"),
    "a colon in a text": ("a: 1\ntitle: foo: bar\n", (2, 11), "a second colon"),
    "a colon in a text behind wide letters": ("a: 敗血症 é: b\n", (1, 9), "a second colon"),
    "too deep": ("a: 1\n  b: 2\n", (2, 3), "indented as if it stood inside the line above"),
    "not deep enough": ("a:\n  b: 1\n c: 2\n", (3, 2), "indented by 1 space"),
    "a tab": ("a:\n\tb: 1\n", (2, 1), "a tab stands"),
    "a bracket never closed": ("a: [A, B\nb: 1\n", (1, 4), "the [ that opens here is never closed"),
    "a brace never closed": ("a: {x: 1\nb: 1\n", (1, 4), "the { that opens here is never closed"),
    "a bracket too many": ("a: [A, B]]\n", (1, 10), "] closes a bracket that nothing opened"),
    "the wrong bracket": ("a: [A, B}\n", (1, 9), "} stands where ] closes the ["),
    "no comma": ('a: ["x" "y"]\n', (1, 9), "a comma is missing"),
    "an at sign": ("a: @x\n", (1, 4), "can't begin with @"),
    "a star": ("a: * x\n", (1, 4), "can't begin with *"),
    "a greater sign": ("a: >= 5\n", (1, 4), "behind > a block text begins"),
    "a path in double quotes": ('a: "C:\\data"\n', (1, 7), "`\\d` means nothing"),
    "a list behind its key": ("a: - b\n", (1, 4), "can't begin in the line of its key"),
    "an entry among keys": ("a: 1\n- b\n", (2, 1), "a list entry stands where a key is due"),
    "a key among entries": ("a:\n  - b\n  c: 1\n", (3, 3), "a key stands among the entries"),
    "prose in braces": ("a: {x: why: so}\n", (1, 11), "a second colon"),
}


@pytest.mark.parametrize("case", SLIPS)
def test_a_slip_is_one_finding_where_it_began(case: str) -> None:
    text, place, message = SLIPS[case]
    (found,) = problems(text)
    assert found.place
    assert (found.place.line, found.place.column) == place
    assert message in found.message
    assert found.help


@pytest.mark.parametrize("seed", range(4))
def test_no_word_of_the_libraries_underneath_reaches_an_author(seed: int) -> None:
    """One character is lost, doubled or replaced, anywhere in the plan."""
    rng = Random(seed)
    for _ in range(150):
        k = rng.randrange(len(MINIMAL))
        new = rng.choice(["", MINIMAL[k] * 2, *"\"'[]{}:,-#&*!|>%@`?\t\n 0"])
        text = MINIMAL[:k] + new + MINIMAL[k + 1 :]
        checked = check("plan.yaml", raw=text.encode(), plan_only=True)
        told = [f"{f.message} {f.help}" for f in checked.findings]
        assert not [(t, w) for t in told for w in THEIRS if w in t], text[max(0, k - 30) : k + 30]
        assert checked.source or len(told) == 1
        assert all(f.place for f in checked.findings)
        assert not [t for t in told if "stand-in" in t]


def test_a_missing_quote_anywhere_in_the_plan_is_exactly_one_finding() -> None:
    text = MINIMAL.replace(
        "definition: sepsis within 28 days of sampling", 'definition: "sepsis within 28 days of sampling"'
    )
    for k in [i for i, c in enumerate(text) if c == '"']:
        told = check("plan.yaml", raw=(text[:k] + text[k + 1 :]).encode(), plan_only=True).findings
        assert len(told) <= 1, [f.message for f in told]


letters = st.text(st.sampled_from("ab 敗血症é𝒳\u0301\u0302\t—東\u200d1"), max_size=300)


@given(line=letters, column=st.integers(1, 320))
def test_the_caret_stands_under_its_character_and_a_long_line_is_cut_around_it(line: str, column: int) -> None:
    shown, before = excerpt(line, column)
    assert width(shown) <= 130
    assert 0 <= before <= width(shown)
    if column <= len(line) and width(line[column - 1]) and line[column - 1].isprintable() and line[column - 1] != "\t":
        at, n = 0, 0
        while n < before:
            n += width(shown[at])
            at += 1
        while width(shown[at]) == 0:
            at += 1
        assert (n, shown[at]) == (before, line[column - 1])


def test_a_plan_that_is_no_yaml_shows_its_line(tmp_path: object) -> None:
    from evalspec.cli.check import said
    from evalspec.report.full import write

    told = write([said(check("plan.yaml", raw="a: 1\ntitle: 敗血症: b\n".encode(), plan_only=True))])
    assert told.splitlines()[1:3] == ["    title: 敗血症: b", "    " + " " * 13 + "^"]
