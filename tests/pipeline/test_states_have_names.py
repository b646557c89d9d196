"""What the acts of the ledger refuse or remark carries the name of its rule, which `explain` knows."""

import json
from pathlib import Path

import pytest
from project import evalspec, project


def sealed(folder: Path, changes: tuple[tuple[str, str], ...] = ()) -> Path:
    plan = project(folder, "minimal")
    text = plan.read_text()
    for old, new in changes:
        text = text.replace(old, new)
    plan.write_text(text)
    assert evalspec("seal", plan).returncode == 0
    return plan


def edited(plan: Path, old: str, new: str) -> None:
    text = plan.read_text()
    assert old in text
    plan.write_text(text.replace(old, new))


def refused(plan: Path, rule: str) -> None:
    done = evalspec("run", plan, "-o", plan.parent / "out")
    assert done.returncode == 3, done.stderr
    assert f"({rule})" in done.stderr
    assert evalspec("explain", rule).returncode == 0
    assert not (plan.parent / "out").exists()


def test_not_sealed(tmp_path: Path) -> None:
    refused(project(tmp_path, "minimal"), "not-sealed")


def test_plan_differs_from_seal(tmp_path: Path) -> None:
    plan = sealed(tmp_path)
    edited(plan, "value: 0.5", "value: 0.6")
    refused(plan, "plan-differs-from-seal")


def test_seal_of_another_plan(tmp_path: Path) -> None:
    plan = sealed(tmp_path)
    edited(plan, "id: two-hospitals", "id: three-hospitals")
    refused(plan, "seal-of-another-plan")


def test_older_version_than_seal(tmp_path: Path) -> None:
    second = "  version: 2\n  changes: [{version: 2, what: [thresholds.main.value], why: the label was corrected}]\n"
    plan = sealed(tmp_path, (("  target: these-cohorts\n", "  target: these-cohorts\n" + second),))
    edited(plan, second, "")
    refused(plan, "older-version-than-seal")


def test_late_file_never_bound(tmp_path: Path) -> None:
    late = "predictions: {path: predictions.csv, arrives: after-seal}"
    plan = project(tmp_path, "minimal")
    edited(plan, "predictions: predictions.csv", late)
    scores = plan.with_name("predictions.csv").read_bytes()
    plan.with_name("predictions.csv").unlink()
    assert evalspec("seal", plan).returncode == 0
    plan.with_name("predictions.csv").write_bytes(scores)
    refused(plan, "late-file-never-bound")


def test_scores_changed_since_seal(tmp_path: Path) -> None:
    plan = sealed(tmp_path)
    edited(plan.with_name("predictions.csv"), "0.91", "0.92")
    refused(plan, "scores-changed-since-seal")


@pytest.mark.parametrize(("cut", "rule"), [(b"", "broken-chain"), (b"{", "truncated-log")])
def test_a_ledger_that_was_touched(tmp_path: Path, cut: bytes, rule: str) -> None:
    plan = sealed(tmp_path)
    ledger = plan.with_name("plan.ledger.jsonl")
    raw = ledger.read_bytes()
    ledger.write_bytes(raw + cut if cut else raw.replace(b'"canonical":1', b'"canonical":2'))
    refused(plan, rule)


def test_bytes_differ_is_a_note_and_runs(tmp_path: Path) -> None:
    plan = sealed(tmp_path)
    plan.write_text(plan.read_text() + "# a comment\n")
    done = evalspec("run", plan, "-o", tmp_path / "out")
    assert done.returncode == 0
    assert "note[SEAL104]" in done.stderr
    assert "SEAL104" in (tmp_path / "out" / "report.txt").read_text()


def test_holdout_reused_counts_other_plans_in_the_register(tmp_path: Path) -> None:
    first = sealed(tmp_path / "a")
    assert evalspec("run", first, "-o", tmp_path / "a" / "out", "--register", tmp_path).returncode == 0
    second = sealed(tmp_path / "b", (("id: two-hospitals", "id: second-look"),))
    done = evalspec("run", second, "-o", tmp_path / "b" / "out", "--register", tmp_path)
    assert "warning[SEAL116]" in done.stderr
    assert "1 other plan too (two-hospitals)" in done.stderr
    lines = [json.loads(line) for line in (tmp_path / "b" / "plan.ledger.jsonl").read_text().splitlines()]
    assert lines[-1]["kind"] == "ran"
