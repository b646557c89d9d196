"""Real multi-site prediction sets run unchanged and agree with values that scikit-learn confirmed, to 1e-12."""

import json
from math import isclose

import pytest
from project import SETS, project

from evalspec.pipeline import seal
from evalspec.pipeline._run import run

THRESHOLDS = {"youden": "max_youden", "sp90": "specificity_at_least_0.90", "sp95": "specificity_at_least_0.95"}
METRICS = ("sensitivity", "specificity", "accuracy", "precision", "npv", "f1")
RANKING = {"auroc": "auc", "average_precision": "average_precision"}
SHIPPED = ("indo-rct", "opt-stillbirth")
OTHERS = ("heart_loco", "cgd_13_centres", "medpar_54_hospitals", "nass_large", "obesity_10_studies")


def expected(folder):
    """(threshold, model, what the file expects), for every threshold rule and model of the set."""
    everything = json.loads((folder / "expected.json").read_text())
    for threshold, rule in THRESHOLDS.items():
        for model, values in everything.get(rule, {}).items():
            if "per_cohort" in values:
                yield threshold, model, values


def addresses(threshold, model, values):
    """Address of each declared row, and the value that is expected there."""
    for metric in METRICS:
        for cohort, of_cohort in values["per_cohort"].items():
            yield f"{threshold}-each/{metric}/{model}/cohort={cohort}", of_cohort[metric]
        yield f"{threshold}-pooled/{metric}/{model}", values["pooled"][metric]
        yield f"{threshold}-macro/{metric}/{model}", values["macro"][metric]["value"]
    for metric, name in RANKING.items():
        for cohort, of_cohort in values["per_cohort"].items():
            yield f"ranking/{metric}/{model}/cohort={cohort}", of_cohort[name]
        yield f"ranking-macro/{metric}/{model}", values["macro"][name]["value"]


def same(got, want):
    return got is want if want is None or got is None else isclose(got, want, rel_tol=1e-12, abs_tol=1e-12)


@pytest.mark.parametrize("name", [*SHIPPED, *OTHERS])
def test_a_real_set_reproduces_every_expected_value(name, tmp_path):
    if name in OTHERS and not (SETS / name).is_dir():
        pytest.skip(f"the set {name} is not shipped, and not here")
    plan = project(tmp_path / "p", name)
    seal(plan)
    results = run(plan, tmp_path / "out").results
    rows = {r["address"]: r for r in results["rows"]}
    counts = {(c["threshold"], c["model"], c["cohort"]): c for c in results["counts"]}
    checked = 0
    for threshold, model, values in expected(plan.parent):
        for address, want in addresses(threshold, model, values):
            assert same(rows[address]["estimate"], want), (address, rows[address]["estimate"], want)
            assert (rows[address]["undefined"] is None) == (want is not None), address
            checked += 1
        for cohort, of_cohort in values["per_cohort"].items():
            row = counts[threshold, model, cohort]
            assert {k: row[k] for k in ("tp", "fn", "tn", "fp")} == of_cohort["counts"]
            assert row["units"] == of_cohort["n"]
            assert row["threshold_value"] == of_cohort["threshold"]
            assert same(row["prevalence"], of_cohort["prevalence"])
        for metric in METRICS:
            macro = rows[f"{threshold}-macro/{metric}/{model}"]
            assert macro["defined"] == values["macro"][metric]["used"]
            assert len(macro["undefined_in"]) == values["macro"][metric]["undefined"]
    assert checked > 100


def test_the_careless_set_is_caught_with_file_and_line(tmp_path):
    if not (SETS / "heart_leaky").is_dir():
        pytest.skip("the set heart_leaky is not shipped, and not here")
    from evalspec.pipeline import check

    checked = check(project(tmp_path / "p", "heart_leaky"))
    errors = {(f.name, f.file.rsplit("/", 1)[-1]): f for f in checked.errors}
    both_sides = [f for f in checked.errors if f.name == "resubstitution"]
    assert len(both_sides) == 2
    for fold in ("cleveland", "va_long_beach"):
        (f,) = [f for f in both_sides if f"`{fold}`" in f.message or f" {fold}" in f.message]
        assert "24 " in f.message
        assert f.file == "train_manifest.csv"
        assert f.place
        assert f.place.line > 1
    chosen = [f for f in checked.errors if f.name == "threshold-from-held-out-cohort"]
    assert {f.file for f in chosen} == {"thresholds.json"}
    assert all(f.place and f.place.line >= 1 for f in chosen)
    assert ("unit-in-two-cohorts", "predictions.csv") in errors
