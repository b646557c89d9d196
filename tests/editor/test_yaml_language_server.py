"""What a person sees while typing a plan in an editor, asked of the server that editors ask."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from editor.language_server import Editor, server
from project import ROOT, SPECS

SCHEMA = ROOT / "schemas" / "plan-v1.schema.json"
HEAD = f"# yaml-language-server: $schema={SCHEMA.as_posix()}\n"
MINIMAL = (SPECS / "minimal" / "plan.yaml").read_text().split("\n", 1)[1]
HERE = Editor.CURSOR


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    command = server()
    if command is None:
        pytest.skip("node or yaml-language-server is not here: docs/editors.md says how these tests find it")
    with Editor(command, Path(tmp_path_factory.mktemp("editor"))) as there:
        yield there


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HERE, {"evalspec", "plan", "outcome", "design", "summaries", "waivers"}),
        (f"thresholds:\n  main:\n    {HERE}\n", {"source", "value", "positive_when", "derivation", "why"}),
        (f"cohorts:\n  members:\n    A:\n      {HERE}\n", {"where", "expected", "planned", "role"}),
        (f"summaries:\n  - id: found\n    interval:\n      {HERE}\n", {"method", "level", "sides"}),
        (f"gates:\n  - id: safe\n    require:\n      - {HERE}\n", {"summary", "bound", "at_least"}),
        (f"thresholds:\n  main:\n    rule:\n      {HERE}\n", {"specificity_at_least", "max"}),
    ],
)
def test_the_keys_of_a_section_are_offered_each_with_what_it_says(
    editor: Editor, text: str, expected: set[str]
) -> None:
    offered = editor.completions(HEAD + text)
    assert expected <= offered.keys()
    assert all(offered[key].get("documentation") for key in expected)


def test_keys_that_are_there_are_not_offered_again(editor: Editor) -> None:
    offered = editor.completions(f"{HEAD}{MINIMAL}\n{HERE}")
    assert "sampling" in offered
    assert "models" not in offered


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            f"thresholds:\n  main:\n    positive_when: {HERE}\n",
            ["score >= threshold", "score > threshold", "score <= threshold", "score < threshold"],
        ),
        (f"summaries:\n  - id: found\n    metric: {HERE}\n", ["sensitivity", "specificity", "auroc", "f_beta"]),
        (f"summaries:\n  - id: found\n    metric:\n      - {HERE}\n", ["sensitivity", "specificity", "auroc"]),
        (f"summaries:\n  - id: found\n    metric: [{HERE}]\n", ["sensitivity", "specificity", "auroc"]),
        (f"summaries:\n  - id: found\n    cohorts: {HERE}\n", ["pooled", "each", "macro", "worst"]),
        (f"summaries:\n  - id: found\n    interval: {{method: {HERE}}}\n", ["wilson", "delong"]),
        (f"handling:\n  missing_outcome: {HERE}\n", ["refuse", "bounds"]),
        (f"design:\n  kind: {HERE}\n", ["external", "leave-one-cohort-out"]),
    ],
)
def test_the_words_that_may_stand_there_are_offered_as_they_are_written(
    editor: Editor, text: str, expected: list[str]
) -> None:
    offered = editor.completions(HEAD + text)
    for word in expected:
        item = offered[word]
        assert (item.get("textEdit") or {}).get("newText", item.get("insertText")) == word


def test_a_word_is_offered_with_what_it_means(editor: Editor) -> None:
    metrics = editor.completions(f"{HEAD}summaries:\n  - id: found\n    metric: {HERE}\n")
    assert "TP / (TP + FN)" in metrics["sensitivity"]["documentation"]
    assert "(probability - outcome)² / units" in metrics["brier"]["documentation"]
    sources = editor.completions(f"{HEAD}thresholds:\n  main: {{source: {HERE}}}\n")
    assert sources["evaluation"]["documentation"] == "Chosen on the outcomes it is judged by: an error."


def test_nothing_is_offered_under_a_name_that_no_person_would_read(editor: Editor) -> None:
    for key in ("minimum_defined", "metric", "cohorts", "models", "subgroup"):
        offered = editor.completions(f"{HEAD}summaries:\n  - id: found\n    {key}: {HERE}\n")
        assert not [label for label in offered if "object" in label.lower() or "undefined" in label], key


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"coh{HERE}orts:\n  members: [A]\n", "Who is evaluated together"),
        (f"thresholds:\n  main:\n    positive_{HERE}when: score >= threshold\n", "Which side of the value"),
        (f"summaries:\n  - id: found\n    metr{HERE}ic: f1\n", "2 TP / (2 TP"),
        (f"summaries:\n  - id: found\n    coho{HERE}rts: macro\n", "the plain mean of the members' values"),
        (f"cohorts:\n  members:\n    A: {{ro{HERE}le: evaluation}}\n", "Whether it is evaluated"),
        (f"handling: {{missing_pre{HERE}diction: refuse}}\n", "What becomes of a unit without a prediction"),
        (f"models:\n  m{HERE}1: {{score: s}}\n", "One classifier"),
    ],
)
def test_a_key_says_what_it_is_under_the_pointer(editor: Editor, text: str, expected: str) -> None:
    assert expected in editor.hover(HEAD + text)


def test_a_modeline_names_the_schema_from_the_plan_s_own_folder(editor: Editor) -> None:
    (editor.folder / "plan-v1.schema.json").write_bytes(SCHEMA.read_bytes())
    head = "# yaml-language-server: $schema=plan-v1.schema.json\n"
    assert "Which side of the value" in editor.hover(
        f"{head}thresholds:\n  main: {{posi{HERE}tive_when: score > threshold}}\n"
    )


def test_a_sound_plan_has_nothing_underlined(editor: Editor) -> None:
    for plan in (SPECS / "minimal" / "plan.yaml", SPECS / "indo-rct" / "plan.yaml"):
        assert editor.diagnostics(HEAD + plan.read_text()) == []


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("reference_standard", "reference_standart", "reference_standart"),
        ("positive_when", "positive_wen", "positive_wen"),
        ("kind: external", "kind: externl", "leave-one-cohort-out"),
        ("missing_prediction: refuse", "missing_prediction: refus", "counts-as-wrong"),
    ],
)
def test_what_is_misspelt_is_underlined_at_its_line(editor: Editor, right: str, wrong: str, told: str) -> None:
    text = HEAD + MINIMAL.replace(right, wrong)
    line = next(n for n, content in enumerate(text.split("\n")) if wrong in content)
    found = editor.diagnostics(text)
    assert [d["range"]["start"]["line"] for d in found] == [line]
    assert told in found[0]["message"]
