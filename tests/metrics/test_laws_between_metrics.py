"""What ties one metric to another: classes swapped, calls and outcomes swapped, and textbook identities."""

from fractions import Fraction
from math import isclose

import pytest
from hypothesis import assume, given
from metrics.strategies import METRICS, betas, numbers, tables

from evalspec.records import Counts, Undefined

CLASSES_SWAPPED = {
    "sensitivity": "specificity",
    "precision": "npv",
    "ppa": "npa",
    "false_positive_rate": "false_negative_rate",
    "false_discovery_rate": "false_omission_rate",
    "accuracy": "accuracy",
    "balanced_accuracy": "balanced_accuracy",
    "youden": "youden",
    "kappa": "kappa",
    "mcc": "mcc",
    "diagnostic_odds_ratio": "diagnostic_odds_ratio",
}
CALLS_AND_OUTCOMES_SWAPPED = {
    "sensitivity": "precision",
    "specificity": "npv",
    "false_positive_rate": "false_omission_rate",
    "false_negative_rate": "false_discovery_rate",
    "prevalence": "positive_rate",
    "f1": "f1",
    "accuracy": "accuracy",
    "detection_rate": "detection_rate",
    "kappa": "kappa",
    "mcc": "mcc",
}
COMPLEMENTS = {
    "sensitivity": "false_negative_rate",
    "specificity": "false_positive_rate",
    "precision": "false_discovery_rate",
    "npv": "false_omission_rate",
}


def exact(name: str, table: Counts, **parameters) -> Fraction | float | None:
    value = METRICS[name](table, **parameters)
    return None if isinstance(value, Undefined) else value.exact


def pairs(of: dict[str, str]):
    both_ways = {*of.items(), *((b, a) for a, b in of.items())}
    return pytest.mark.parametrize(("one", "other"), sorted(both_ways))


@pairs(CLASSES_SWAPPED)
@given(table=tables)
def test_swapping_the_classes_swaps_the_metrics_that_mirror_each_other(one, other, table):
    assert exact(one, table) == exact(other, Counts(tp=table.tn, fn=table.fp, tn=table.tp, fp=table.fn))


@pairs(CALLS_AND_OUTCOMES_SWAPPED)
@given(table=tables)
def test_swapping_calls_and_outcomes_swaps_the_metrics_that_mirror_each_other(one, other, table):
    assert exact(one, table) == exact(other, Counts(tp=table.tp, fn=table.fp, tn=table.tn, fp=table.fn))


@pairs(COMPLEMENTS)
@given(table=tables)
def test_a_rate_and_its_complement_sum_to_one_and_are_undefined_together(one, other, table):
    a, b = exact(one, table), exact(other, table)
    assert (a is None and b is None) or a + b == 1


@given(table=tables)
def test_agreement_is_the_arithmetic_of_sensitivity_and_specificity(table):
    assert exact("ppa", table) == exact("sensitivity", table)
    assert exact("npa", table) == exact("specificity", table)


@given(table=tables)
def test_accuracy_is_the_prevalence_weighted_mean_of_the_two_rates(table):
    prevalence, rates = exact("prevalence", table), (exact("sensitivity", table), exact("specificity", table))
    assume(None not in rates)
    assert exact("accuracy", table) == prevalence * rates[0] + (1 - prevalence) * rates[1]
    assert exact("balanced_accuracy", table) == sum(rates) / 2
    assert exact("youden", table) == sum(rates) - 1
    assert exact("detection_rate", table) == prevalence * rates[0]


@given(table=tables)
def test_likelihood_ratios_are_quotients_of_rates_and_their_quotient_is_the_odds_ratio(table):
    sensitivity, specificity = exact("sensitivity", table), exact("specificity", table)
    positive, negative = exact("likelihood_ratio_positive", table), exact("likelihood_ratio_negative", table)
    if positive is not None:
        assert positive == sensitivity / (1 - specificity)
    if negative is not None:
        assert negative == (1 - sensitivity) / specificity
    odds = exact("diagnostic_odds_ratio", table)
    if None not in (positive, negative, odds):
        assert odds == positive / negative


@given(table=tables)
def test_kappa_is_agreement_beyond_chance(table):
    kappa = exact("kappa", table)
    assume(kappa is not None)
    n = table.units
    called = table.tp + table.fp
    chance = Fraction(table.positives * called + table.negatives * (n - called), n * n)
    assert kappa == (exact("accuracy", table) - chance) / (1 - chance)


@given(table=tables)
def test_mcc_squared_is_the_product_of_the_two_informations(table):
    mcc, rates = exact("mcc", table), [exact(name, table) for name in ("precision", "npv")]
    assume(mcc is not None)
    markedness = sum(rates) - 1
    informedness = exact("youden", table)
    assert isclose(float(mcc) ** 2, float(informedness * markedness), rel_tol=1e-13)
    assert (mcc > 0) == (informedness > 0)
    assert -1 <= mcc <= 1


@given(tp=numbers, fn=numbers, fp=numbers, k=numbers)
def test_mcc_of_any_size_is_as_exact_as_of_small_tables(tp, fn, fp, k):
    table = Counts(tp=tp + 1, fn=fn, tn=k + 1, fp=fp)
    huge = 10**200
    large = Counts(tp=table.tp * huge, fn=fn * huge, tn=table.tn * huge, fp=fp * huge)
    assert isclose(exact("mcc", table), exact("mcc", large), rel_tol=1e-15)


@given(table=tables, beta=betas)
def test_f_beta_is_the_weighted_harmonic_mean_where_precision_and_sensitivity_are_above_zero(table, beta):
    assume(table.tp > 0)
    p, r = exact("precision", table), exact("sensitivity", table)
    assert exact("f_beta", table, beta=beta) == (1 + beta**2) * p * r / (beta**2 * p + r)
    assert exact("f1", table) == 2 * p * r / (p + r)


@given(table=tables)
def test_f_at_beta_one_is_f1(table):
    assert exact("f_beta", table, beta=1) == exact("f1", table)
