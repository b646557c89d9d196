"""Where the statistics rules leave a fault to the rule that says it best, and where their ground ends."""

from pathlib import Path

import pytest
from rules.examples import findings

from evalspec.records import Finding
from evalspec.rules.base import Example
from evalspec.rules.stat._examples import (
    CLUSTER,
    FILES,
    MULTILABEL,
    TWO_MODELS,
    WILSON,
    compared,
    ranking,
    summary,
    with_columns,
)
from evalspec.rules.stat._populations import SAID, UNCERTAIN, example
from evalspec.terms import Severity

DELTA = ", interval: {method: delta, level: 0.95}"
DELONG = ", interval: {method: delong, level: 0.95}"
REPEATS = "design: {kind: external, repeat: round}\n"


def found(given: str | Example, folder: Path, name: str) -> list[Finding]:
    return [f for f in findings(given, folder) if f.name == name]


def names(given: str | Example, folder: Path) -> set[str]:
    return {f.name for f in findings(given, folder)}


def at_population(more: str) -> str:
    return example(f"{SAID}, {UNCERTAIN}").replace("population: screening}", f"population: screening{more}}}")


def test_a_binomial_interval_of_a_rate_at_a_population_does_not_fit(tmp_path: Path) -> None:
    assert found(at_population(WILSON), tmp_path, "interval-does-not-fit")
    assert not found(at_population(DELTA), tmp_path, "interval-does-not-fit")


@pytest.mark.parametrize("metric", ["f1", "mcc", "{f_beta: {beta: 2}}"])
def test_delta_fits_a_function_of_one_table(metric: str, tmp_path: Path) -> None:
    assert not names(summary(metric, DELTA), tmp_path)


def test_delta_fits_a_sensitivity_at_a_population_and_a_binomial_interval_does_not(tmp_path: Path) -> None:
    for more, objected in ((DELTA, False), (WILSON, True)):
        plan = at_population(more).replace("metric: precision", "metric: sensitivity")
        assert bool(found(plan, tmp_path, "interval-does-not-fit")) is objected


LONG = (
    "data: {predictions: {path: predictions.csv, layout: long}, outcomes: outcomes.csv}\n"
    "models: {m1: {score: score, scale: probability, direction: higher-is-positive},"
    " m2: {score: score, scale: probability, direction: higher-is-positive}}\n"
    "comparisons: [{id: c, role: secondary, summary: s, models: [m1, m2], paired: false}]\n"
)


def test_models_of_a_long_table_may_score_other_units(tmp_path: Path) -> None:
    rows = "".join(f"s{n:02},{'A' if n < 7 else 'B'},{'m1' if n % 2 else 'm2'},0.{n + 10}\n" for n in range(1, 13))
    head = "subject_id,cohort,model,score\n"
    for more, shared in (("", 0), ("s01,A,m2,0.9\n", 1)):
        plan = Example(plan=LONG + summary(), files={"predictions.csv": head + rows + more})
        said = found(plan, tmp_path, "unpaired-test-on-paired-units")
        assert [f"judge {shared} unit both" in f.message for f in said] == [True] * shared


def test_a_test_in_each_cohort_counts_once_a_cohort(tmp_path: Path) -> None:
    (finding,) = found(compared("test: mcnemar-exact", cohorts="each"), tmp_path, "multiplicity-unsaid")
    assert "2 hypotheses (c in each of 2 cohorts)" in finding.message
    assert finding.severity is Severity.WARNING
    assert not found(compared("test: mcnemar-exact"), tmp_path, "multiplicity-unsaid")


def test_loose_gates_are_one_finding(tmp_path: Path) -> None:
    gate = "{{id: {}, require: [{{summary: s, bound: lower, at_least: 0.{}}}]}}"
    plan = summary(more=WILSON) + f"gates: [{gate.format('g', 5)}, {gate.format('h', 6)}]\n"
    said = names(plan, tmp_path)
    assert "gates-without-multiplicity" in said
    assert "multiplicity-unsaid" not in said


def test_a_gate_that_requires_superiority_needs_no_margin(tmp_path: Path) -> None:
    plan = compared("measure: difference")
    for word, due in (("superior", False), ("equivalent", True)):
        gate = f"gates: [{{id: g, require: [{{comparison: c, concludes: {word}}}]}}]\n"
        given = Example(plan=plan.plan + gate, files=plan.files)
        assert bool(found(given, tmp_path, "margin-unsaid")) is due


def test_a_pooled_ranking_of_repeats_is_one_finding(tmp_path: Path) -> None:
    plan = with_columns(REPEATS + ranking(more=", repeats: pooled" + DELONG))
    said = names(plan, tmp_path)
    assert "scores-concatenated-across-fits" in said
    assert "repeats-counted-as-units" not in said


def test_a_cohort_that_is_drawn_whole_brings_its_repeats(tmp_path: Path) -> None:
    drawn = ", interval: {method: bootstrap, level: 0.95, replicates: 99, seed: 1, limits: percentile, resample: WHAT}"
    for what, objected in (("cohorts", False), ("units", True)):
        plan = REPEATS + summary(more=", repeats: pooled" + drawn.replace("WHAT", what))
        assert bool(found(with_columns(plan), tmp_path, "repeats-counted-as-units")) is objected


def outcome(definition: str, unknown: str) -> str:
    return (
        f'outcome: {{kind: binary, column: outcome, positive: "1", negative: "0", definition: {definition},\n'
        f"  reference_standard: registry, unknown: [{unknown}]}}\n"
        "handling: {missing_prediction: refuse, missing_outcome: {exclude: no status}}\n"
    )


@pytest.mark.parametrize(
    ("definition", "unknown", "severity"),
    [
        ("death", "right-censored", [Severity.ERROR]),
        ("death at one year", "lost to follow-up", [Severity.WARNING]),
        ("death within the first 28 days", "Withdrawn", [Severity.WARNING]),
        ("carcinoma in the biopsy", "lost", []),
        ("carcinoma in 12 cores", "sample lost", []),
        ("death within 28 days", "lostwithiel", []),
    ],
)
def test_only_words_of_follow_up_tell_of_censoring(
    definition: str, unknown: str, severity: list[Severity], tmp_path: Path
) -> None:
    said = found(outcome(definition, unknown), tmp_path, "censored-units-excluded")
    assert [f.severity for f in said] == severity


def test_each_word_that_makes_a_call_of_a_missing_score_is_one_finding(tmp_path: Path) -> None:
    unclear = 'indeterminate: {tokens: ["INV"], column: score, as: counts-as-positive}'
    handling = f"handling: {{missing_prediction: counts-as-wrong, missing_outcome: refuse, {unclear}}}\n"
    both = "metric: [auroc, average_precision]"
    plan = handling + ranking().replace("metric: auroc", both) + "curves: [{id: roc, kind: roc, cohorts: each}]\n"
    said = found(plan, tmp_path, "counts-as-wrong-on-ranking")
    assert [f.path[1] for f in said] == ["missing_prediction", "indeterminate"]
    assert all("and 2 more" in f.message for f in said)


def test_tokens_among_calls_do_not_touch_the_scores_of_another_model(tmp_path: Path) -> None:
    models = "models: {m1: {score: score, scale: probability, direction: higher-is-positive}, m2: {calls: call}}\n"
    unclear = 'indeterminate: {tokens: ["INV"], column: call, as: counts-as-wrong}'
    handling = f"handling: {{missing_prediction: refuse, missing_outcome: refuse, {unclear}}}\n"
    plan = models + handling + ranking(more=", models: [m1]")
    assert not found(with_columns(plan), tmp_path, "counts-as-wrong-on-ranking")


def test_delong_of_clustered_units_leaves_a_misfit_to_the_rule_of_misfits(tmp_path: Path) -> None:
    macro = ranking(more=", minimum_defined: 2" + DELONG, cohorts="macro")
    for plan, other in ((macro, "interval-of-another-quantity"), (summary(more=DELONG), "interval-does-not-fit")):
        said = names(with_columns(CLUSTER + plan), tmp_path)
        assert other in said
        assert "delong-on-clustered-units" not in said


def test_a_paired_delong_of_a_macro_value_is_one_finding(tmp_path: Path) -> None:
    pair = "comparisons: [{id: c, role: secondary, summary: s, models: [m1, m2], test: delong}]\n"
    plan = CLUSTER + TWO_MODELS + ranking(more=", minimum_defined: 2", cohorts="macro") + pair
    said = names(with_columns(plan), tmp_path)
    assert "paired-test-on-macro" in said
    assert "delong-on-clustered-units" not in said


def test_a_ranking_of_counts_is_said_once(tmp_path: Path) -> None:
    from evalspec.rules.plan.data_incomplete import COUNTS, TABLE

    plan = COUNTS.replace("thresholds: {main: {source: as-published, why: the manufacturer's label}}\n", "")
    given = Example(
        plan=plan + ranking("auroc", ", minimum_defined: 2", cohorts="by-size"), files={"counts.csv": TABLE}
    )
    said = names(given, tmp_path)
    assert "data-incomplete" in said
    assert "auroc-as-average-of-counts" not in said


def test_accuracy_of_several_labels_is_said_once(tmp_path: Path) -> None:
    said = names(Example(plan=MULTILABEL + summary("accuracy"), files=FILES), tmp_path)
    assert "subset-accuracy-unsaid" in said
    assert "metric-does-not-fit-outcome" not in said


def test_a_single_positive_is_told_as_such(tmp_path: Path) -> None:
    members = "cohorts: {column: cohort, members: {A: {planned: {units: 40, positives: 1}}, B: {planned: {units: 40, positives: 30}}}}\n"
    (finding,) = found(members + summary(cohorts="each"), tmp_path, "few-positives")
    assert finding.message == "at most 1 positive in cohort `A`: its sensitivity can only be 0 or 1 (N+ is 1)"


def test_a_single_negative_is_told_as_such(tmp_path: Path) -> None:
    members = "cohorts: {column: cohort, members: {A: {planned: {units: 40, positives: 39}}, B: {planned: {units: 90, positives: 30}}}}\n"
    rule = "source: training, rule: {specificity_at_least: 0.90}, value: 0.5, positive_when: score >= threshold"
    plan = members + f"thresholds: {{main: {{{rule}}}}}\n" + summary("specificity", cohorts="each")
    (finding,) = found(plan, tmp_path, "specificity-target-finer-than-data")
    assert "there is at most 1 negative: its specificity can only be 0 or 1 (N- is 1)" in finding.message


def test_a_one_sided_rate_against_a_goal_is_a_warning_and_a_margin_an_error(tmp_path: Path) -> None:
    gate = "gates: [{id: g, require: [{summary: s, bound: lower, at_least: 0.5}]}]\n"
    one = ", interval: {method: wilson, level: 0.95, sides: lower}"
    (finding,) = found(summary(more=one) + gate, tmp_path, "one-sided-claim-two-sided-level")
    assert finding.severity is Severity.WARNING
    said = "hypothesis: {kind: superiority}, interval: {method: newcombe-paired, level: 0.95, sides: lower}"
    (finding,) = found(compared(said), tmp_path, "one-sided-claim-two-sided-level")
    assert finding.severity is Severity.ERROR
