"""How cohorts differ, what a fit over them found, and what an interval over cohorts is about."""

import pytest
from report.studies import line, said, text_of, two_models
from specs.golden import ran as spec

SUMMARIES = """
  - {id: re, role: primary, metric: sensitivity, threshold: main, models: [new],
     cohorts: {random-effects: {scale: logit, zero_cells: half-where-zero, tau2: paule-mandel}},
     minimum_defined: 3, interval: {method: prediction-t, level: 0.95}}
  - {id: iv, role: secondary, metric: sensitivity, threshold: main, models: [new], cohorts: {inverse-variance: {scale: logit, zero_cells: half-where-zero}},
     minimum_defined: 3}
  - {id: nc, role: secondary, metric: specificity, threshold: main, models: [new], cohorts: macro,
     minimum_defined: 3, interval: {method: t-between, level: 0.95}}
  - {id: w, role: secondary, metric: sensitivity, threshold: main, models: [new], cohorts: worst, minimum_defined: 3}
"""
PLAN = "{id: report, title: A reported case, question: What is right here?, target: new-cohort}"


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    return two_models(tmp_path_factory.mktemp("spread"), plan=PLAN, summaries=SUMMARIES)


def test_a_fit_over_cohorts_tells_its_scale_q_i2_and_tau2_and_how_each_cohort_weighs(ran):
    fit = next(h for h in ran.results["heterogeneity"] if h["address"].startswith("re/"))
    told = f"heterogeneity on the logit scale over 4 cohorts: Q {fit['q']:.4f} on 3 degrees of freedom, I² {100 * fit['i2']:.1f} %, tau² {fit['tau2']:.4f}"
    assert told in said(ran)
    weights = [m for m in ran.results["companions"] if m["address"] == fit["address"]]
    assert "weights: " + ", ".join(f"{m['cohort']} {m['weight']:.4f}" for m in weights) in said(ran)
    assert "random-effects over cohorts: weighted by 1/(variance + tau²)" in said(ran)


def test_a_prediction_interval_is_called_one_and_says_whom_it_is_about(ran):
    row = ran.row("re/sensitivity/new")
    assert f"95 % prediction interval {row['lower']:.4f} to {row['upper']:.4f} (prediction-t)" in said(ran)
    assert "for the true value in a cohort like these that is not among them, not for the mean" in said(ran)


def test_an_interval_between_cohorts_says_that_they_are_taken_as_a_sample(ran):
    assert "of the mean over cohorts like these, which are taken as a sample of them" in said(ran)
    assert "cohorts range from" in said(ran)


def test_the_worst_cohort_is_a_line_beside_the_means(ran):
    assert line(ran, "new at main", "worst")[-1] == "(4/4)"


def test_where_nothing_was_fitted_there_is_no_word_of_heterogeneity(tmp_path):
    ran = two_models(
        tmp_path, summaries="\n  - {id: a, role: primary, metric: sensitivity, threshold: main, cohorts: macro, minimum_defined: 4}\n"
    )  # fmt: skip
    assert "heterogeneity" not in text_of(ran)
    assert "weights:" not in text_of(ran)


def test_leave_one_cohort_out_says_that_values_of_cohorts_share_training_data(tmp_path):
    left = spec("leave-one-cohort-out/sensitivity", tmp_path)
    told = " ".join(left.report.split())
    assert "the fits of different folds share most of their training cohorts" in told
    assert "an interval over cohorts (cohorts-alike) takes them as independent" in told


def test_an_external_evaluation_says_nothing_of_shared_training_data(ran):
    assert "share most of their training" not in said(ran)
