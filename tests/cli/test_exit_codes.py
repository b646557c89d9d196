"""Exit codes and streams: the answer on standard output, everything else on standard error."""

import json

import pytest
from project import evalspec, project


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("cli")


def one_clear_error(done, code):
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr


@pytest.mark.parametrize("command", ["check", "seal", "run", "bind", "status", "verify"])
def test_a_plan_that_is_not_there_is_one_clear_error(command, tmp_path):
    done = evalspec(command, "nowhere.yaml", cwd=tmp_path)
    one_clear_error(done, 2)
    assert done.stdout == ""
    assert "nowhere.yaml" in done.stderr


def test_an_unknown_command_names_the_near_one(tmp_path):
    done = evalspec("chekc", "x", cwd=tmp_path)
    one_clear_error(done, 2)
    assert "did you mean `check`?" in done.stderr


def test_a_clean_check_prints_nothing_on_standard_output(tmp_path):
    done = evalspec("check", project(tmp_path / "p"))
    assert (done.returncode, done.stdout) == (0, "")
    assert "no findings" in done.stderr


def test_warnings_exit_0_unless_they_are_made_to_fail(tmp_path):
    plan = project(tmp_path / "p", "indo-rct")
    assert evalspec("check", plan).returncode == 0
    assert evalspec("check", plan, "--fail-on", "warning").returncode == 1


def test_a_plan_on_standard_input_is_called_what_the_caller_says(tmp_path):
    text = project(tmp_path / "p").read_bytes().replace(b"source: prespecified", b"source: evaluation")
    done = evalspec("check", "--plan-only", "-", "--stdin-filename", "mine.yaml", input=text, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.startswith("mine.yaml:29:18: error[LEAK108]")


@pytest.mark.parametrize("form", ["full", "concise", "json", "github"])
def test_every_format_shows_every_finding_with_its_place(form, tmp_path):
    plan = project(tmp_path / "p")
    plan.write_text(
        plan.read_text().replace("source: prespecified", "source: evaluation").replace("[A, B]", "[A, B, pooled]")
    )
    done = evalspec("check", plan, "--format", form)
    assert done.returncode == 1
    assert done.stdout.count("LEAK108") >= 1
    if form == "json":
        found = json.loads(done.stdout)["plans"][0]
        assert {f["code"] for f in found["findings"] if f["severity"] == "error"} == {"LEAK108", "PLAN107"}
        assert all(f["line"] and f["column"] for f in found["findings"])
    if form == "github":
        assert all(line.startswith(("::error ", "::warning ", "::notice ")) for line in done.stdout.splitlines())


def test_sealing_twice_is_refused_and_the_record_stays(tmp_path):
    plan = project(tmp_path / "p")
    assert evalspec("seal", plan).returncode == 0
    ledger = plan.with_name("plan.ledger.jsonl").read_bytes()
    done = evalspec("seal", plan)
    one_clear_error(done, 3)
    assert plan.with_name("plan.ledger.jsonl").read_bytes() == ledger


def test_a_plan_with_errors_is_not_sealed(tmp_path):
    plan = project(tmp_path / "p")
    plan.write_text(plan.read_text().replace("source: prespecified", "source: evaluation"))
    done = evalspec("seal", plan)
    one_clear_error(done, 1)
    assert not plan.with_name("plan.ledger.jsonl").exists()


def test_results_are_never_written_over(tmp_path):
    plan = project(tmp_path / "p")
    assert evalspec("seal", plan).returncode == 0
    (tmp_path / "out").mkdir()
    done = evalspec("run", plan, "-o", tmp_path / "out")
    one_clear_error(done, 2)
    assert list((tmp_path / "out").iterdir()) == []
    assert '"opened"' not in plan.with_name("plan.ledger.jsonl").read_text()


def test_color_is_for_terminals_only(tmp_path):
    plan = project(tmp_path / "p", "indo-rct")
    assert "\x1b" not in evalspec("check", plan).stdout


def test_verify_exits_1_and_says_what_differs(tmp_path):
    plan = project(tmp_path / "p")
    assert evalspec("seal", plan).returncode == 0
    plan.write_text(plan.read_text().replace("value: 0.5", "value: 0.51"))
    done = evalspec("verify", plan)
    assert done.returncode == 1
    assert "thresholds.main.value: sealed 0.5, now 0.51" in done.stdout


def test_the_demo_runs_on_a_real_trial_and_never_over_a_folder(tmp_path):
    done = evalspec("demo", tmp_path / "d")
    assert done.returncode == 0, done.stderr
    assert "602 units, 79 positive" in done.stdout
    assert "LEAKAGE STATEMENT" in done.stdout
    assert "Try next" in done.stderr
    assert (tmp_path / "d" / "results" / "results.json").exists()
    one_clear_error(evalspec("demo", tmp_path / "d"), 2)


def test_an_internal_error_has_its_own_exit_code(tmp_path, monkeypatch, capsys):
    from evalspec.cli import main as module

    monkeypatch.setattr(module, "cli", lambda **_: 1 / 0)
    monkeypatch.setattr("sys.argv", ["evalspec", "check"])
    with pytest.raises(SystemExit) as e:
        module.main()
    assert e.value.code == 70
    assert "internal error: ZeroDivisionError" in capsys.readouterr().err
