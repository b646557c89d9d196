"""Every opening is closed on the record, and a later one that used other outcomes is told."""

import json

import pytest
from project import evalspec, project

from evalspec.ledger import chain
from evalspec.ledger.status import Stage
from evalspec.pipeline import seal
from evalspec.pipeline._run import run
from evalspec.records import Refusal

SPOILED = {
    "another column name": lambda t: t.replace("subject_id,outcome", "subject_id,died"),
    "another id column": lambda t: t.replace("subject_id,", "patient,"),
    "semicolons": lambda t: t.replace(",", ";"),
    "a ragged row": lambda t: t.replace("s01,1", "s01,1,1"),
    "an open quote": lambda t: t.replace("s01,1", '"s01,1'),
    "an empty file": lambda t: "",
    "an undeclared token": lambda t: t.replace("s01,1", "s01,yes"),
    "a missing unit": lambda t: t.replace("s01,1\n", ""),
}


@pytest.mark.parametrize("how", SPOILED)
def test_outcomes_that_can_not_be_used_are_one_clear_error_and_the_stop_is_recorded(tmp_path, how):
    plan = project(tmp_path / "p")
    seal(plan)
    outcomes = plan.parent / "outcomes.csv"
    whole = outcomes.read_text()
    outcomes.write_text(SPOILED[how](whole))
    with pytest.raises(Refusal) as refused:
        run(plan, tmp_path / "out")
    assert refused.value.exit_code in (1, 2)
    assert "outcome" in refused.value.message + refused.value.where
    state = chain.read_state(chain.ledger_of(plan))
    assert (len(state.openings), len(state.stopped), state.unfinished) == (1, 1, ())
    assert state.stopped[0].reason
    assert not (tmp_path / "out").exists()
    outcomes.write_text(whole)
    assert run(plan, tmp_path / "out").results["rows"]
    assert chain.read_state(chain.ledger_of(plan)).stage is Stage.REPORTED


def test_an_error_of_the_program_behind_the_opening_is_closed_on_the_record(tmp_path, monkeypatch):
    from evalspec.pipeline import _run

    plan = project(tmp_path / "p")
    seal(plan)
    monkeypatch.setattr(_run, "computed", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        run(plan, tmp_path / "out")
    state = chain.read_state(chain.ledger_of(plan))
    assert (len(state.stopped), state.unfinished) == (1, ())
    assert "cut short" in state.stopped[0].reason


def test_a_second_run_on_other_outcomes_says_so_everywhere(tmp_path):
    plan = project(tmp_path / "p")
    seal(plan)
    assert not run(plan, tmp_path / "one").findings
    outcomes = plan.parent / "outcomes.csv"
    outcomes.write_text(outcomes.read_text().replace("s03,0", "s03,1"))
    done = evalspec("run", plan, "-o", tmp_path / "two")
    assert done.returncode == 0
    assert "warning[SEAL115] outcomes differ from those of run 1 on this record" in done.stderr
    assert "opened once before on this record" in " ".join(done.stdout.split())
    assert "FOUND AT THE OPENING" in done.stdout
    verified = evalspec("verify", plan, "--format", "json")
    (openings,) = [c for c in json.loads(verified.stdout)["checks"] if c["check"] == "openings"]
    assert openings["ok"] is None
    assert "did NOT all use the same outcomes" in openings["sentence"]


@pytest.mark.parametrize("command", ["check", "seal", "run"])
def test_a_redirected_file_that_the_plan_does_not_name_is_refused(tmp_path, command):
    plan = project(tmp_path / "p")
    if command == "run":
        seal(plan)
    done = evalspec(command, plan, "--data", "outcome=x.csv")
    assert done.returncode == 2
    assert "no file of the plan is called `outcome`" in done.stderr
    assert "did you mean `outcomes`?" in done.stderr


def test_an_unmet_gate_is_told_without_the_report_too(tmp_path):
    plan = project(tmp_path / "p")
    plan.write_text(
        plan.read_text() + "gates:\n  - {id: go, require: [{summary: found, bound: lower, at_least: 0.9}]}\n"
    )
    seal(plan)
    done = evalspec("run", plan, "-o", tmp_path / "out", "--quiet")
    assert (done.returncode, done.stdout) == (1, "")
    assert "gate go: not met" in done.stderr


def test_a_second_promise_made_after_the_outcomes_were_opened_is_told(tmp_path):
    plan = project(tmp_path / "p")
    seal(plan)
    run(plan, tmp_path / "one")
    second = plan.with_name("second.yaml")
    second.write_text(plan.read_text().replace("value: 0.5", "value: 0.6"))
    assert "second promise" in evalspec("seal", second).stderr
    done = evalspec("run", second, "-o", tmp_path / "two")
    assert "on the record plan.ledger.jsonl" in " ".join(done.stdout.split())
