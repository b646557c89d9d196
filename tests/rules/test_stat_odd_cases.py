"""Where the statistics rules lower themselves, keep out of each other's way, or say what they would need."""

from pathlib import Path

import pytest
from rules.examples import judgements

from evalspec.records import Finding, Judgement
from evalspec.terms import Severity, Status

INTERVAL = "interval: {method: wilson, level: 0.95}"


def judged(plan: str, folder: Path) -> dict[str, Judgement]:
    found = judgements(plan, folder)
    return {j.name: j for j in found if isinstance(j, Judgement)}


def only(plan: str, rule: str, folder: Path) -> Finding:
    (finding,) = judged(plan, folder)[rule].findings
    return finding


def summary(rest: str, role: str = "primary") -> str:
    return f"summaries: [{{id: s, role: {role}, {rest}}}]\n"


def planned(a: str, b: str) -> str:
    return f"cohorts: {{column: cohort, members: {{A: {{planned: {a}}}, B: {{planned: {b}}}}}}}\n"


ACCURACY = f"metric: accuracy, threshold: main, cohorts: pooled, {INTERVAL}"


@pytest.mark.parametrize(
    ("role", "a", "b", "severity"),
    [
        ("primary", "{prevalence: 0.02}", "{prevalence: 0.05}", Severity.ERROR),
        ("primary", "{prevalence: 0.02}", "{prevalence: 0.4}", Severity.WARNING),
        ("secondary", "{prevalence: 0.02}", "{prevalence: 0.05}", Severity.WARNING),
    ],
)
def test_accuracy_of_a_rare_outcome_is_an_error_where_it_is_the_claim(
    role: str, a: str, b: str, severity: Severity, tmp_path: Path
) -> None:
    plan = planned(a, b) + summary(ACCURACY, role)
    assert only(plan, "accuracy-for-rare-outcome", tmp_path).severity is severity


def test_whether_an_outcome_is_rare_is_not_guessed(tmp_path: Path) -> None:
    judgement = judged(summary(ACCURACY), tmp_path)["accuracy-for-rare-outcome"]
    assert judgement.status is Status.UNDECIDED
    assert "planned.prevalence" in judgement.reason


def test_one_in_ten_is_not_rare(tmp_path: Path) -> None:
    plan = planned("{units: 100, positives: 10}", "{prevalence: 0.10}") + summary(ACCURACY)
    assert judged(plan, tmp_path)["accuracy-for-rare-outcome"].status is Status.PASSED


def test_precision_without_a_word_on_sampling_is_undecided(tmp_path: Path) -> None:
    plan = summary(f"metric: precision, threshold: main, cohorts: pooled, {INTERVAL}")
    assert judged(plan, tmp_path)["precision-on-altered-mix"].status is Status.UNDECIDED


def test_equal_fractions_alter_no_mix(tmp_path: Path) -> None:
    plan = summary(f"metric: precision, threshold: main, cohorts: pooled, {INTERVAL}")
    plan += "sampling: {kind: random, fractions: {positive: 0.1, negative: 0.1}}"
    assert judged(plan, tmp_path)["precision-on-altered-mix"].status is Status.PASSED


@pytest.mark.parametrize(
    ("rest", "rule"),
    [
        (f"cohorts: macro, minimum_defined: 2, {INTERVAL}", "interval-of-another-quantity"),
        (f"cohorts: worst, minimum_defined: 2, {INTERVAL}", "interval-on-worst"),
        ("cohorts: each, interval: {method: delta, level: 0.95}", "interval-does-not-fit"),
    ],
)
def test_a_wrong_interval_is_told_by_one_rule(rest: str, rule: str, tmp_path: Path) -> None:
    found = judged(summary(f"metric: sensitivity, threshold: main, {rest}"), tmp_path)
    assert {j.name for j in found.values() if any(f.severity is Severity.ERROR for f in j.findings)} == {rule}


def test_a_word_for_the_pr_curve_is_told_once(tmp_path: Path) -> None:
    found = judged("thresholds:\n" + summary("metric: PR-AUC, cohorts: each"), tmp_path)
    assert {j.name for j in found.values() if j.findings} == {"ap-definition-unsaid"}


def test_pooled_ranking_is_a_note_within_one_fit_and_an_error_across_fits(tmp_path: Path) -> None:
    plan = "thresholds:\n" + summary("metric: auroc, cohorts: pooled, interval: {method: delong, level: 0.95}")
    assert only(plan, "pooled-ranking-mixes-cohorts", tmp_path).severity is Severity.NOTE
    loco = judged(plan + "design: {kind: leave-one-cohort-out, fold: cohort}\n", tmp_path)
    assert not loco["pooled-ranking-mixes-cohorts"].findings
    assert loco["scores-concatenated-across-fits"].findings


def test_scores_pooled_over_folds_are_of_several_fits(tmp_path: Path) -> None:
    plan = "thresholds:\ndesign: {kind: cross-validation, fold: cohort}\n"
    pooled = plan + summary("metric: auroc, cohorts: each, folds: pooled")
    assert only(pooled, "scores-concatenated-across-fits", tmp_path).path[-1] == "folds"
    apart = plan + summary("metric: auroc, cohorts: each, folds: macro, minimum_defined: 2")
    assert not judged(apart, tmp_path)["scores-concatenated-across-fits"].findings


def test_no_interval_is_asked_for_where_none_is_honest(tmp_path: Path) -> None:
    head = "plan: {id: p, title: A classifier, question: How often does it find sepsis elsewhere, target: new-cohort}\n"
    macro = head + summary("metric: sensitivity, threshold: main, cohorts: macro, minimum_defined: 2")
    assert not judged(macro, tmp_path)["interval-unsaid"].findings
    part = summary("metric: {partial_auroc: {specificity_at_least: 0.9}}, cohorts: each")
    assert not judged(part, tmp_path)["interval-unsaid"].findings


def test_a_mean_that_may_rest_on_one_cohort_is_told_once(tmp_path: Path) -> None:
    rest = "metric: sensitivity, threshold: main, cohorts: macro, minimum_defined: 1, interval: {method: delta, level: 0.95}"
    found = judged(summary(rest), tmp_path)
    assert {j.name for j in found.values() if j.findings} == {"single-cohort-macro"}
