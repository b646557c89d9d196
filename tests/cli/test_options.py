"""Choosing what is shown, and what the exit code says; plans from standard input."""

import json
from pathlib import Path

from project import SPECS, evalspec, project

MINIMAL = (SPECS / "minimal" / "plan.yaml").read_text(encoding="utf-8")
TWO = MINIMAL.replace("source: prespecified", "source: evaluation").replace("[A, B]", "[A, B, pooled]")


def codes(*args: object) -> tuple[int, set[str], dict[str, object], str]:
    done = evalspec("check", "--plan-only", "--format", "json", *args)
    (plan,) = json.loads(done.stdout)["plans"]
    return (
        done.returncode,
        {f["code"] for f in plan["findings"] if f["severity"] == "error"},
        plan["deselected"],
        done.stderr,
    )


def test_rules_are_chosen_by_family_beginning_code_or_name(tmp_path: Path) -> None:
    plan = project(tmp_path / "p")
    plan.write_text(TWO)
    assert codes(plan)[1] == {"LEAK108", "PLAN107"}
    assert codes(plan, "--select", "LEAK")[1] == {"LEAK108"}
    assert codes(plan, "--select", "plan1")[1] == {"PLAN107"}
    assert codes(plan, "--select", "PLAN107,threshold-from-evaluation")[1] == {"LEAK108", "PLAN107"}
    assert codes(plan, "--ignore", "reserved-name")[1] == {"LEAK108"}
    assert codes(plan, "--select", "PLAN", "--ignore", "PLAN107")[:2] == (0, set())


def test_what_is_deselected_is_said_everywhere_and_a_seal_judges_it(tmp_path: Path) -> None:
    plan = project(tmp_path / "p")
    plan.write_text(MINIMAL.replace("source: prespecified", "source: evaluation"))
    code, found, deselected, err = codes(plan, "--ignore", "LEAK")
    assert (code, found) == (0, set())
    assert deselected["selection"] == "--ignore LEAK"
    assert [r["code"] for r in deselected["rules"]] == ["LEAK108"]  # type: ignore[attr-defined]
    assert "1 finding not shown (--ignore LEAK), 1 of them error; a seal judges them all" in err
    for form in ("full", "concise", "github", "jsonl", "junit", "markdown", "sarif"):
        done = evalspec("check", "--plan-only", plan, "--ignore", "LEAK", "--format", form)
        assert done.returncode == 0
        assert "--ignore LEAK" in done.stdout, form
    assert evalspec("seal", plan).returncode == 1


def test_an_unknown_rule_is_one_error_that_names_the_near_one(tmp_path: Path) -> None:
    plan = project(tmp_path / "p")
    for word, near in (("LAEK", "LEAK"), ("unknown-nam", "unknown-name")):
        done = evalspec("check", plan, "--ignore", word)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"did you mean `{near}" in done.stderr


def test_exit_zero_is_for_findings_and_not_for_what_cant_be_read(tmp_path: Path) -> None:
    plan = project(tmp_path / "p")
    plan.write_text(TWO)
    assert evalspec("check", plan, "--exit-zero").returncode == 0
    assert evalspec("check", tmp_path / "none.yaml", "--exit-zero").returncode == 2


def test_an_unknown_format_names_those_there_are(tmp_path: Path) -> None:
    done = evalspec("check", project(tmp_path / "p"), "--format", "sarfi")
    assert done.returncode == 2
    assert "did you mean `sarif`?" in done.stderr
    assert evalspec("check", project(tmp_path / "p"), "--format", "text").returncode == 2
    assert evalspec("check", project(tmp_path / "p"), "--format", "_words").returncode == 2


def test_several_plans_are_checked_in_one_call(tmp_path: Path) -> None:
    first, second = project(tmp_path / "a"), project(tmp_path / "b")
    second.write_text(TWO)
    done = evalspec("check", first, second, tmp_path / "none.yaml", "--format", "jsonl")
    assert done.returncode == 2
    assert [json.loads(line)["file"] for line in done.stdout.splitlines() if '"kind": "plan"' in line] == [
        str(first),
        str(second),
    ]


def test_tables_of_a_plan_from_standard_input_lie_beside_its_name(tmp_path: Path) -> None:
    plan = project(tmp_path / "p")
    (plan.parent / "predictions.csv").write_text("subject_id,cohort,scor\na,A,0.5\n")
    name = ("--stdin-filename", plan)
    done = evalspec("check", "-", *name, "--format", "concise", input=plan.read_bytes(), cwd=tmp_path)
    assert "predictions.csv" in done.stdout
    assert "column-missing" in evalspec("check", "-", *name, input=plan.read_bytes(), cwd=tmp_path).stdout


def test_coverage_cuts_nothing_and_names_every_rule(tmp_path: Path) -> None:
    plan = project(tmp_path / "p")
    told = " ".join(evalspec("check", plan, "--coverage").stdout.split())
    judged = json.loads(evalspec("check", plan, "--format", "json").stdout)["plans"][0]["judgements"]
    assert all(j["name"] in told and j["reason"] in told for j in judged)
    assert all(j["name"] in evalspec("check", plan, "--format", "markdown").stdout for j in judged[:3])
