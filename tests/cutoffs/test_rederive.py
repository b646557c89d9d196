"""Recomputing thresholds from derivation data, and what is never read of them."""

from pathlib import Path

import pytest
from project import project

from evalspec.pipeline._check import check
from evalspec.records import Blinded, Finding, Rederived

INNER = "model,fold,subject_id,score,outcome\n"
PLAN = """\
design: {kind: leave-one-cohort-out, fold: cohort}
thresholds:
  main:
    source: inner-validation
    rule: {specificity_at_least: 0.5}
    values: cut-offs.csv
    positive_when: score >= threshold
    derivation: inner.csv
"""
VALUES = "model,fold,value,chosen_on\nm1,A,0.4,B\nm1,B,0.6,A\n"
HONEST = INNER + "m1,A,s07,0.9,1\nm1,A,s08,0.4,0\nm1,A,s09,0.3,0\n" + "m1,B,s01,0.8,1\nm1,B,s02,0.6,0\nm1,B,s03,0.5,0\n"


def plan_of(folder: Path, inner: str, changes: dict[str, str] | None = None) -> Path:
    path = project(folder, inner_csv=inner, **{"cut-offs_csv": VALUES})
    text = path.read_text()
    for key in ("design", "thresholds"):
        start = text.index(f"\n{key}:") + 1
        end = next(i for i in range(start + 1, len(text)) if text[i - 1] == "\n" and text[i] not in " \n")
        text = text[:start] + text[end:]
    text += PLAN
    for old, new in (changes or {}).items():
        assert old in text
        text = text.replace(old, new)
    path.write_text(text)
    return path


def seen(path: Path) -> Blinded:
    found = check(path, debug=True).blinded
    assert found is not None
    return found


def findings(path: Path, *names: str) -> list[Finding]:
    return [f for f in check(path, debug=True).findings if not names or f.name in names]


def by_fold(path: Path) -> dict[str, Rederived]:
    return {d.fold: d for d in seen(path).rederived}


def test_each_fold_is_recomputed_on_its_own_rows(tmp_path: Path) -> None:
    found = by_fold(plan_of(tmp_path, HONEST))
    assert {f: d.chosen for f, d in found.items()} == {"A": 0.4, "B": 0.6}
    assert {(d.n_positive, d.n_negative) for d in found.values()} == {(1, 2)}
    assert not [f for f in findings(tmp_path / "plan.yaml") if f.code.startswith(("LEAK", "DATA"))]


def test_a_fold_with_a_held_out_unit_is_refused_before_its_labels_are_read(tmp_path: Path) -> None:
    """The label of that fold is no token of the plan: were it read, that would be said."""
    path = plan_of(tmp_path, HONEST.replace("m1,A,s08,0.4,0", "m1,A,s02,0.4,??"))
    assert {f: (d.held_out, d.line, d.chosen) for f, d in by_fold(path).items()} == {
        "A": (1, 3, None),
        "B": (0, None, 0.6),
    }
    (found,) = findings(path, "derivation-overlaps-held-out", "derivation-unreadable", "threshold-not-reproduced")
    assert (found.name, found.file, found.place and found.place.line) == (
        "derivation-overlaps-held-out",
        "inner.csv",
        3,
    )


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("s08,0.4,0", "s08,0.4,2", "derivation-unreadable"),
        ("s08,0.4,0", "s08,NaN,0", "derivation-unreadable"),
        ("s08,0.4,0", "s08,.4,0", "derivation-unreadable"),
        ("score,outcome", "score,label", "column-missing"),
    ],
)
def test_what_can_not_be_read_is_said_once(tmp_path: Path, old: str, new: str, rule: str) -> None:
    (found,) = findings(plan_of(tmp_path, HONEST.replace(old, new)), rule)
    assert found.file == "inner.csv"
    assert found.path == ("thresholds", "main", "derivation")


def test_a_threshold_that_another_fold_gives_is_named(tmp_path: Path) -> None:
    path = plan_of(tmp_path, HONEST)
    (tmp_path / "cut-offs.csv").write_text(VALUES.replace("m1,A,0.4", "m1,A,0.6"))
    (found,) = findings(path, "threshold-for-another-model", "threshold-not-reproduced")
    assert found.name == "threshold-for-another-model"
    assert "0.6 is what the derivation data of model `m1`, fold `B` give; its own give 0.4" in found.message


def test_an_unreachable_target_needs_a_word(tmp_path: Path) -> None:
    inner = HONEST.replace("m1,A,s07,0.9,1", "m1,A,s07,0.1,1").replace("s09,0.3,0", "s09,0.4,0")
    path = plan_of(tmp_path, inner, {"specificity_at_least: 0.5": "specificity_at_least: 0.6"})
    (tmp_path / "cut-offs.csv").write_text("model,fold,value,chosen_on\nm1,A,0.5,B\nm1,B,0.8,A\n")
    (found,) = findings(path, "threshold-not-reproduced")
    assert "no candidate reaches the target specificity" in found.message
    path.write_text(path.read_text().replace("    derivation:", "    unreachable: calls-nobody\n    derivation:"))
    assert not findings(path, "threshold-not-reproduced")


def test_ids_that_mean_a_unit_only_in_their_cohort_are_compared_with_it_or_not_at_all(tmp_path: Path) -> None:
    path = plan_of(tmp_path, HONEST, {"id_scope: study": "id_scope: cohort"})
    assert all(d.chosen is None and "a column of cohorts" in d.reason for d in seen(path).rederived)
    lines = HONEST.strip().split("\n")
    scoped = [lines[0] + ",cohort", *(f"{row},{'B' if row.split(',')[1] == 'A' else 'A'}" for row in lines[1:])]
    path.with_name("inner.csv").write_text("\n".join(scoped) + "\n")
    assert {f: d.chosen for f, d in by_fold(path).items()} == {"A": 0.4, "B": 0.6}


def test_derivation_data_that_are_the_outcomes_are_not_opened(tmp_path: Path) -> None:
    path = plan_of(tmp_path, HONEST, {"derivation: inner.csv": "derivation: outcomes.csv"})
    (found,) = findings(path, "outcome-visible")
    assert found.message == "derivation.main and outcomes are one file"
    assert not seen(path).rederived


def test_its_digest_is_sealed_and_a_change_is_seen(tmp_path: Path) -> None:
    from project import evalspec

    path = plan_of(tmp_path, HONEST)
    assert evalspec("seal", path).returncode == 0
    assert "derivation.main" in (tmp_path / "plan.ledger.jsonl").read_text()
    (tmp_path / "inner.csv").write_text(HONEST + "\n")
    done = evalspec("run", path, "-o", tmp_path / "out")
    assert done.returncode == 3
    assert "derivation.main has changed" in done.stderr
