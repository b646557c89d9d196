"""`check --fix` and `--diff`: what may be changed without deciding anything, and nothing else."""

import os
from pathlib import Path
from random import Random

import pytest
from project import SPECS, evalspec, project

from evalspec.pipeline._fix import fixed
from evalspec.plan.canonical import meaning_digest
from evalspec.plan.load import load
from evalspec.plan.model import Plan
from evalspec.plan.source import read

MINIMAL = (SPECS / "minimal" / "plan.yaml").read_text(encoding="utf-8")
FILES = [*sorted(SPECS.glob("*/plan.yaml")), Path(__file__).parents[1] / "plan" / "other_forms.yaml"]


def meaning(raw: bytes) -> str:
    plan = load(read(raw, "plan.yaml"))
    assert isinstance(plan, Plan), plan
    return meaning_digest(plan)


def mend(folder: Path, text: str | bytes) -> bytes:
    path = folder / "plan.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return fixed(path).after


MENDED = {
    "a bare number where a text is due": ('positive: "1"', "positive: 1"),
    "a misspelt key": ("id_scope:", "id_scop:"),
    "a misspelt section": ("thresholds:", "threshold:"),
    "a misspelt word": ("kind: external", "kind: externl"),
    "a misspelt metric": ("metric: sensitivity", "metric: sensitivty"),
    "a misspelt name": ("threshold: main", "threshold: mian"),
    "a quoted number": ("value: 0.5", 'value: "0.5"'),
    "a number without its nought": ("value: 0.5", "value: .5"),
    "a near-synonym of a word": ("cohorts: pooled", "cohorts: micro"),
    "a near-synonym of a metric": ("metric: sensitivity", "metric: recall"),
    "two faults in one line": ("role: primary, metric: sensitivity", "rol: primary, metric: TPR"),
}


@pytest.mark.parametrize("case", MENDED)
def test_a_fix_gives_back_the_plan_that_was_meant(case: str, tmp_path: Path) -> None:
    right, wrong = MENDED[case]
    assert right in MINIMAL
    assert mend(tmp_path, MINIMAL.replace(right, wrong)).decode() == MINIMAL


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("cohorts: pooled", "cohorts: average"), ("cohorts: pooled", "cohorts: all"), ("value: 0.5", "value: 0123"),
        ("value: 0.5", "value: 1_000"), ("role: primary", "role: main"), ("level: 0.95", "level: 95"),
        ("id_scope: study", "id_scope: study\n  id_scop: cohort"),
        ("metric: sensitivity", "metric: f2_score"),
        ("metric: sensitivity", "metric: top_3_accuracy"),
        ("source: prespecified", "source: evaluation"), ("  id_scope: study\n", ""), ("metric: sensitivity", "metric: f_score"),
        ("[A, B]", "[A, B, B]"), ("threshold: main", "threshold: xyz"), ("  target: these-cohorts\n", ""),
    ],
)  # fmt: skip
def test_what_has_to_be_decided_is_left_alone(old: str, new: str, tmp_path: Path) -> None:
    assert old in MINIMAL
    text = MINIMAL.replace(old, new, 1)
    assert mend(tmp_path, text).decode() == text


def test_a_name_that_differs_in_a_digit_is_another_name(tmp_path: Path) -> None:
    text = MINIMAL.replace("  main: {", "  site1: {").replace("threshold: main", "threshold: site3")
    assert mend(tmp_path, text).decode() == text


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_every_other_byte_stays(ending: str, mark: bytes, tmp_path: Path) -> None:
    def raw(word: str) -> bytes:
        text = MINIMAL.replace("cohorts: pooled", f"cohorts:   {word}").replace(
            "title: Sepsis", "title: 敗血症 é̂ 𝒳 Sepsis"
        )
        return mark + (text + "#   a last comment  \n\n").replace("\n", ending).encode()

    assert mend(tmp_path, raw("micro")) == raw("pooled")


@pytest.mark.parametrize("file", FILES, ids=lambda p: p.parent.name)
def test_a_plan_without_fixes_keeps_its_bytes(file: Path) -> None:
    if not any(f.fixes for f in __import__("evalspec.pipeline").pipeline.check(file, plan_only=True).findings):
        assert fixed(file).after == file.read_bytes()


@pytest.mark.parametrize("seed", range(6))
def test_a_broken_plan_means_after_its_fixes_what_it_meant_before_it_was_broken(seed: int, tmp_path: Path) -> None:
    """Letters are dropped from keys and words, and quotes from tokens; a fix either brings the old meaning back or none."""
    rng = Random(seed)
    whole = meaning(MINIMAL.encode())
    brought_back = 0
    for _ in range(12):
        lines = MINIMAL.splitlines(keepends=True)
        n = rng.randrange(8, len(lines))
        line = lines[n]
        words = [w for w in line.replace("{", " ").replace(",", " ").split() if len(w) > 5 and w.strip(":").isalpha()]
        if words:
            word = rng.choice(words)
            k = rng.randrange(1, len(word) - 2)
            lines[n] = line.replace(word, word[:k] + word[k + 1 :], 1)
        after = mend(tmp_path, "".join(lines))
        plan = load(read(after, "plan.yaml"))
        if isinstance(plan, Plan) and after != "".join(lines).encode():
            brought_back += 1
            assert meaning(after) == whole, "".join(lines)
    assert brought_back >= 2


def test_diff_shows_the_change_makes_none_and_exits_1(tmp_path: Path) -> None:
    plan = project(tmp_path / "p")
    text = MINIMAL.replace("cohorts: pooled", "cohorts: micro")
    plan.write_text(text)
    done = evalspec("check", "--diff", plan)
    assert done.returncode == 1
    assert "-  - {id: found, role: primary" in done.stdout
    assert "cohorts: pooled" in done.stdout
    assert plan.read_text() == text
    plan.write_text(MINIMAL)
    assert (evalspec("check", "--diff", plan).returncode, evalspec("check", "--diff", plan).stdout) == (0, "")


def test_fix_writes_keeps_the_mode_and_checks_again(tmp_path: Path) -> None:
    plan = project(tmp_path / "p")
    plan.write_text(MINIMAL.replace("cohorts: pooled", "cohorts: micro"))
    plan.chmod(0o640)
    done = evalspec("check", "--fix", plan)
    assert done.returncode == 0, done.stdout
    assert plan.read_text() == MINIMAL
    assert plan.stat().st_mode & 0o777 == 0o640
    assert "replace `micro` by `pooled`" in done.stderr
    assert [p.name for p in plan.parent.iterdir() if p.name.endswith(".new")] == []


def test_a_link_to_a_plan_stays_a_link(tmp_path: Path) -> None:
    plan = project(tmp_path / "p")
    plan.write_text(MINIMAL.replace("cohorts: pooled", "cohorts: micro"))
    link = tmp_path / "p" / "link.yaml"
    link.symlink_to("plan.yaml")
    assert evalspec("check", "--fix", link).returncode == 0
    assert link.is_symlink()
    assert plan.read_text() == MINIMAL


def test_a_sealed_plan_is_not_mended(tmp_path: Path) -> None:
    plan = project(tmp_path / "p")
    assert evalspec("seal", plan).returncode == 0
    text = MINIMAL.replace("cohorts: pooled", "cohorts: micro")
    plan.write_text(text)
    done = evalspec("check", "--fix", plan)
    assert done.returncode == 3
    assert "its bytes stay as they are" in done.stderr
    assert plan.read_text() == text


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_leaves_the_plan_as_it_was(tmp_path: Path) -> None:
    plan = project(tmp_path / "p")
    text = MINIMAL.replace("cohorts: pooled", "cohorts: micro")
    plan.write_text(text)
    plan.parent.chmod(0o555)
    done = evalspec("check", "--fix", plan)
    plan.parent.chmod(0o755)
    assert done.returncode == 2
    assert plan.read_text() == text


def test_standard_input_has_a_diff_and_no_file_to_mend(tmp_path: Path) -> None:
    text = MINIMAL.replace("cohorts: pooled", "cohorts: micro").encode()
    assert evalspec("check", "--fix", "-", input=text).returncode == 2
    done = evalspec("check", "--diff", "-", "--stdin-filename", "mine.yaml", input=text)
    assert done.returncode == 1
    assert done.stdout.startswith("--- mine.yaml (now)")
