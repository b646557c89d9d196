"""The plan that the language's own page shows: two classifiers, each hospital held out, compared where both judge."""

import csv
import json
from fractions import Fraction
from math import isclose, sqrt
from pathlib import Path

import pytest
from project import SETS, project
from scipy.stats import binomtest, norm

from evalspec.pipeline import check, seal
from evalspec.pipeline._run import run
from evalspec.terms import Severity

PLAN = Path(__file__).with_name("heart_loco_compared.yaml")


@pytest.fixture
def folder(tmp_path):
    if not (SETS / "heart_loco").is_dir():
        pytest.skip("the set heart_loco is not shipped, and not here")
    return project(tmp_path / "p", "heart_loco", plan_yaml=PLAN.read_text()).parent


def called(folder):
    """(hospital, subject) to what each model calls a diseased patient, row by row."""
    outcomes = {
        r["subject_id"]: r["outcome"] for r in csv.DictReader((folder / "outcomes.csv").read_text().splitlines())
    }
    values = {
        (r["model"], r["fold"]): r["threshold"]
        for r in json.loads((folder / "thresholds.json").read_text())
        if r["rule"] == "specificity_at_least_0.90"
    }
    found = {}
    for row in csv.DictReader((folder / "predictions.csv").read_text().splitlines()):
        if outcomes[row["subject_id"]] == "1":
            at = found.setdefault((row["cohort"], row["subject_id"]), {})
            at[row["model"]] = float(row["score"]) >= values[row["model"], row["fold"]]
    return found


def test_it_is_free_of_errors_and_its_comparisons_are_those_of_the_rows(folder, tmp_path):
    plan = folder / "plan.yaml"
    assert not [f for f in check(plan).findings if f.severity is Severity.ERROR]
    seal(plan)
    results = run(plan, tmp_path / "out").results
    by_id = {c["comparison"]: c for c in results["comparisons"]}
    pairs = called(folder)
    first = sum(p["logistic"] and not p["gboost"] for p in pairs.values())
    second = sum(p["gboost"] and not p["logistic"] for p in pairs.values())
    pooled = by_id["pooled-difference"]
    assert (pooled["positives"]["first_only"], pooled["positives"]["second_only"]) == (first, second)
    assert isclose(pooled["estimate"], (first - second) / len(pairs), rel_tol=1e-12)
    assert isclose(pooled["p_value"], binomtest(first, first + second).pvalue, rel_tol=1e-9)
    differences, variances = [], []
    for cohort in sorted({c for c, _ in pairs}):
        mine = [p["logistic"] - p["gboost"] for (c, _), p in pairs.items() if c == cohort]
        mean = Fraction(sum(mine), len(mine))
        differences.append(mean)
        variances.append(sum((d - mean) ** 2 for d in mine) / len(mine) ** 2)
    macro = by_id["macro-difference"]
    half = norm.ppf(0.975) * sqrt(sum(variances)) / len(differences)
    assert isclose(macro["estimate"], sum(differences) / len(differences), rel_tol=1e-12)
    assert isclose(macro["lower"], macro["estimate"] - half, rel_tol=1e-9)
    assert isclose(macro["upper"], macro["estimate"] + half, rel_tol=1e-9)
    assert [g["verdict"] for g in results["gates"]] == ["met"]
