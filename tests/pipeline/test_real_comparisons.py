"""The two models of each real set compared: paired table, McNemar, costs and crossover as the set's file has them."""

import json
from math import isclose

import pytest
from project import SETS, project

from evalspec.pipeline import seal
from evalspec.pipeline._run import run

THRESHOLDS = {"youden": "max_youden", "sp90": "specificity_at_least_0.90", "sp95": "specificity_at_least_0.95"}
NAMES = ("indo-rct", "opt-stillbirth", "heart_loco", "obesity_10_studies")

SUMMARIES = """\
  - {{id: cost-{t}, role: secondary, metric: expected_cost, threshold: {t}, cohorts: pooled}}
  - {{id: right-{t}, role: secondary, metric: accuracy, threshold: {t}, cohorts: pooled}}
"""
COMPARISONS = """\
  - {{id: paired-{t}, role: secondary, summary: right-{t}, models: [logistic, gboost], test: mcnemar-exact}}
  - {{id: crossing-{t}, role: secondary, summary: cost-{t}, models: [logistic, gboost], measure: crossover-prevalence}}
"""


@pytest.mark.parametrize("name", NAMES)
def test_the_models_of_a_real_set_differ_and_cost_what_its_file_says(name, tmp_path):
    if name not in ("indo-rct", "opt-stillbirth") and not (SETS / name).is_dir():
        pytest.skip(f"the set {name} is not shipped, and not here")
    plan = project(tmp_path / "p", name)
    text = plan.read_text()
    expected = json.loads((plan.parent / "expected.json").read_text())
    wanted = {t: expected[key] for t, key in THRESHOLDS.items() if key in expected}
    assert len(wanted) >= 2
    assert "\ncomparisons:" not in text
    more = "".join(SUMMARIES.format(t=t) for t in wanted)
    compared = "costs: {false_negative: 500, false_positive: 50, unit: EUR}\ncomparisons:\n" + "".join(
        COMPARISONS.format(t=t) for t in wanted
    )
    plan.write_text(text.replace("summaries:\n", f"{compared}summaries:\n{more}"))
    seal(plan)
    results = run(plan, tmp_path / "out").results
    rows = {r["address"]: r for r in results["rows"]}
    by_id = {c["comparison"]: c for c in results["comparisons"]}
    for t, want in wanted.items():
        assert_paired(by_id[f"paired-{t}"], want["_paired"])
        for model, cost in want["_cost"]["pooled_cost_per_case"].items():
            assert isclose(rows[f"cost-{t}/expected_cost/{model}"]["estimate"], cost, rel_tol=1e-12)
        crossing, at = by_id[f"crossing-{t}"], want["_cost"]["crossover_prevalence"]
        assert (crossing["estimate"] is None) == (at is None) == bool(crossing["undefined"])
        assert at is None or isclose(crossing["estimate"], at, rel_tol=1e-9)


def assert_paired(row, want):
    """Right is called where positive and not called where negative."""
    of, others = row["positives"], row["negatives"]
    assert (row["first"], row["second"]) == (want["a"], want["b"])
    assert of["first_only"] + others["second_only"] == want["only_a_correct"]
    assert of["second_only"] + others["first_only"] == want["only_b_correct"]
    assert of["both"] + others["neither"] == want["both_correct"]
    assert of["neither"] + others["both"] == want["both_wrong"]
    assert isclose(row["p_value"], want["mcnemar_exact_p"], rel_tol=1e-9)
    units = sum(want[k] for k in ("only_a_correct", "only_b_correct", "both_correct", "both_wrong"))
    assert isclose(row["estimate"], (want["only_a_correct"] - want["only_b_correct"]) / units, rel_tol=1e-12)
