"""The paired table, its exact test, the costs and the crossover of a real set of four hospitals; skipped where it is absent."""

import json

import pytest
from project import SETS, project

from evalspec.pipeline import check, seal
from evalspec.pipeline._run import run

RULES = {"youden": "max_youden", "sp90": "specificity_at_least_0.90"}


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """(what the set expects, comparisons and rows of a plan that asks for it)."""
    if not (SETS / "heart_loco").is_dir():
        pytest.skip("the set heart_loco is not shipped, and not here")
    folder = tmp_path_factory.mktemp("heart")
    plan = project(folder / "p", "heart_loco")
    expected = json.loads((plan.parent / "expected.json").read_text())
    costs = {k: expected[r]["_cost"] for k, r in RULES.items()}
    (cost,) = {(c["c_fn"], c["c_fp"]) for c in costs.values()}
    costed = f"costs: {{false_negative: {cost[0]:g}, false_positive: {cost[1]:g}, unit: euro}}\n"
    more, against = "", "comparisons:\n"
    for k in RULES:
        for name, metric in (("right", "accuracy"), ("cost", "expected_cost")):
            more += f"  - {{id: {k}-{name}, role: secondary, metric: {metric}, threshold: {k}, cohorts: pooled}}\n"
        two = f"role: secondary, summary: {k}-"
        against += (
            f"  - {{id: {k}-right-more, {two}right, models: [logistic, gboost], measure: difference, test: mcnemar-exact, "
            "interval: {method: wald-paired, level: 0.95}}\n"
            f"  - {{id: {k}-cross, {two}cost, models: [logistic, gboost], measure: crossover-prevalence}}\n"
        )
    text = plan.read_text().replace("\nhandling:", f"\n{more}{against}{costed}handling:")
    plan.write_text(text)
    errors = check(plan).errors
    assert not errors, [(f.name, f.message) for f in errors]
    seal(plan)
    results = run(plan, folder / "out").results
    return expected, {c["comparison"] if "comparison" in c else c["address"].split("/")[0]: c
                      for c in results["comparisons"]}, {r["address"]: r for r in results["rows"]}  # fmt: skip


@pytest.mark.parametrize("threshold", RULES)
def test_who_is_right_and_the_exact_test_are_reproduced(both, threshold):
    expected, comparisons, _ = both
    want, row = expected[RULES[threshold]]["_paired"], comparisons[f"{threshold}-right-more"]
    # accuracy: a unit is right where positives are called and negatives are not
    p, n = row["positives"], row["negatives"]
    assert p["first_only"] + n["second_only"] == want["only_a_correct"]
    assert p["second_only"] + n["first_only"] == want["only_b_correct"]
    assert p["both"] + n["neither"] == want["both_correct"]
    assert p["neither"] + n["both"] == want["both_wrong"]
    assert row["p_value"] == pytest.approx(want["mcnemar_exact_p"], rel=1e-12)
    units = sum(want[k] for k in ("only_a_correct", "only_b_correct", "both_correct", "both_wrong"))
    assert row["estimate"] == pytest.approx((want["only_a_correct"] - want["only_b_correct"]) / units, rel=1e-12)


@pytest.mark.parametrize("threshold", RULES)
def test_the_cost_a_case_and_the_crossover_are_reproduced(both, threshold):
    expected, comparisons, rows = both
    want = expected[RULES[threshold]]["_cost"]
    for model, cost in want["pooled_cost_per_case"].items():
        assert rows[f"{threshold}-cost/expected_cost/{model}"]["estimate"] == pytest.approx(cost, rel=1e-12)
    crossing = comparisons[f"{threshold}-cross"]["estimate"]
    assert crossing == pytest.approx(want["crossover_prevalence"], rel=1e-12)
