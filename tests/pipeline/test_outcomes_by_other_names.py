"""A file with outcomes is not read before the opening under any other name: a link, a redirect, a file of results."""

import os
import shutil
import subprocess

import pytest
from project import EVALSPEC, evalspec, project

UNITS = "subject_id,cohort\n" + "".join(f"s{n:02},{'A' if n < 7 else 'B'}\n" for n in range(1, 13))
THRESHOLD = "main: {source: prespecified, value: 0.5, "
FROM_FILE = "main: {source: inner-validation, rule: {max: youden}, values: thresholds.json, "
DERIVED = THRESHOLD.replace("prespecified", "inner-validation, rule: {max: youden}") + "derivation: inner.csv, "
VALUES = '[{"model": "m1", "value": 0.5}]'


def minimal(folder, *, units="", threshold=THRESHOLD):
    """The minimal plan; with ``units``, what it says of them; with other words for its threshold."""
    plan = project(folder)
    text = plan.read_text()
    if units:
        text = text.replace("  outcomes: outcomes.csv\n", f"  outcomes: outcomes.csv\n  units: {units}\n")
        (folder / "units.csv").write_text(UNITS)
    plan.write_text(text.replace(THRESHOLD, threshold))
    return plan


def record(plan):
    ledger = plan.with_name("plan.ledger.jsonl")
    return ledger.read_bytes() if ledger.exists() else None


@pytest.fixture
def traced(tmp_path):
    """Runs a command under the system's own eyes: no open and no read may be of the file given."""
    if not shutil.which("strace"):
        pytest.skip("needs strace")

    def run(secret, *args):
        log = tmp_path / "trace.log"
        calls = "trace=open,openat,openat2,read,pread64,readv,preadv,mmap,sendfile,copy_file_range"
        command = ["strace", "-f", "-y", "-e", calls, "-o", log, *EVALSPEC, *map(str, args)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        names = [str(p) for p in _names_of(secret)]
        seen = [line for line in log.read_text(errors="replace").splitlines() if any(f"<{n}>" in line for n in names)]
        assert not seen, seen[:3]
        return done

    return run


def _names_of(path):
    """Every name in its folder and below that leads to the file."""
    return [p for p in path.parent.rglob("*") if p.is_file() and os.path.samefile(p, path)] + [path.resolve()]


def secret_of(plan, how):
    """The file that is not to be read."""
    return plan.with_name("units.csv" if how == "redirect of the outcomes" else "outcomes.csv")


def redirected(plan, how):
    """Makes one inode of a blinded file and the outcomes, by one of the ways there are; gives the options for it."""
    folder = plan.parent
    outcomes, blinded = folder / "outcomes.csv", folder / "units.csv"
    match how:
        case "link":
            blinded.unlink()
            blinded.symlink_to("outcomes.csv")
        case "hard link":
            blinded.unlink()
            os.link(outcomes, blinded)
        case "link the other way":
            outcomes.unlink()
            outcomes.symlink_to("units.csv")
        case "two redirects to one file":
            return ["--data", f"units={outcomes}", "--data", f"outcomes={outcomes}"]
        case "redirect to the outcomes":
            return ["--data", f"units={outcomes}"]
        case "redirect of the outcomes":
            return ["--data", f"outcomes={blinded}"]
        case "redirect through a linked folder":
            (folder / "custody").symlink_to(".")
            return ["--data", f"units={folder / 'custody' / 'outcomes.csv'}"]
        case "redirect to where the outcomes were declared":
            shutil.copy(outcomes, folder / "elsewhere.csv")
            return ["--data", f"units={outcomes}", "--data", f"outcomes={folder / 'elsewhere.csv'}"]
    return []


HOW = (
    "link",
    "hard link",
    "link the other way",
    "two redirects to one file",
    "redirect to the outcomes",
    "redirect of the outcomes",
    "redirect through a linked folder",
    "redirect to where the outcomes were declared",
)


@pytest.mark.parametrize("how", HOW)
def test_check_and_seal_refuse_a_blinded_file_that_is_the_outcomes_by_another_name(tmp_path, traced, how):
    plan = minimal(tmp_path / "p", units="units.csv")
    options = redirected(plan, how)
    for act in ("check", "seal"):
        done = traced(secret_of(plan, how), act, plan, *options)
        assert done.returncode == 1, done.stdout + done.stderr
        assert "units and outcomes are one file" in done.stdout + done.stderr
    assert record(plan) is None


@pytest.mark.parametrize("how", HOW)
def test_bind_verify_and_run_refuse_it_after_the_seal(tmp_path, traced, how):
    plan = minimal(tmp_path / "p", units="{path: units.csv, arrives: after-seal}")
    (plan.parent / "units.csv").rename(plan.parent / "later.csv")
    assert evalspec("seal", plan).returncode == 0
    (plan.parent / "later.csv").rename(plan.parent / "units.csv")
    shutil.copytree(plan.parent, tmp_path / "q")
    options = redirected(plan, how)
    before = record(plan)
    done = traced(secret_of(plan, how), "bind", plan, *options)
    assert done.returncode == 1
    assert "units and outcomes are one file" in done.stderr
    done = traced(secret_of(plan, how), "verify", plan, *options)
    assert done.returncode == 1
    assert "NO   inputs        units and outcomes are one file: not read" in done.stdout
    assert record(plan) == before
    bound = tmp_path / "q" / "plan.yaml"
    assert evalspec("bind", bound).returncode == 0
    options = redirected(bound, how)
    before = record(bound)
    done = traced(secret_of(bound, how), "run", bound, "-o", tmp_path / "out", *options)
    assert done.returncode == 2
    assert "units and outcomes are one file" in done.stderr
    assert record(bound) == before
    assert not (tmp_path / "out").exists()


def test_a_run_given_the_outcomes_for_predictions_reads_none_and_records_no_intent(tmp_path, traced):
    plan = minimal(tmp_path / "p")
    outcomes = plan.parent / "outcomes.csv"
    assert evalspec("seal", plan).returncode == 0
    before = record(plan)
    done = traced(outcomes, "run", plan, "-o", tmp_path / "out", "--data", f"predictions={outcomes}")
    assert done.returncode == 2
    assert "predictions and outcomes are one file" in done.stderr
    assert record(plan) == before
    done = traced(outcomes, "verify", plan, "--data", f"predictions={outcomes}")
    assert done.returncode == 1
    assert "predictions and outcomes are one file: not read" in done.stdout


def test_a_threshold_file_that_is_the_outcomes_is_refused_by_every_act(tmp_path, traced):
    plan = minimal(tmp_path / "p", threshold=FROM_FILE)
    values, outcomes = plan.with_name("thresholds.json"), plan.with_name("outcomes.csv")
    values.write_text(VALUES)
    sealed = evalspec("seal", plan)
    assert sealed.returncode == 0, sealed.stderr
    values.unlink()
    os.link(outcomes, values)
    for act, code in (("check", 1), ("verify", 1), ("run", 2)):
        done = traced(outcomes, act, plan, *(["-o", tmp_path / "out"] if act == "run" else []))
        assert done.returncode == code, done.stdout + done.stderr
        assert "thresholds.main and outcomes are one file" in done.stdout + done.stderr


def test_a_blinded_file_that_is_a_derivation_is_refused_by_every_act(tmp_path, traced):
    plan = minimal(tmp_path / "p", units="units.csv", threshold=DERIVED)
    derivation, units = plan.with_name("inner.csv"), plan.with_name("units.csv")
    derivation.write_text("subject_id,outcome,score\nx1,1,0.7\n")
    sealed = evalspec("seal", plan)
    assert sealed.returncode == 0, sealed.stderr
    units.unlink()
    os.link(derivation, units)
    for act, code in (("check", 1), ("verify", 1), ("run", 2)):
        done = traced(derivation, act, plan, *(["-o", tmp_path / "out"] if act == "run" else []))
        assert done.returncode == code, done.stdout + done.stderr
        assert "units and the derivation of main are one file" in done.stdout + done.stderr


def finished(folder):
    """A plan that has been run, its results in ``out``."""
    plan = minimal(folder)
    for act in (("seal", plan), ("run", plan, "-o", folder / "out")):
        assert evalspec(*act).returncode == 0
    assert evalspec("verify", plan, "--results", folder / "out").returncode == 0
    return plan


def test_verify_reads_of_a_results_folder_only_what_the_run_recorded(tmp_path, traced):
    plan = finished(tmp_path / "p")
    out = plan.parent / "out"
    done = traced(plan.with_name("outcomes.csv"), "verify", plan, "--results", plan.parent)
    assert done.returncode == 1
    (files,) = [line for line in done.stdout.splitlines() if " files " in line]
    told = files.partition("not written by the run: ")[2].split(", ")
    assert {"outcomes.csv", "plan.ledger.jsonl", "predictions.csv"} <= set(told)
    os.mkfifo(out / "queue")
    (out / "secret").write_text("x")
    done = traced(out / "secret", "verify", plan, "--results", out)
    assert done.returncode == 1
    assert "NO   files         not written by the run: queue, secret" in done.stdout


@pytest.mark.parametrize("how", ["link", "hard link", "link to the run's own copy"])
@pytest.mark.parametrize("readable", [True, False], ids=["plan there", "plan gone"])
def test_verify_follows_no_link_and_reads_no_outcome_in_a_results_folder(tmp_path, traced, how, readable):
    plan = finished(tmp_path / "p")
    outcomes, tally = plan.with_name("outcomes.csv"), plan.parent / "out" / "tally.json"
    secret = outcomes
    if how == "hard link":
        tally.unlink()
        os.link(outcomes, tally)
    elif how == "link":
        tally.unlink()
        tally.symlink_to(outcomes)
    else:
        secret = tally.rename(plan.parent / "moved.json")
        tally.symlink_to(secret)
    if not readable:
        plan.unlink()
    done = traced(secret, "verify", plan, "--results", plan.parent / "out")
    assert done.returncode == 1
    assert "missing or unreadable: tally.json" in done.stdout


def test_a_run_that_was_never_recorded_has_no_file_that_is_read(tmp_path, traced):
    plan = minimal(tmp_path / "p")
    assert evalspec("seal", plan).returncode == 0
    (plan.parent / "out").mkdir()
    (plan.parent / "out" / "results.json").write_text("{}")
    done = traced(plan.parent / "out" / "results.json", "verify", plan, "--results", plan.parent / "out")
    assert done.returncode == 1
    assert "results without a recorded run" in done.stdout


def test_verify_tells_the_outcomes_of_the_last_run_without_a_look_at_them(tmp_path, traced):
    plan = finished(tmp_path / "p")
    digest = subprocess.run(["sha256sum", plan.with_name("outcomes.csv")], capture_output=True, text=True).stdout[:64]
    done = traced(plan.with_name("outcomes.csv"), "verify", plan)
    assert done.returncode == 0
    line = f"   ?   outcomes      not compared: never opened here; recorded at the last run: sha256:{digest}"
    assert line in done.stdout.splitlines()


def test_the_sentences_of_verify_stand_in_one_column(tmp_path):
    plan = finished(tmp_path / "p")
    plan.write_text(plan.read_text().replace("value: 0.5", "value: 0.51"))
    lines = evalspec("verify", plan).stdout.splitlines()[:-1]
    assert [line for line in lines if line[20] != " " or line[21] == " "] == []


@pytest.mark.parametrize("gone", [True, False], ids=["gone", "no plan"])
def test_inputs_are_not_compared_where_no_plan_says_which_they_are(tmp_path, gone):
    plan = minimal(tmp_path / "p")
    assert evalspec("seal", plan).returncode == 0
    plan.unlink()
    if not gone:
        plan.write_text("evalspec: [")
    done = evalspec("verify", plan)
    assert done.returncode == 1
    (inputs,) = [line for line in done.stdout.splitlines() if " inputs " in line]
    assert "not compared: the plan could not be read" in inputs
    assert "missing" not in inputs


@pytest.mark.parametrize("head", ["", "x", "sha256:", "sha256:" + "0" * 63, "sha256:" + "0" * 65, "0" * 64])
def test_a_head_that_is_no_digest_is_a_misuse(tmp_path, head):
    plan = minimal(tmp_path / "p")
    assert evalspec("seal", plan).returncode == 0
    done = evalspec("verify", plan, "--head", head)
    assert done.returncode == 2
    assert "sha256: and 64 hexadecimal digits" in done.stderr
    assert evalspec("verify", plan, "--head", "sha256:" + "0" * 64).returncode == 1


def test_a_link_to_itself_is_no_file_and_no_error_of_the_program(tmp_path):
    plan = minimal(tmp_path / "p", units="units.csv")
    plan.with_name("units.csv").unlink()
    plan.with_name("units.csv").symlink_to("units.csv")
    done = evalspec("check", plan)
    assert done.returncode == 1, done.stderr
    assert "units is no regular file" in done.stdout
