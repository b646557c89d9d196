"""No byte of the outcomes is read before the run. Audit hooks don't see the engine's own opens, so the system does."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from project import EVALSPEC, evalspec, project

COUNTS_PLAN = """\
evalspec: 1
plan: {id: published, title: Two hospitals, question: "What share is found?", target: these-cohorts}
outcome: {kind: binary, definition: sepsis within 28 days, reference_standard: adjudication}
cohorts: {members: [A, B]}
data:
  counts: {path: outcomes.csv, blinding: none, why: a published table}
design: {kind: external}
models:
  m1: {}
thresholds:
  main: {source: as-published}
summaries:
  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled, interval: {method: wilson, level: 0.95}}
"""

ACTS = (("check",), ("seal",), ("status",), ("verify",))


@pytest.fixture(params=["outcomes", "counts"])
def plan(request, tmp_path):
    path = project(tmp_path / "p")
    if request.param == "counts":
        path.write_text(COUNTS_PLAN)
    return path


def ran_clean(plan, act, **how):
    done = evalspec(act[0], plan, *act[1:], timeout=20, **how)
    assert done.returncode == 0, (act, done.stdout, done.stderr)


def test_every_act_before_the_run_works_with_a_pipe_in_place_of_the_outcomes(plan):
    (plan.parent / "outcomes.csv").unlink()
    os.mkfifo(plan.parent / "outcomes.csv")
    for act in ACTS:
        ran_clean(plan, act)


def test_every_act_before_the_run_works_without_the_outcomes(plan):
    (plan.parent / "outcomes.csv").unlink()
    for act in ACTS:
        ran_clean(plan, act)


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("setpriv"), reason="needs root and setpriv to drop rights")
def test_every_act_before_the_run_works_where_the_outcomes_can_not_be_read(plan):
    nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    if subprocess.run([*nobody, *EVALSPEC, "--version"], capture_output=True).returncode:
        pytest.skip("another user can't run this interpreter here")
    with tempfile.TemporaryDirectory() as open_to_all:  # pytest's own folders are closed to others
        folder = Path(shutil.copytree(plan.parent, Path(open_to_all) / "p"))
        for path in (Path(open_to_all), folder):
            path.chmod(0o777)
        (folder / "outcomes.csv").chmod(0)
        for act in ACTS:
            done = subprocess.run([*nobody, *EVALSPEC, act[0], folder / "plan.yaml"], capture_output=True, timeout=20)
            assert done.returncode == 0, (act, done.stdout, done.stderr)
        assert subprocess.run([*nobody, "cat", folder / "outcomes.csv"], capture_output=True).returncode != 0


@pytest.mark.skipif(not shutil.which("strace"), reason="needs strace")
def test_the_system_sees_no_open_of_the_outcomes_before_the_run_and_one_after_the_record_is_on_disk(tmp_path):
    plan = project(tmp_path / "p")
    for act in ("check", "seal", "status", "run"):
        log = tmp_path / f"{act}.log"
        out = ["-o", tmp_path / "out"] if act == "run" else []
        trace = ["strace", "-f", "-e", "trace=open,openat,fsync,rename", "-o", log, *EVALSPEC, act, plan, *out]
        assert subprocess.run(trace, capture_output=True, timeout=60).returncode == 0
        lines = log.read_text().splitlines()
        opens = [i for i, line in enumerate(lines) if "outcomes.csv" in line and "open" in line]
        if act != "run":
            assert not opens
        else:
            assert opens
            synced = [i for i, line in enumerate(lines) if "fsync" in line]
            assert synced
            assert synced[0] < opens[0]


@pytest.mark.parametrize("how", ["unsealed", "meaning", "input", "threshold-file"])
def test_a_run_that_the_record_does_not_allow_opens_nothing_and_writes_nothing(tmp_path, how):
    plan = project(tmp_path / "p", "indo-rct")
    if how != "unsealed":
        assert evalspec("seal", plan).returncode == 0
    if how == "meaning":
        plan.write_text(plan.read_text().replace("minimum_defined: 1}", "minimum_defined: 3}", 1))
    if how == "input":
        file = plan.parent / "predictions.csv"
        file.write_text(file.read_text().replace("0.063326", "0.963326"))
    if how == "threshold-file":
        file = plan.parent / "thresholds.json"
        file.write_text(file.read_text().replace("0.20865", "0.20866"))
    (plan.parent / "outcomes.csv").unlink()
    os.mkfifo(plan.parent / "outcomes.csv")
    ledger = plan.with_name("plan.ledger.jsonl")
    before = ledger.read_bytes() if ledger.exists() else None
    done = evalspec("run", plan, "-o", tmp_path / "out", timeout=20)
    assert done.returncode == 3
    assert done.stdout == ""
    assert done.stderr.count("error:") == 1
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()
    assert (ledger.read_bytes() if ledger.exists() else None) == before


def test_a_run_whose_outcomes_are_a_pipe_leaves_no_opening(tmp_path):
    plan = project(tmp_path / "p")
    assert evalspec("seal", plan).returncode == 0
    ledger = plan.with_name("plan.ledger.jsonl").read_bytes()
    (plan.parent / "outcomes.csv").unlink()
    os.mkfifo(plan.parent / "outcomes.csv")
    done = evalspec("run", plan, "-o", tmp_path / "out", timeout=20)
    assert done.returncode == 2
    assert plan.with_name("plan.ledger.jsonl").read_bytes() == ledger
    assert not (tmp_path / "out").exists()


def test_a_change_of_layout_alone_is_a_note_and_runs(tmp_path):
    plan = project(tmp_path / "p")
    assert evalspec("seal", plan).returncode == 0
    plan.write_text("# a comment\n" + plan.read_text().replace("level: 0.95", "level: 0.950"))
    assert evalspec("run", plan, "-o", tmp_path / "out").returncode == 0
    done = evalspec("verify", plan)
    assert done.returncode == 0
    assert "its meaning did not" in done.stdout


def test_the_interpreter_of_these_tests_is_the_one_that_runs_the_program():
    assert EVALSPEC[0] == sys.executable
