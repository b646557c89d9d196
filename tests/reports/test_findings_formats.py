"""Each format of findings, read back by a reader that is not ours."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from project import SPECS, evalspec, project

from evalspec.cli._formats import formats
from evalspec.cli.check import said
from evalspec.pipeline import check
from evalspec.pipeline.schemas import SCHEMAS
from evalspec.records import Finding, Place
from evalspec.report.base import Said
from evalspec.terms import Severity

FAULTS = Path(__file__).parents[1] / "cli" / "twenty_five_faults.yaml"
MINIMAL = (SPECS / "minimal" / "plan.yaml").read_text(encoding="utf-8")


def write(form: str, *plans: Said) -> str:
    return formats()[form].write(list(plans))


def faulty() -> Said:
    return said(check(FAULTS, plan_only=True))


def odd(*messages: str, file: str = "plan.yaml") -> Said:
    found = [
        Finding(code="PLAN105", name="unknown-name", severity=Severity.ERROR, path=("a", 0), message=m, help=m, file=file, place=Place(3, 5))
        for m in messages
    ]  # fmt: skip
    return Said(
        file=file,
        plan_id="p",
        findings=found,
        waived=found,
        judgements=(),
        line=lambda n: "",
        hidden=found,
        selection="--ignore X",
    )


ODD = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30) | st.sampled_from(
    [
        "a|b",
        "100 % sure",
        "a%0Ab%25c",
        "50%2C",
        "x\ny",
        "::error file=a::b",
        "a,b:c",
        "<b>&amp;",
        "]](x)",
        "`x`",
        "`",
        "]]>",
        "é̂ 敗血症 𝒳",
        "\x00\x07\x1b[31m",
        "\u202e",
    ]
)


def test_the_formats_are_those_there_are_and_reports_are_none_of_them() -> None:
    assert {"concise", "full", "github", "json", "jsonl", "junit", "markdown", "sarif"} <= set(formats())
    assert "text" not in formats()
    assert all(name == f.id for name, f in formats().items())


@pytest.mark.parametrize("form", ["concise", "full", "github", "json", "jsonl", "junit", "markdown", "sarif"])
def test_every_format_tells_every_finding_of_every_plan(form: str) -> None:
    told = write(form, faulty(), faulty())
    for f in faulty().findings:
        assert told.count(f.code) >= 2
        assert str(f.place.line if f.place else "") in told


def test_json_fits_its_schema_and_its_edits_give_the_mended_text() -> None:
    one = faulty()
    whole = json.loads(write("json", one))
    assert list(Draft202012Validator(SCHEMAS["findings"]()).iter_errors(whole)) == []
    for f in whole["plans"][0]["findings"]:
        for fix in f["fixes"]:
            (edit,) = fix["edits"]
            assert fix["what"] == f"replace `{one.text[edit['start'] : edit['end']]}` by `{edit['text']}`"
    assert sum(bool(f["fixes"]) for f in whole["plans"][0]["findings"]) >= 11


def test_json_lines_are_one_a_finding_and_one_a_plan() -> None:
    lines = [json.loads(line) for line in write("jsonl", faulty(), odd("a", "b")).splitlines()]
    assert [x["kind"] for x in lines] == ["finding"] * 25 + ["plan"] + ["finding"] * 2 + ["waived"] * 2 + ["plan"]
    assert (lines[25]["errors"], lines[-1]["waived"]) == (25, 2)


def sarif(*plans: Said) -> Any:
    reader = pytest.importorskip("sarif_pydantic", reason="sarif-pydantic is not installed")
    text = write("sarif", *plans)
    return reader.Sarif.model_validate_json(text), json.loads(text)["runs"][0]


def test_sarif_is_read_by_an_independent_reader_with_regions_levels_help_and_fixes() -> None:
    one = faulty()
    log, run = sarif(one)
    assert log.version == "2.1.0"
    assert len(log.runs[0].results) == 25
    rules = run["tool"]["driver"]["rules"]
    for f, r in zip(one.findings, run["results"], strict=True):
        assert rules[r["ruleIndex"]]["id"] == r["ruleId"] == f.code
        assert rules[r["ruleIndex"]]["help"]["text"]
        region = r["locations"][0]["physicalLocation"]["region"]
        assert f.place == Place(region["startLine"], region["startColumn"])
        assert r["level"] == f.severity.value
        for fix in r.get("fixes", []):
            (change,) = fix["artifactChanges"]
            (made,) = change["replacements"]
            gone = made["deletedRegion"]
            line = one.text.split("\n")[gone["startLine"] - 1]
            assert f"`{line[gone['startColumn'] - 1 : gone['endColumn'] - 1]}` by" in fix["description"]["text"]
    assert run["invocations"][0]["executionSuccessful"] is True


def test_sarif_names_files_relative_to_where_it_runs(tmp_path: Path) -> None:
    plan = project(tmp_path / "a b")
    plan.write_text(MINIMAL.replace("source: prespecified", "source: evaluation"))
    run = json.loads(evalspec("check", plan, "--format", "sarif", cwd=tmp_path).stdout)["runs"][0]
    assert run["artifacts"][0]["location"]["uri"] == "a%20b/plan.yaml"
    assert str(tmp_path) not in json.dumps(run["results"])
    assert "](a%20b/plan.yaml#L29)" in evalspec("check", plan, "--format", "markdown", cwd=tmp_path).stdout


def test_a_waived_finding_is_suppressed_with_its_reason() -> None:
    _, run = sarif(odd("it is so"))
    (_, waived) = run["results"]
    assert waived["suppressions"] == [{"kind": "external", "status": "accepted", "justification": "it is so"}]
    assert "not shown (--ignore X)" in run["invocations"][0]["toolConfigurationNotifications"][0]["message"]["text"]


@given(st.lists(ODD, min_size=1, max_size=3))
def test_sarif_and_json_keep_any_text(messages: list[str]) -> None:
    _, run = sarif(odd(*messages))
    assert [r["message"]["text"] for r in run["results"][: len(messages)]] == [f"{m}\nhelp: {m}" for m in messages]
    found = json.loads(write("json", odd(*messages)))["plans"][0]["findings"]
    assert [f["message"] for f in found] == messages


def junit(text: str, folder: Path) -> Any:
    reader = pytest.importorskip("junitparser", reason="junitparser is not installed")
    (folder / "x.xml").write_text(text, encoding="utf-8")
    return reader.JUnitXml.fromfile(str(folder / "x.xml"))


def test_junit_fails_the_rules_with_errors_and_skips_what_is_undecided(tmp_path: Path) -> None:
    changed = MINIMAL.replace("source: prespecified", "source: evaluation")
    one = said(check(FAULTS, raw=changed.encode(), filename="plan.yaml", plan_only=True))
    (suite,) = junit(write("junit", one), tmp_path)
    cases = {c.name: c for c in suite}
    assert len(cases) == suite.tests == len(one.judgements)
    assert suite.failures == 1
    (result,) = cases["threshold-from-evaluation"].result
    assert "threshold `main` is chosen on the evaluation labels" in result.message
    undecided = [j.name for j in one.judgements if j.status.value == "undecided"]
    assert undecided
    assert all(cases[name].is_skipped for name in undecided)


def test_junit_of_a_plan_that_cant_be_read_fails_each_rule_once(tmp_path: Path) -> None:
    (suite,) = junit(write("junit", faulty()), tmp_path)
    assert {c.classname for c in suite} == {f.code for f in faulty().findings}
    assert suite.failures == len(list(suite))


@given(st.lists(ODD, min_size=1, max_size=3))
def test_junit_is_wellformed_whatever_stands_in_it(messages: list[str]) -> None:
    from xml.etree.ElementTree import fromstring

    root = fromstring(write("junit", odd(*messages)).encode())
    assert root.find("testsuite/testcase/failure") is not None


def cells(text: str) -> list[list[str]]:
    """The rows of the first table, as an independent renderer sees them."""
    reader = pytest.importorskip("markdown_it", reason="markdown-it-py is not installed")
    rows: list[list[str]] = []
    tokens = reader.MarkdownIt("commonmark").enable("table").parse(text)
    for k, token in enumerate(tokens):
        if token.type == "table_close":
            break
        if token.type == "tr_open":
            rows.append([])
        if token.type == "inline" and tokens[k - 1].type in ("td_open", "th_open"):
            rows[-1].append("".join(_shown(c) for c in token.children))
    return rows


def _shown(token: Any) -> str:
    return token.content if token.type in ("text", "code_inline", "text_special") else ""


def test_markdown_is_a_table_with_links_to_the_lines() -> None:
    rows = cells(write("markdown", faulty()))
    assert len(rows) == 26
    assert all(len(r) == 3 for r in rows)
    assert "twenty_five_faults.yaml#L13)" in write("markdown", faulty())


@given(st.lists(ODD, min_size=1, max_size=3))
def test_markdown_shows_any_text_as_it_is_in_one_cell(messages: list[str]) -> None:
    rows = cells(write("markdown", odd(*messages)))[1:]
    assert len(rows) == len(messages)
    assert all(len(r) == 3 for r in rows)
    for row, message in zip(rows, messages, strict=True):
        if re.fullmatch(r"[\w |*<>&%:,\]()_#-]+", message) and message == " ".join(message.split()):
            assert row[2] == message


def test_markdown_tells_what_is_known_of_leakage(tmp_path: Path) -> None:
    plan = project(tmp_path / "p")
    told = evalspec("check", plan, "--format", "markdown").stdout
    assert "**Leakage statement**" in told
    judged = json.loads(evalspec("check", plan, "--format", "json").stdout)["plans"][0]["judgements"]
    assert all(j["name"] in told for j in judged)


def unescaped(text: str) -> str:
    for code, char in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, char)
    return text


@given(st.lists(ODD, min_size=1, max_size=3), ODD)
def test_a_github_annotation_is_one_line_from_which_every_text_comes_back(messages: Sequence[str], file: str) -> None:
    lines = write("github", odd(*messages, file=file)).split("\n")
    assert len(lines) == 2 * len(messages) + 2  # each is waived as well; and one for what is not shown
    for line, message in zip(lines, messages, strict=False):
        found = re.fullmatch(r"::error file=([^:,\n\r]*),line=3,col=5,title=([^:,\n\r]*)::([^\n\r]*)", line)
        assert found, line
        assert unescaped(found[1]) == file
        assert unescaped(found[3]) == f"{message}\nhelp: {message}"
