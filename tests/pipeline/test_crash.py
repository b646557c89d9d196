"""A run that is killed, or whose disk is full, leaves the old state or the new one."""

import shutil
import subprocess

import pytest
from project import EVALSPEC, evalspec, project

from evalspec.ledger import chain
from evalspec.ledger.status import Stage

needs_strace = pytest.mark.skipif(not shutil.which("strace"), reason="needs strace")


def sealed(folder):
    plan = project(folder / "p")
    assert evalspec("seal", plan).returncode == 0
    return plan


def injected(plan, out, what):
    return subprocess.run(
        ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"inject={what}", *EVALSPEC, "run", plan, "-o", out],
        capture_output=True, timeout=60,
    )  # fmt: skip


@needs_strace
@pytest.mark.parametrize("call", ["rename", "fsync"])
def test_a_run_killed_at_any_write_leaves_whole_results_or_none(tmp_path, call):
    for n in range(1, 30):
        folder = tmp_path / f"{call}{n}"
        plan = sealed(folder)
        out = folder / "out"
        done = injected(plan, out, f"{call}:signal=KILL:when={n}")
        state = chain.read_state(chain.ledger_of(plan))
        if out.exists():
            assert {p.name for p in out.iterdir()} == {
                "bundle.json",
                "plan.yaml",
                "report.txt",
                "results.csv",
                "results.json",
                "tally.json",
            }
        if done.returncode == 0:
            assert state.stage is Stage.REPORTED
            break
        assert state.stage in (Stage.BOUND, Stage.OPENED, Stage.REPORTED)
        again = evalspec("run", plan, "-o", folder / "again")
        assert again.returncode == 0, again.stderr
    else:
        pytest.fail("the run never ended by itself")


@needs_strace
def test_a_full_disk_is_one_clear_error_and_leaves_no_half_results(tmp_path):
    plan = sealed(tmp_path)
    done = injected(plan, tmp_path / "out", "rename:error=ENOSPC:when=1")
    assert done.returncode in (2, 3)
    assert b"no space left on device" in done.stderr
    assert b"Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["p"]


def test_a_results_folder_that_can_not_be_made_is_refused_before_the_opening(tmp_path):
    plan = sealed(tmp_path)
    done = evalspec("run", plan, "-o", tmp_path / "nowhere" / "out")
    assert done.returncode == 2
    assert "opened" not in chain.ledger_of(plan).read_text()


def test_a_reader_that_goes_away_is_no_internal_error(tmp_path):
    plan = project(tmp_path / "p", "indo-rct")
    done = subprocess.run(f"{' '.join(EVALSPEC)} check {plan} | head -1", shell=True, capture_output=True, timeout=60)
    assert b"internal error" not in done.stderr
    assert b"Traceback" not in done.stderr
