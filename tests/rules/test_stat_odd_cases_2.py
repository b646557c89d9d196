"""Odd cases of the rules about what a number means, beyond their examples."""

from pathlib import Path

from rules.examples import findings

from evalspec.rules.base import Example
from evalspec.rules.stat._examples import CLUSTER, TWO_MODELS, WILSON, ranking, summary, with_columns


def names(given: str | Example, folder: Path) -> list[str]:
    return [f.name for f in findings(given, folder)]


def members(planned: str) -> str:
    return f"cohorts: {{column: cohort, members: {{A: {{{planned}}}, B: {{{planned}}}}}}}\n"


def target(value: str) -> str:
    rule = f"source: training, rule: {{specificity_at_least: {value}}}, value: 0.5, positive_when: score >= threshold"
    return f"thresholds: {{main: {{{rule}}}}}\n"


def test_ten_negatives_hold_one_false_positive_at_a_target_of_nine_tenths(tmp_path: Path) -> None:
    plan = members("planned: {units: 15, positives: 5}") + summary("specificity", cohorts="each")
    assert "specificity-target-finer-than-data" not in names(target("0.90") + plan, tmp_path)
    assert "specificity-target-finer-than-data" in names(target("0.91") + plan, tmp_path)


def test_units_alone_show_that_a_target_is_too_fine(tmp_path: Path) -> None:
    plan = members("expected: {units: 6}") + summary("specificity", cohorts="each")
    found = [f for f in findings(target("0.90") + plan, tmp_path) if f.name == "specificity-target-finer-than-data"]
    assert ["1/6" in f.message for f in found] == [True]


def test_twenty_positives_are_not_few_and_nineteen_are(tmp_path: Path) -> None:
    for number, few in ((20, False), (19, True)):
        plan = members(f"planned: {{units: 200, positives: {number}}}") + summary(cohorts="each")
        assert ("few-positives" in names(plan, tmp_path)) is few


def test_strata_at_different_shares_are_one_finding(tmp_path: Path) -> None:
    sampling = "sampling: {kind: random, strata: {column: group, fractions: {F: 1, M: 0.1}}}\n"
    found = names(with_columns(sampling + summary("precision", WILSON)), tmp_path)
    assert found.count("unit-weights-not-in-version") == 1
    assert "precision-on-altered-mix" not in found


def test_a_clustered_auroc_is_delongs_fault_alone(tmp_path: Path) -> None:
    found = names(with_columns(CLUSTER + ranking(more=", interval: {method: delong, level: 0.95}")), tmp_path)
    assert "delong-on-clustered-units" in found
    assert "binomial-interval-on-clustered-units" not in found


def test_several_primaries_silence_multiplicity_of_hypotheses(tmp_path: Path) -> None:
    two = ", ".join(
        f"{{id: {c}, role: primary, summary: s, models: [m1, m2], hypothesis: {{kind: superiority}}}}" for c in "cd"
    )
    found = names(with_columns(TWO_MODELS + summary() + f"comparisons: [{two}]\n"), tmp_path)
    assert "several-primaries-without-multiplicity" in found
    assert "multiplicity-unsaid" not in found


def test_a_test_of_two_groups_is_no_unknown_name_too(tmp_path: Path) -> None:
    said = "comparisons: [{id: c, role: secondary, summary: s, models: [m1, m2], test: fisher-exact}]\n"
    found = names(with_columns(TWO_MODELS + summary() + said), tmp_path)
    assert "unpaired-test-on-paired-units" in found
    assert "unknown-name" not in found
