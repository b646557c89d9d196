"""Training against evaluation side: manifests and threshold values in small folders, synthetic."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from rules.examples import all_rules, read_blinded

from evalspec.plan.load import load
from evalspec.plan.model import Plan
from evalspec.plan.source import read
from evalspec.records import Finding, Judgement
from evalspec.rules._engine import judge
from evalspec.terms import Grade, Severity, Status

COHORTS = {"cleveland": 40, "hungarian": 30, "va_long_beach": 50}

PLAN = """
evalspec: 1
plan: {id: loco, title: A classifier, question: How often does it find disease, target: these-cohorts}
outcome: {kind: binary, column: outcome, positive: "1", negative: "0", definition: disease, reference_standard: angiography}
units: {id: subject_id, id_scope: study}
cohorts: {column: cohort, members: [cleveland, hungarian, va_long_beach]}
data:
  predictions: predictions.csv
  outcomes: outcomes.csv
  training: {path: manifest.csv, columns: {fold: fold}}
design: {kind: leave-one-cohort-out, fold: fold}
models: {m1: {score: score, scale: probability, direction: higher-is-positive}}
thresholds:
  youden: {source: inner-validation, values: {path: cut-offs.csv, columns: {chosen_on: on}}, positive_when: score >= threshold}
summaries:
  - {id: found, role: primary, metric: sensitivity, threshold: youden, cohorts: pooled, interval: {method: wilson, level: 0.95}}
handling: {missing_prediction: refuse, missing_outcome: refuse}
"""

Rows = list[tuple[str, ...]]


def unit(cohort: str, n: int) -> str:
    return f"{cohort[:3]}{n:04}"


UNITS: Rows = [(unit(c, n), c) for c, size in COHORTS.items() for n in range(size)]


def predictions(units: Rows, folds: Mapping[str, str] | None = None) -> Rows:
    """A row a unit, scored by the fold of its cohort."""
    fold = folds or {c: c for c in COHORTS}
    rows = [(u, c, fold[c], f"0.{n % 97:02}") for n, (u, c) in enumerate(units)]
    return [("subject_id", "cohort", "fold", "score"), *rows]


def manifest(units: Rows) -> Rows:
    """Every fold trains on the units of all other cohorts, and holds its own out."""
    rows = [(f, u, "test" if c == f else "train") for f in COHORTS for u, c in units]
    return [("fold", "subject_id", "role"), *rows]


def of_cohorts() -> Rows:
    rows = [(f, c, "test" if c == f else "train") for f in COHORTS for c in COHORTS]
    return [("fold", "cohort", "role"), *rows]


def cut_offs(chosen_on: Mapping[str, str] | None = None) -> Rows:
    others = chosen_on or {f: ";".join(c for c in COHORTS if c != f) for f in COHORTS}
    return [("model", "fold", "value", "on"), *(("m1", f, "0.5", others[f]) for f in COHORTS)]


def written(rows: Rows) -> str:
    return "".join(",".join(row) + "\n" for row in rows)


class Study:
    """A folder with a plan and its blinded files, judged by every rule."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.plan = PLAN
        self.files = {
            "predictions.csv": predictions(UNITS), "manifest.csv": manifest(UNITS), "cut-offs.csv": cut_offs()
        }  # fmt: skip

    def judged(self) -> dict[str, Judgement]:
        for name, rows in self.files.items():
            (self.folder / name).write_text(written(rows), encoding="utf-8")
        (self.folder / "outcomes.csv").write_text("subject_id,outcome\n", encoding="utf-8")
        source = read(self.plan.encode(), "plan.yaml")
        plan = load(source)
        assert isinstance(plan, Plan), plan
        found = judge(all_rules(), plan, source, read_blinded(plan, self.folder), debug=True)
        return {j.name: j for j in found}

    def findings(self) -> list[Finding]:
        return [f for j in self.judged().values() for f in j.findings]

    def errors(self) -> list[Finding]:
        return [f for f in self.findings() if f.severity is Severity.ERROR]


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return Study(tmp_path)


def line_of(rows: Rows, wanted: tuple[str, ...]) -> int:
    return rows.index(wanted) + 1


def at(finding: Finding) -> tuple[str, int | None]:
    return finding.file, finding.place.line if finding.place else None


def test_an_honest_study_is_proved_on_ids_and_matched_on_cut_offs(study: Study) -> None:
    judged = study.judged()
    assert not [f for j in judged.values() for f in j.findings]
    for name in ("resubstitution", "held-out-cohort-in-training", "training-size-arithmetic", "outcome-visible"):
        assert (judged[name].status, judged[name].grade) == (Status.PASSED, Grade.PROVED), judged[name]
    for name in ("threshold-from-held-out-cohort", "fold-holds-out-wrong-cohort"):
        assert (judged[name].status, judged[name].grade) == (Status.PASSED, Grade.MATCHED), judged[name]


def test_a_manifest_of_cohorts_is_matched_only(study: Study) -> None:
    study.files["manifest.csv"] = of_cohorts()
    judged = study.judged()
    assert not [f for j in judged.values() for f in j.findings]
    for name in ("resubstitution", "held-out-cohort-in-training", "training-size-arithmetic"):
        assert judged[name].grade is Grade.MATCHED, judged[name]


def test_units_copied_into_a_second_cohort_give_one_finding_a_fold(study: Study) -> None:
    copies = [(unit("cleveland", n), "va_long_beach") for n in range(24)]
    units = [*UNITS, *copies]
    rows = manifest(units)
    study.files |= {"predictions.csv": predictions(units), "manifest.csv": rows}
    leaks = [f for f in study.errors() if f.code.startswith("LEAK")]
    assert [f.name for f in leaks] == ["resubstitution", "resubstitution"]
    assert {f.file for f in leaks} == {"manifest.csv"}
    by_fold = {f.message.split("`")[1]: f for f in leaks}
    assert set(by_fold) == {"cleveland", "va_long_beach"}
    assert all("24 units stand on both sides" in f.message for f in leaks)
    assert not [f for f in leaks if "cle0" in f.message], "no id of a subject is shown"
    # the copies stand last in the manifest of fold cleveland, the originals first in that of va_long_beach
    first = {f: line_of(rows, (f, "cle0000", "train")) for f in by_fold}
    assert {f: at(by_fold[f]) for f in by_fold} == {f: ("manifest.csv", first[f]) for f in by_fold}


def test_one_unit_of_the_held_out_cohort_that_is_not_evaluated_is_in_training(study: Study) -> None:
    """It stands in data.units as of that cohort, and trains the fold that holds the cohort out."""
    study.plan = PLAN.replace("outcomes: outcomes.csv", "outcomes: outcomes.csv\n  units: units.csv")
    study.plan = study.plan.replace("missing_prediction: refuse", "missing_prediction: {exclude: no sample}")
    study.files["units.csv"] = [("subject_id", "cohort"), *UNITS, ("cle9999", "cleveland")]
    study.files["manifest.csv"] = [*manifest(UNITS), ("cleveland", "cle9999", "train")]
    found = [f for f in study.findings() if f.code.startswith("LEAK")]
    assert [f.name for f in found if f.severity is Severity.ERROR] == ["held-out-cohort-in-training"]
    error = next(f for f in found if f.severity is Severity.ERROR)
    assert at(error) == ("manifest.csv", len(study.files["manifest.csv"]))
    assert "fold `cleveland` trains on 1 unit of the held-out cohort `cleveland`" in error.message


def test_a_cohort_on_both_sides_of_a_manifest_of_cohorts_is_one_finding(study: Study) -> None:
    study.files["manifest.csv"] = [*of_cohorts(), ("hungarian", "hungarian", "train")]
    errors = study.errors()
    assert [(f.name, at(f)) for f in errors] == [("held-out-cohort-in-training", ("manifest.csv", 11))]


def test_scores_of_the_wrong_fold_are_one_finding_a_fold_and_no_cascade(study: Study) -> None:
    swapped = {"cleveland": "hungarian", "hungarian": "cleveland", "va_long_beach": "va_long_beach"}
    study.files["predictions.csv"] = predictions(UNITS, swapped)
    errors = study.errors()
    assert [f.name for f in errors] == ["fold-holds-out-wrong-cohort"] * 2
    assert [at(f) for f in errors] == [("predictions.csv", 2), ("predictions.csv", 42)]
    assert "fold `hungarian` evaluates 40 units of cohort `cleveland`" in errors[0].message
    assert "the manifest holds out `hungarian`" in errors[0].message


def test_a_fold_that_evaluates_two_cohorts_is_told_once(study: Study) -> None:
    study.plan = PLAN.replace("  training: {path: manifest.csv, columns: {fold: fold}}\n", "")
    both = {"cleveland": "one", "hungarian": "one", "va_long_beach": "two"}
    study.files["predictions.csv"] = predictions(UNITS, both)
    study.files["cut-offs.csv"] = [("model", "fold", "value", "on"), ("m1", "one", "0.5", "va_long_beach")]
    study.files["cut-offs.csv"].append(("m1", "two", "0.5", "cleveland;hungarian"))
    errors = study.errors()
    assert [(f.name, at(f)) for f in errors] == [("fold-holds-out-wrong-cohort", ("predictions.csv", 2))]
    assert "2 cohorts, `cleveland` and `hungarian`" in errors[0].message


def test_fewer_training_units_are_a_note_with_the_sum_they_should_be(study: Study) -> None:
    rows = manifest(UNITS)
    rows.remove(("hungarian", "cle0003", "train"))
    study.files["manifest.csv"] = rows
    found = [f for f in study.findings() if f.code.startswith("LEAK")]
    assert [(f.name, f.severity) for f in found] == [("training-size-arithmetic", Severity.NOTE)]
    assert "fold `hungarian` trains on 89 units; the other cohorts hold 40 + 50 = 90" in found[0].message


def test_training_units_that_no_cohort_holds_are_an_error(study: Study) -> None:
    study.files["manifest.csv"] = [
        *manifest(UNITS),
        ("cleveland", "new0001", "train"),
        ("cleveland", "new0002", "train"),
    ]
    found = [f for f in study.errors() if f.code.startswith("LEAK")]
    assert [f.name for f in found] == ["training-size-arithmetic"]
    assert "82 units; the other cohorts hold 30 + 50 = 80; 2 of them are in no cohort" in found[0].message


def test_a_fold_without_a_training_side_is_not_proved(study: Study) -> None:
    study.files["manifest.csv"] = [r for r in manifest(UNITS) if r[0] != "hungarian"]
    judged = study.judged()
    for name in ("resubstitution", "held-out-cohort-in-training"):
        assert judged[name].status is Status.UNDECIDED
        assert "`hungarian`" in judged[name].reason


def test_several_models_do_not_multiply_the_units(study: Study) -> None:
    long = [(u, c, f, m, s) for u, c, f, s in predictions(UNITS)[1:] for m in ("m1", "m2")]
    study.plan = PLAN.replace("predictions: predictions.csv", "predictions: {path: predictions.csv, layout: long}")
    model = "{score: score, scale: probability, direction: higher-is-positive}"
    study.plan = study.plan.replace(f"models: {{m1: {model}}}", f"models: {{m1: {model}, m2: {model}}}")
    study.plan = study.plan.replace("pooled, interval", "pooled, models: [m1], interval")
    study.files["predictions.csv"] = [("subject_id", "cohort", "fold", "model", "score"), *long]
    rows = manifest(UNITS)
    rows[rows.index(("cleveland", "cle0000", "test"))] = ("cleveland", "cle0000", "train")
    study.files["manifest.csv"] = rows
    leaks = [f for f in study.errors() if f.name == "resubstitution"]
    assert len(leaks) == 1
    assert "1 unit stands on both sides" in leaks[0].message


def test_cut_offs_chosen_with_the_held_out_cohort_are_one_finding_a_threshold(study: Study) -> None:
    study.files["cut-offs.csv"] = cut_offs(dict.fromkeys(COHORTS, ";".join(COHORTS)))
    errors = study.errors()
    assert [(f.name, at(f)) for f in errors] == [("threshold-from-held-out-cohort", ("cut-offs.csv", 2))]
    assert "3 of 3 values were chosen with the cohort that the fold holds out" in errors[0].message
    assert "folds `cleveland`, `hungarian` and `va_long_beach`" in errors[0].message


def test_cut_offs_that_do_not_say_what_they_were_chosen_on_are_undecided(study: Study) -> None:
    study.plan = PLAN.replace(", columns: {chosen_on: on}", "")
    judgement = study.judged()["threshold-from-held-out-cohort"]
    assert judgement.status is Status.UNDECIDED
    assert "thresholds.youden.values.columns.chosen_on" in judgement.reason


def test_a_cut_off_without_a_fold_was_chosen_with_held_out_cohorts(study: Study) -> None:
    study.files["cut-offs.csv"] = [("model", "value", "on"), ("m1", "0.5", "cleveland")]
    assert [at(f) for f in study.errors() if f.name == "threshold-from-held-out-cohort"] == [("cut-offs.csv", 2)]


CLUSTERED = PLAN.replace("id_scope: study", "id_scope: study, cluster: patient")


def with_patients(same: Mapping[str, str]) -> Rows:
    """Every unit is a patient of its own, but for those in ``same``."""
    rows = [(*row, same.get(row[0], "p-" + row[0])) for row in predictions(UNITS)[1:]]
    return [("subject_id", "cohort", "fold", "score", "patient"), *rows]


def test_one_patient_in_two_cohorts_is_on_both_sides_of_two_folds(study: Study) -> None:
    study.plan = CLUSTERED
    study.files["predictions.csv"] = with_patients({"cle0005": "twin", "hun0007": "twin"})
    leaks = [f for f in study.errors() if f.code.startswith("LEAK")]
    assert {f.name for f in leaks} == {"shared-cluster"}
    rows = study.files["manifest.csv"]
    lines = [line_of(rows, ("cleveland", "hun0007", "train")), line_of(rows, ("hungarian", "cle0005", "train"))]
    assert [at(f)[1] for f in leaks] == lines


def test_no_patient_on_both_sides_is_proved(study: Study) -> None:
    study.plan = CLUSTERED
    study.files["predictions.csv"] = with_patients({})
    judgement = study.judged()["shared-cluster"]
    assert (judgement.status, judgement.grade) == (Status.PASSED, Grade.PROVED)


def test_a_unit_on_both_sides_is_no_shared_cluster_too(study: Study) -> None:
    study.plan = CLUSTERED
    study.files["predictions.csv"] = with_patients({})
    study.files["manifest.csv"] = [*manifest(UNITS), ("cleveland", "cle0000", "train")]
    assert [f.name for f in study.errors() if f.code.startswith("LEAK")] == ["resubstitution"]


def test_a_column_that_holds_the_tokens_under_another_name_is_a_warning(study: Study) -> None:
    rows = predictions(UNITS)
    rows = [(*rows[0], "flag"), *((*r, str(n % 2)) for n, r in enumerate(rows[1:]))]
    study.files["predictions.csv"] = rows
    found = [f for f in study.findings() if f.name == "outcome-visible"]
    assert [(f.severity, at(f)) for f in found] == [(Severity.WARNING, ("predictions.csv", 1))]
    assert "`flag`" in found[0].message


@pytest.mark.parametrize("file", ["predictions.csv", "manifest.csv"])
def test_the_outcome_column_is_found_in_any_blinded_file(study: Study, file: str) -> None:
    rows = study.files[file]
    study.files[file] = [(*rows[0], "outcome"), *((*r, "1") for r in rows[1:])]
    found = [f for f in study.errors() if f.name == "outcome-visible"]
    assert [at(f) for f in found] == [(file, 1)]
