"""Laws that metrics of probabilities obey, and their variances and replicates against other ways to the same number."""

from decimal import Decimal
from fractions import Fraction
from math import isclose, isnan, log, sqrt
from statistics import variance

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from metrics.strategies import (
    METRICS,
    PROBABILITIES,
    RANKINGS,
    each_probability,
    groups_of,
    labelled_chances,
    parameters_of,
)

from evalspec.records import Real, ScoreGroup, Undefined

MEANS = ("brier", "log_loss", "net_benefit")
"""Means over units: pooled, they are the size-weighted mean of the parts."""

inner = st.sampled_from([0.05, 0.1, 0.3, 0.5, 0.6, 0.8, 0.99])
labelled_inner = st.lists(st.tuples(inner, st.booleans()), min_size=2, max_size=30)


@each_probability
@given(rows=labelled_chances, data=st.data())
def test_the_order_of_the_rows_changes_no_digit(metric, rows, data):
    told = data.draw(parameters_of(metric))
    assert metric(groups_of(data.draw(st.permutations(rows))), **told) == metric(groups_of(rows), **told)


@each_probability
@given(rows=labelled_chances, data=st.data())
def test_a_probability_metric_keeps_its_bounds_and_is_undefined_without_units(metric, rows, data):
    value = metric(groups_of(rows), **data.draw(parameters_of(metric)))
    assert rows or isinstance(value, Undefined)
    if isinstance(value, Real):
        assert metric.low is None or value.exact >= metric.low
        assert metric.high is None or value.exact <= metric.high


@each_probability
@given(rows=labelled_chances, data=st.data(), k=st.integers(2, 1000))
def test_the_same_units_taken_k_times_give_the_same_value(metric, rows, data, k):
    told = data.draw(parameters_of(metric))
    often = [ScoreGroup(g.score, k * g.n_positive, k * g.n_negative) for g in groups_of(rows)]
    one, other = metric(groups_of(rows), **told), metric(often, **told)
    assert one == other or isclose(one.exact, other.exact, rel_tol=1e-9, abs_tol=1e-11)


@pytest.mark.parametrize("word", MEANS)
@given(first=labelled_chances, second=labelled_chances, data=st.data())
def test_two_parts_put_together_have_the_size_weighted_mean_of_their_values(word, first, second, data):
    assume(first and second)
    told = data.draw(parameters_of(METRICS[word]))
    whole, a, b = (METRICS[word](groups_of(rows), **told).exact for rows in (first + second, first, second))
    assert isclose(whole * len(first + second), a * len(first) + b * len(second), rel_tol=1e-12, abs_tol=1e-12)


@given(first=labelled_chances, second=labelled_chances, data=st.data())
def test_errors_of_calibration_may_cancel_when_put_together_but_never_grow(first, second, data):
    assume(first and second)
    told = data.draw(parameters_of(METRICS["ece"]))
    whole, a, b = (METRICS["ece"](groups_of(rows), **told).exact for rows in (first + second, first, second))
    assert whole * len(first + second) <= a * len(first) + b * len(second)


@given(rows=labelled_chances)
def test_the_brier_score_is_reliability_less_resolution_plus_uncertainty_exactly(rows):
    assume(rows)
    of = {word: METRICS[word](groups_of(rows)).exact for word in PROBABILITIES if word.startswith("brier")}
    assert of["brier"] == of["brier_reliability"] - of["brier_resolution"] + of["brier_uncertainty"]
    assert of["brier"] == sum((Fraction(repr(p)) - up) ** 2 for p, up in rows) / len(rows)


@given(rows=labelled_chances)
def test_one_bin_compares_the_mean_probability_to_the_prevalence(rows):
    assume(rows)
    mean = sum(Fraction(repr(p)) - up for p, up in rows) / len(rows)
    assert METRICS["ece"](groups_of(rows), bins=1, closed="right") == Real(abs(mean))


@given(rows=labelled_inner, word=st.sampled_from(["brier", "log_loss"]))
def test_the_variance_is_that_of_the_units_losses_over_their_number(rows, word):
    losses = [(p - up) ** 2 if word == "brier" else -log(p if up else 1 - p) for p, up in rows]
    spread = METRICS[word].spread(groups_of(rows))
    assert isclose(spread, variance(losses) / len(losses), rel_tol=1e-9, abs_tol=1e-15)
    assert METRICS[word].spread(groups_of(rows[:1])) == Undefined("units - 1 = 0")


@given(rows=labelled_inner, data=st.data())
def test_the_variance_of_net_benefit_is_that_of_what_each_unit_adds(rows, data):
    at = data.draw(parameters_of(METRICS["net_benefit"]))["at"]
    gains = [(1.0 if up else -float(at / (1 - at))) if p >= float(at) else 0.0 for p, up in rows]
    mean = sum(gains) / len(gains)
    expected = sum((gain - mean) ** 2 for gain in gains) / len(gains) ** 2
    assert isclose(METRICS["net_benefit"].spread(groups_of(rows), at=at), expected, rel_tol=1e-9, abs_tol=1e-12)


@given(rows=labelled_inner)
def test_at_the_calibration_fits_the_expected_positives_are_the_observed_ones(rows):
    groups = groups_of(rows)
    value = METRICS["calibration_intercept"](groups)
    assume(isinstance(value, Real))
    expected = [1 / (1 + (1 - p) / p / 2.718281828459045**value.exact) for p, _ in rows]
    assert isclose(sum(expected), sum(up for _, up in rows), rel_tol=1e-10)
    information = sum(q * (1 - q) for q in expected)
    assert isclose(METRICS["calibration_intercept"].spread(groups), 1 / information, rel_tol=1e-9)


@given(low=st.tuples(st.integers(1, 50), st.integers(1, 50)), high=st.tuples(st.integers(1, 50), st.integers(1, 50)))
def test_with_two_probabilities_the_slope_and_its_variance_are_those_of_a_two_by_two_table(low, high):
    groups = [ScoreGroup(0.25, *low), ScoreGroup(0.75, *high)]
    apart = 2 * log(3)
    expected = (log(high[0] / high[1]) - log(low[0] / low[1])) / apart
    assert isclose(METRICS["calibration_slope"](groups).exact, expected, rel_tol=1e-11, abs_tol=1e-11)
    woolf = sum(1 / n for n in (*low, *high))
    assert isclose(sqrt(METRICS["calibration_slope"].spread(groups)), sqrt(woolf) / apart, rel_tol=1e-9)


@given(rows=labelled_inner)
def test_swapping_the_classes_turns_the_intercept_round_and_leaves_the_slope(rows):
    swapped = groups_of([(Fraction(1) - Fraction(repr(p)), not up) for p, up in rows])
    for word, sign in (("calibration_intercept", -1), ("calibration_slope", 1)):
        one, other = METRICS[word](groups_of(rows)), METRICS[word](swapped)
        assert isinstance(one, Undefined) == isinstance(other, Undefined)
        if isinstance(one, Real):
            assert isclose(sign * one.exact, other.exact, rel_tol=1e-9, abs_tol=1e-9)


REPLICATED = {k: m for k, m in {**PROBABILITIES, **RANKINGS}.items() if m.replicated}


@pytest.mark.parametrize("metric", REPLICATED.values(), ids=REPLICATED)
@given(data=st.data(), scores=st.lists(st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.95, 1.0]), min_size=1, unique=True))
def test_replicates_in_one_pass_are_those_one_by_one(metric, data, scores):
    told, scores = data.draw(parameters_of(metric)), sorted(scores)
    numbers = st.lists(st.lists(st.integers(0, 4), min_size=len(scores), max_size=len(scores)), min_size=4, max_size=4)
    positives, negatives = np.array(data.draw(numbers)), np.array(data.draw(numbers))
    given_scores = (np.array(scores),) if metric.id in PROBABILITIES else ()
    got = metric.replicated(*given_scores, positives, negatives, **told)
    assert got.shape == (4,)
    for value, up, down in zip(got.tolist(), positives.tolist(), negatives.tolist(), strict=True):
        one = metric([ScoreGroup(s, p, n) for s, p, n in zip(scores, up, down, strict=True)], **told)
        if isinstance(one, Undefined):
            assert isnan(value)
        else:
            assert value == one.exact or isclose(value, one.exact, rel_tol=1e-12, abs_tol=1e-12)


def test_brier_log_loss_ece_net_benefit_auroc_and_average_precision_have_replicates_in_one_pass():
    assert set(REPLICATED) == {"brier", "log_loss", "ece", "net_benefit", "auroc", "average_precision"}


WRONG = [
    ("log_loss", {"clip": 0.01}, TypeError, "exact number"),
    ("log_loss", {"clip": "some"}, TypeError, "exact number"),
    ("log_loss", {"clip": Decimal(0)}, ValueError, "between 0 and 1/2"),
    ("log_loss", {"clip": Decimal("0.5")}, ValueError, "between 0 and 1/2"),
    ("net_benefit", {"at": 0.1}, TypeError, "exact number"),
    ("net_benefit", {"at": 1}, ValueError, "strictly between"),
    ("net_benefit", {"at": Decimal(0)}, ValueError, "strictly between"),
    ("ece", {"bins": 0, "closed": "left"}, ValueError, "1 or more"),
    ("ece", {"bins": 10.0, "closed": "left"}, TypeError, "whole number"),
    ("ece", {"bins": True, "closed": "left"}, TypeError, "whole number"),
    ("ece", {"bins": 10, "closed": "both"}, ValueError, "left or right"),
    ("partial_auroc", {"specificity_at_least": 0.9}, TypeError, "exact number"),
    ("partial_auroc", {"specificity_at_least": 1}, ValueError, "below 1"),
    ("partial_auroc", {"specificity_at_least": Decimal("-0.1")}, ValueError, "below 1"),
]


@pytest.mark.parametrize(("word", "told", "error", "said"), WRONG)
def test_a_parameter_that_is_no_such_number_is_refused(word, told, error, said):
    with pytest.raises(error, match=said):
        METRICS[word]([ScoreGroup(0.2, 1, 1), ScoreGroup(0.4, 1, 1)], **told)


@each_probability
def test_a_score_outside_0_to_1_is_refused(metric):
    told = {"at": Fraction(1, 5), "bins": 10, "closed": "left", "clip": None}
    for scores in ((-0.1, 0.5), (0.5, 1.1)):
        with pytest.raises(ValueError, match="no probability"):
            metric([ScoreGroup(s, 1, 1) for s in scores], **{name: told[name] for name in metric.parameters})


@given(rows=labelled_chances)
def test_a_specificity_of_at_least_0_leaves_the_whole_area(rows):
    assert METRICS["partial_auroc"](groups_of(rows), specificity_at_least=0) == METRICS["auroc"](groups_of(rows))
