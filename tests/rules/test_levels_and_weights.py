"""Levels under bonferroni, weights from the data, bootstraps: what counts, how often, and what is offered instead."""

from pathlib import Path

import pytest
from rules.examples import findings

from evalspec.records import Finding
from evalspec.rules.base import Example
from evalspec.rules.stat._examples import FILES, TWO_MODELS, summary
from evalspec.rules.stat.bonferroni_levels import claims, wilson
from evalspec.rules.stat.bootstrap_incomplete import drawn
from evalspec.rules.stat.weights_from_data_incomplete import weighed
from evalspec.terms import Severity


def told(given: str | Example, folder: Path, name: str) -> list[Finding]:
    return [f for f in findings(given, folder) if f.name == name]


LEVELS = "bonferroni-levels"


def test_what_the_levels_spend_is_added_up_with_its_parts(tmp_path: Path) -> None:
    (found,) = told(claims(wilson("0.95"), wilson("0.97")), tmp_path, LEVELS)
    assert found.message == "the levels under bonferroni spend 0.05 (found) + 0.03 (spared) = 0.08, more than 0.05"
    assert found.help.endswith("with 2 claims alike, `level: 0.975`")


def test_a_one_sided_level_counts_twice(tmp_path: Path) -> None:
    (found,) = told(claims(wilson("0.975"), wilson("0.975", ", sides: lower")), tmp_path, LEVELS)
    assert "0.025 (found) + 0.05 (spared) = 0.075" in found.message


@pytest.mark.parametrize(
    ("change", "numbers"),
    [((", cohorts: pooled", ", cohorts: pooled"), 1), (("metric: sensitivity", "metric: [sensitivity, npv]"), 2),
     (("cohorts: pooled", "cohorts: each"), 2)],
)  # fmt: skip
def test_each_number_of_a_primary_summary_is_a_claim(change: tuple[str, str], numbers: int, tmp_path: Path) -> None:
    plan = claims(wilson("0.99"), wilson("0.99")).replace(*change, 1)
    found = told(plan.replace("0.99", "0.95", 1), tmp_path, LEVELS)
    assert [f"{numbers} x 0.05 (found)" in f.message or numbers == 1 for f in found] == [True]


def test_both_models_of_a_summary_are_claims(tmp_path: Path) -> None:
    plan = TWO_MODELS + claims(wilson("0.975"), wilson("0.975"))
    (found,) = told(Example(plan=plan, files=FILES), tmp_path, LEVELS)
    assert "2 x 0.025 (found) + 2 x 0.025 (spared) = 0.1" in found.message


def test_three_claims_alike_are_offered_a_level_that_is_enough(tmp_path: Path) -> None:
    plan = claims(wilson("0.95"), wilson("0.95")).replace("metric: sensitivity", "metric: [sensitivity, npv]")
    (found,) = told(plan, tmp_path, LEVELS)
    assert "`level: 0.9834`" in found.help
    assert not told(plan.replace("0.95", "0.9834"), tmp_path, LEVELS)


def test_a_claim_without_an_interval_has_no_part(tmp_path: Path) -> None:
    (found,) = told(claims(wilson("0.975"), ""), tmp_path, LEVELS)
    assert (
        found.message == "`multiplicity` says bonferroni, and `spared` has no interval, whose level would be its part"
    )


WEIGHTS = "weights-from-data-incomplete"


def test_everything_that_weights_lack_is_one_finding(tmp_path: Path) -> None:
    (found,) = told(weighed("{random-effects: {}}"), tmp_path, WEIGHTS)
    assert found.message == "`random-effects` in `s` does not say its `scale`, `tau2`"


@pytest.mark.parametrize(
    ("given", "help"),
    [("{inverse-variance: {scale: logits, zero_cells: undefined}}", "did you mean `logit`?"),
     ("{random-effects: {scale: identity, tau2: dersimonian}}", "dersimonian-laird"),
     ("{inverse-variance: {scale: identity, zero_cell: undefined}}", "did you mean `zero_cells`?")],
)  # fmt: skip
def test_a_misspelt_word_of_weights_is_told_what_is_meant(given: str, help: str, tmp_path: Path) -> None:
    (found,) = told(weighed(given), tmp_path, WEIGHTS)
    assert help in found.help


def test_few_replicates_are_a_warning_and_a_missing_seed_an_error(tmp_path: Path) -> None:
    said = ", replicates: REPLICATES, resample: units, limits: percentile"
    (few,) = told(drawn(said.replace("REPLICATES", "999") + ", seed: 1"), tmp_path, "bootstrap-incomplete")
    assert few.severity is Severity.WARNING
    (unsaid,) = told(drawn(said.replace("REPLICATES", "1000")), tmp_path, "bootstrap-incomplete")
    assert (unsaid.severity, unsaid.message) == (Severity.ERROR, "the bootstrap in `s` does not say its `seed`")


def test_a_primary_mean_for_a_new_cohort_is_asked_for_its_interval_where_three_cohorts_are(tmp_path: Path) -> None:
    head = "plan: {id: p, title: A classifier, question: How often elsewhere, target: new-cohort}\n"
    three = "cohorts: {column: cohort, members: [A, B, C]}\n"
    macro = summary(more=", minimum_defined: 3", cohorts="macro")
    (found,) = told(head + three + macro, tmp_path, "interval-unsaid")
    assert found.help == "give it one: `t-between`, with its level"
