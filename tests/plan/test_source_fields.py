"""What stands in the fields of a plan: numbers, nothing, names, misspelt keys; and what layout does not change."""

import re
from collections.abc import Iterator

import pytest
from plan.test_source import MINIMAL, at, changed, problems, told

from evalspec.plan.canonical import meaning_digest
from evalspec.plan.load import load
from evalspec.plan.model import Plan
from evalspec.plan.source import read
from evalspec.records import Place

# Y13, Y14, Y20: every field of the plan.


NUMBERS = [m.span() for m in re.finditer(r"(?:value|level|minimum_defined|evalspec): [0-9.]+", MINIMAL)]


@pytest.mark.parametrize("word", [".nan", ".NaN", ".inf", "-.inf", "1e999"])
@pytest.mark.parametrize("span", NUMBERS)
def test_no_number_of_the_plan_may_be_other_than_finite(span: tuple[int, int], word: str) -> None:
    start, end = span
    key = MINIMAL[start:end].split(":")[0]
    assert [p.rule for p in problems(f"{MINIMAL[:start]}{key}: {word}{MINIMAL[end:]}")] == ["bad-number"]


def test_a_quoted_number_is_no_number() -> None:
    text = changed("value: 0.5", 'value: "0.5"')
    assert told(text) == [("wrong-kind", *at(text, '"0.5"'))]


@pytest.mark.parametrize("word", ["", "~", "null"])
@pytest.mark.parametrize("key", ["target", "id_scope", "threshold", "interval", "models", "rounding", "cohorts"])
def test_null_never_stands_for_the_default(key: str, word: str) -> None:
    lines = MINIMAL.replace("role: primary,", "role: primary, models: m1, rounding: 3,")
    text = re.sub(rf"\b{key}: (\{{[^}}]*\}}|[^,}}\n]+)(?=[,}}\n])", f"{key}: {word}", lines, count=1)
    assert text != lines
    found = problems(text)
    assert [p.rule for p in found if p.path and p.path[-1] == key] == ["missing-key"], found


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("members: [A, B]", "members: [1, B]"),
        ("members: [A, B]", "members: [true, B]"),
        ('positive: "1"', "positive: 1"),
        ('positive: "1"', "positive: true"),
        ("value: 0.5", "value: true"),
        ("minimum_defined: 2", "minimum_defined: 2.0"),
        ("minimum_defined: 2", 'minimum_defined: "2"'),
        ("evalspec: 1", 'evalspec: "1"'),
        ("evalspec: 1", "evalspec: 1.0"),
        ("evalspec: 1", "evalspec: true"),
    ],
)
def test_nothing_is_turned_into_another_kind(old: str, new: str) -> None:
    found = problems(changed(old, new))
    assert [p.rule for p in found] in (["wrong-kind"], ["unknown-word"]), found


def test_a_number_where_a_label_is_due_says_quote_it() -> None:
    text = changed('positive: "1"', "positive: 1")
    (problem,) = problems(text)
    assert problem.place == Place(*at(text, "1", after="positive"))
    assert problem.help == 'quote it: "1"'


def test_an_octal_looking_id_says_quote_it() -> None:
    (problem,) = problems(changed("id: two-hospitals", "id: 007"))
    assert problem.help.startswith('as a text, quote it: "007"')


# Y15: six encodings of one plan.

BOM = b"\xef\xbb\xbf"


def digest(raw: bytes) -> str:
    plan = load(read(raw, "plan.yaml"))
    assert isinstance(plan, Plan)
    return meaning_digest(plan)


@pytest.mark.parametrize(
    "raw",
    [
        MINIMAL.replace("\n", "\r\n").encode(),
        BOM + MINIMAL.encode(),
        BOM + MINIMAL.replace("\n", "\r\n").encode(),
        MINIMAL.rstrip("\n").encode(),
        ("---\n" + MINIMAL + "...\n").encode(),
    ],
    ids=["CRLF", "BOM", "BOM and CRLF", "no last line end", "document marks"],
)
def test_layout_changes_the_bytes_and_not_the_meaning(raw: bytes) -> None:
    assert raw != MINIMAL.encode()
    assert digest(raw) == digest(MINIMAL.encode())


def test_a_block_text_means_the_same_with_either_line_end() -> None:
    text = MINIMAL.replace("  title: Sepsis classifier at two hospitals\n", "  title: |\n    Sepsis\n    classifier\n")
    assert digest(text.encode()) == digest(text.replace("\n", "\r\n").encode())


def test_equal_numbers_mean_the_same_in_any_spelling() -> None:
    written = [changed("value: 0.5", f"value: {v}") for v in ("0.5", "0.50", "5e-1", "5.0E-1")]
    assert len({digest(text.encode()) for text in written}) == 1


# Y17, Y18: names.


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ('"m1\\n"', "not-an-id"),
        ('"A b;"', "not-an-id"),
        ('"threѕhold"', "not-an-id"),
        ('"ｍ1"', "not-an-id"),
        ('"-m1"', "not-an-id"),
        ('""', "not-an-id"),
        ('"' + "m" * 65 + '"', "not-an-id"),
    ],
)
def test_an_id_is_plain_from_end_to_end(name: str, rule: str) -> None:
    text = changed("  m1: {score", f"  {name}: {{score")
    assert rule in [p.rule for p in problems(text)]


def test_a_label_takes_the_datas_own_letters() -> None:
    assert not problems(changed("members: [A, B]", 'members: ["Zürich", "東京 1", "1:30", "NO"]'))


@pytest.mark.parametrize("name", ['"A\\nB"', '"A\\tB"', '""', '"' + "x" * 129 + '"'])
def test_a_label_is_one_line(name: str) -> None:
    text = changed("members: [A, B]", f"members: [{name}, B]")
    assert told(text) == [("not-a-label", *at(text, name))]


# Y19: every key.


def mutated(plan: str) -> Iterator[tuple[str, str]]:
    """Each key of the minimal plan misspelt, in block and in braces."""
    for m in re.finditer(r"(?<=[\s{])([a-z_]{4,})(?=: )", plan):
        if m.group(1) not in ("main",):
            yield m.group(1), plan[: m.start()] + m.group(1)[:-1] + "x" + plan[m.end() :]


@pytest.mark.parametrize(("key", "text"), list(mutated(MINIMAL)))
def test_a_misspelt_key_is_refused_and_the_right_one_offered(key: str, text: str) -> None:
    found = [p for p in problems(text) if p.rule == "unknown-key"]
    assert found
    assert found[0].help == f"did you mean `{key}`?"
    assert found[0].place
    line = text.splitlines()[found[0].place.line - 1]
    assert line[found[0].place.column - 1 :].startswith(f"{key[:-1]}x:")


# Prose in braces.


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("handling: {missing_prediction: {exclude: too young, not enrolled}, missing_outcome: refuse}\n", 53),
        ("handling: {missing_prediction: {exclude: lost: moved}, missing_outcome: refuse}\n", 46),
        ("handling: {missing_prediction: {exclude: lost}, missing_outcome: {exclude: why? moved, dead}}\n", 88),
    ],
)
def test_prose_in_braces_that_breaks_apart_says_quote_it(text: str, column: int) -> None:
    line = len(MINIMAL.splitlines())
    before = "\n".join(MINIMAL.splitlines()[:-1])
    (problem,) = problems(f"{before}\n{text}")
    assert (problem.rule, problem.place) == ("prose-needs-quotes", Place(line, column))
    assert "quote" in problem.help


def test_an_empty_list_entry_stands_for_nothing() -> None:
    text = changed("members: [A, B]", "members:\n    - A\n    -\n")
    assert [p.rule for p in problems(text)] == ["missing-key"]


def test_all_problems_are_told_at_once_and_in_order_of_the_text() -> None:
    text = (
        changed("role: primary", "role: first").replace("kind: external", "kind: extern").replace("id_scope", "id_scop")
    )
    assert [p.rule for p in problems(text)] == ["unknown-key", "unknown-word", "unknown-word"]
