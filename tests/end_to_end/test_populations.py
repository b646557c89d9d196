"""Rates at a population and costs: rows at its prevalence and at its limits, intervals from the slopes, gates on the worst."""

from math import sqrt

import pytest
from end_to_end.made import people, planned, rows_of, sound, table
from scipy.optimize import approx_fprime
from scipy.stats import norm

LOW, AT, HIGH = 0.02, 0.05, 0.11
SECTIONS = {
    "populations": f"{{ward: {{prevalence: {AT}, source: a register, uncertainty: {{lower: {LOW}, upper: {HIGH}, "
    "level: 0.95}, rates: assumed-constant, why: the same referrals}}",
    "costs": "{dear: {false_negative: 500, false_positive: 50, unit: euro}, "
    "cheap: {false_negative: 5, false_positive: 50, unit: euro}}",
}
SUMMARIES = "".join(
    f"\n  - {{id: {m}, role: {'secondary' if k else 'primary'}, metric: {m}, threshold: main, models: [a], cohorts: WORD, "
    "population: ward, interval: {method: delta, level: 0.95}}"
    for k, m in enumerate(("precision", "npv", "accuracy"))
) + "".join(
    f"\n  - {{id: {c}, role: secondary, metric: expected_cost, threshold: main, models: [a], cohorts: WORD, "
    f"population: ward, costs: {c}, interval: {{method: delta, level: 0.95}}}}"
    for c in ("dear", "cheap")
)


def formula(name, sens, spec, w):
    cost = {"dear": 500, "cheap": 5}.get(name)
    if cost:
        return cost * w * (1 - sens) + 50 * (1 - w) * (1 - spec)
    return {
        "precision": lambda: w * sens / (w * sens + (1 - w) * (1 - spec)),
        "npv": lambda: (1 - w) * spec / ((1 - w) * spec + w * (1 - sens)),
        "accuracy": lambda: w * sens + (1 - w) * spec,
    }[name]()


def delta(name, counts, w):
    """(value, variance), from numerical slopes by sensitivity and specificity, each a binomial share."""
    tp, fn, tn, fp = counts
    p, n = tp + fn, tn + fp
    at = (tp / p, tn / n)
    slopes = approx_fprime(at, lambda x: formula(name, *x, w), 1e-7)
    return formula(name, *at, w), slopes[0] ** 2 * at[0] * (1 - at[0]) / p + slopes[1] ** 2 * at[1] * (1 - at[1]) / n


NAMES = {
    "precision": "precision", "npv": "npv", "accuracy": "accuracy", "dear": "expected_cost", "cheap": "expected_cost"
}  # fmt: skip


@pytest.mark.parametrize("word", ["pooled", "each", "macro"])
def test_a_rate_at_a_population_has_a_row_at_its_prevalence_and_at_each_limit(tmp_path, word):
    frame = people(200)
    said = f"{word}, minimum_defined: 3" if word == "macro" else word
    made = planned(tmp_path / "p", frame, summaries=SUMMARIES.replace("WORD", said), **SECTIONS)
    rows, checked = rows_of(sound(made)), 0
    for address, row in rows.items():
        name = address.split("/")[0]
        assert row["metric"] == NAMES[name]
        w = {None: AT, "prevalence-lower": LOW, "prevalence-upper": HIGH}[row["scenario"]]
        assert float(row["prevalence"]) == w
        parts = [frame[frame.cohort == c] for c in "ABC"] if word == "macro" else [frame]
        if row["cohort"]:
            parts = [frame[frame.cohort == row["cohort"]]]
        found = [delta(name, table(p), w) for p in parts]
        value, half = (
            sum(v for v, _ in found) / len(found),
            norm.ppf(0.975) * sqrt(sum(s for _, s in found)) / len(found),
        )
        top = 1 if name in ("precision", "npv", "accuracy") else float("inf")
        assert row["estimate"] == pytest.approx(value, rel=1e-9)
        assert (row["lower"], row["upper"]) == pytest.approx((max(0, value - half), min(top, value + half)), rel=1e-5)
        checked += 1
    assert checked == 5 * 3 * (3 if word == "each" else 1)


def test_a_gate_judges_the_least_favourable_scenario_of_the_population(tmp_path):
    frame = people(200)
    tp, fn, tn, fp = table(frame)
    least = formula("precision", tp / (tp + fn), tn / (tn + fp), LOW)
    middle = formula("precision", tp / (tp + fn), tn / (tn + fp), AT)
    limits = (round(least - 0.005, 4), round((least + middle) / 2, 4))
    gates = "".join(
        f"\n  - {{id: g{k}, require: [{{summary: precision, metric: precision, model: a, bound: estimate, at_least: {x}}}]}}"
        for k, x in enumerate(limits)
    )
    made = planned(
        tmp_path / "p", frame, summaries=SUMMARIES.replace("WORD", "pooled"), gates=gates, **SECTIONS
    )  # fmt: skip
    verdicts = {g["id"]: g["verdict"] for g in sound(made).results["gates"]}
    assert verdicts == {"g0": "met", "g1": "not met"}


def test_a_rate_without_positives_is_undefined_at_a_population_and_its_gate_undecided(tmp_path):
    frame = people(60).assign(outcome=0)
    gates = "\n  - {id: g, require: [{summary: precision, metric: precision, model: a, bound: lower, at_least: 0.1}]}"
    made = planned(tmp_path / "p", frame, summaries=SUMMARIES.replace("WORD", "pooled"), gates=gates, **SECTIONS)
    results = sound(made).results
    for row in results["rows"]:
        assert row["estimate"] is None
        assert "= 0" in row["undefined"]
    assert [g["verdict"] for g in results["gates"]] == ["undecided"]


@pytest.mark.parametrize(("margin", "verdict"), [(0.5, "met"), (0.001, "not met")])
def test_a_gate_on_a_comparison_asks_for_its_conclusion(tmp_path, margin, verdict):
    frame = people(200)
    made = planned(
        tmp_path / "p", frame, summaries="\n  - {id: s, role: primary, metric: brier, cohorts: pooled}",
        comparisons="\n  - {id: c, role: secondary, summary: s, models: [a, b], measure: difference, "
        "interval: {method: bootstrap, level: 0.95, replicates: 300, seed: 1, resample: units, limits: percentile}, "
        f"hypothesis: {{kind: non-inferiority, margin: {margin}}}}}",
        gates="\n  - {id: g, require: [{comparison: c, concludes: non-inferior}]}",
    )  # fmt: skip
    results = sound(made).results
    (row,) = results["comparisons"]
    # a lower Brier score is better: not worse by the margin, where the upper limit lies under it
    assert (row["conclusion"] == "non-inferior") == (row["upper"] < margin) == (verdict == "met")
    assert [g["verdict"] for g in results["gates"]] == [verdict]
