"""Every metric of counts at another prevalence: sensitivity and specificity stay, the rest follows, as do variances."""

from fractions import Fraction
from math import isclose

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from metrics.strategies import METRICS, OF_COUNTS, each_count_metric, parameters_of, tables

from evalspec.intervals._variance import of_ratio
from evalspec.metrics._population import at_population, expected_table, posterior_at, variance_at_population
from evalspec.records import Counts, Ratio, Real, Undefined

prevalences = st.fractions(0, 1, max_denominator=500)
inside = st.fractions(Fraction(1, 500), Fraction(499, 500), max_denominator=500)
small = st.integers(1, 60)
small_tables = st.builds(Counts, tp=small, fn=small, tn=small, fp=small)
full = tables.filter(lambda n: n.positives and n.negatives)
COHORT_A = Counts(tp=16, fn=4, tn=162, fp=18)


@given(table=full, at=prevalences)
def test_the_expected_table_has_the_same_rates_and_the_new_prevalence(table, at):
    there = expected_table(table, at)
    assert METRICS["prevalence"](there).exact == at
    for name, absent in (("sensitivity", at == 0), ("specificity", at == 1)):
        rate = METRICS[name](there)
        assert isinstance(rate, Undefined) if absent else rate.exact == METRICS[name](table).exact


@each_count_metric
@given(table=full, data=st.data())
def test_at_its_own_prevalence_a_metric_is_what_it_is(metric, table, data):
    given_ = data.draw(parameters_of(metric))
    own, there = metric(table, **given_), at_population(metric, table, METRICS["prevalence"](table).exact, **given_)
    if isinstance(own, Undefined):
        assert there == own
        return
    assert isinstance(there, Real)
    assert isclose(there.exact, own.exact, rel_tol=1e-14)


@given(table=full, at=inside)
def test_precision_and_npv_are_bayes_and_accuracy_is_the_mix_of_the_rates(table, at):
    se, sp = METRICS["sensitivity"](table).exact, METRICS["specificity"](table).exact
    assert at_population(METRICS["accuracy"], table, at) == Real(at * se + (1 - at) * sp)
    called = at * se + (1 - at) * (1 - sp)
    expected = Real(at * se / called) if called else Undefined("positive calls (TP + FP) = 0")
    assert at_population(METRICS["precision"], table, at) == expected
    left = at * (1 - se) + (1 - at) * sp
    expected = Real((1 - at) * sp / left) if left else Undefined("negative calls (TN + FN) = 0")
    assert at_population(METRICS["npv"], table, at) == expected


@given(table=full, at=inside)
def test_likelihood_ratios_and_youden_do_not_move(table, at):
    for name in ("likelihood_ratio_positive", "likelihood_ratio_negative", "diagnostic_odds_ratio", "youden"):
        assert at_population(METRICS[name], table, at) == METRICS[name](table)


def test_precision_at_prevalence_0_is_0_where_positive_calls_are_to_be_expected_and_undefined_where_none():
    assert at_population(METRICS["precision"], COHORT_A, Fraction(0)) == Real(Fraction(0))
    certain = Counts(tp=16, fn=4, tn=180, fp=0)
    assert at_population(METRICS["precision"], certain, Fraction(0)) == Undefined("positive calls (TP + FP) = 0")
    assert at_population(METRICS["npv"], COHORT_A, Fraction(1)) == Real(Fraction(0))


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (Counts(tp=0, fn=0, tn=9, fp=1), "actual positives (TP + FN) = 0"),
        (Counts(tp=9, fn=1, tn=0, fp=0), "actual negatives (TN + FP) = 0"),
    ],
)
def test_an_absent_class_leaves_no_rate_to_carry_over(table, reason):
    for found in (
        expected_table(table, Fraction(1, 2)),
        at_population(METRICS["accuracy"], table, Fraction(1, 2)),
        variance_at_population(METRICS["accuracy"], table, Fraction(1, 2)),
    ):
        assert found == Undefined(reason)


def test_a_prevalence_outside_0_to_1_is_refused():
    for wrong in (Fraction(-1, 10), Fraction(11, 10)):
        with pytest.raises(ValueError, match="from 0 to 1"):
            expected_table(COHORT_A, wrong)


@given(table=small_tables, at=inside)
def test_variances_of_the_rates_and_of_accuracy_are_binomial(table, at):
    se, sp = Ratio(table.tp, table.positives), Ratio(table.tn, table.negatives)
    assert variance_at_population(METRICS["sensitivity"], table, at) == of_ratio(se)
    assert variance_at_population(METRICS["specificity"], table, at) == of_ratio(sp)
    mixed = at**2 * of_ratio(se) + (1 - at) ** 2 * of_ratio(sp)
    assert variance_at_population(METRICS["accuracy"], table, at) == mixed
    assert variance_at_population(METRICS["prevalence"], table, at) == 0


@given(table=small_tables, at=inside)
def test_the_variance_of_the_logit_of_precision_is_that_of_mercaldo_lau_and_zhou(table, at):
    """Stat Med 2007, 26:2170: (1 - Se)/(Se n1) + Sp/((1 - Sp) n0) for logit PPV; by the delta rule times (p (1 - p))²."""
    assume(table.fp)
    p = at_population(METRICS["precision"], table, at).exact
    logit = Fraction(table.fn, table.tp * table.positives) + Fraction(table.tn, table.fp * table.negatives)
    assert variance_at_population(METRICS["precision"], table, at) == (p * (1 - p)) ** 2 * logit


@pytest.mark.parametrize("metric", OF_COUNTS.values(), ids=OF_COUNTS)
@given(table=small_tables, at=inside, data=st.data())
def test_a_variance_is_what_the_metric_moves_by_when_a_rate_does(metric, table, at, data):
    given_ = data.draw(parameters_of(metric))
    assume(not isinstance(at_population(metric, table, at, **given_), Undefined))
    k = 10**6
    many = {n: k * getattr(table, n) for n in ("tp", "fn", "tn", "fp")}

    def slope(more: str, less: str, of: int) -> Fraction:
        """By a rate of ``of`` units, from one unit of k times as many on either side."""
        up, down = ({**many, more: many[more] + d, less: many[less] - d} for d in (1, -1))
        one, other = (at_population(metric, Counts(**cells), at, **given_).exact for cells in (up, down))
        return (Fraction(one) - Fraction(other)) * (k * of) / 2

    se, sp = Ratio(table.tp, table.positives), Ratio(table.tn, table.negatives)
    by_hand = slope("tp", "fn", table.positives) ** 2 * of_ratio(se)
    by_hand += slope("tn", "fp", table.negatives) ** 2 * of_ratio(sp)
    assert isclose(variance_at_population(metric, table, at, **given_), by_hand, rel_tol=1e-4, abs_tol=1e-9)


@given(q=prevalences, old=inside, new=inside, again=inside)
def test_posteriors_go_there_and_back_and_by_any_way_exactly(q, old, new, again):
    there = posterior_at(q, prior=old, new_prior=new)
    assert posterior_at(there, prior=new, new_prior=old) == q
    assert posterior_at(q, prior=old, new_prior=old) == q
    assert posterior_at(there, prior=new, new_prior=again) == posterior_at(q, prior=old, new_prior=again)


@given(table=small_tables, new=inside)
def test_the_posterior_after_a_positive_call_is_the_precision_there(table, new):
    own = METRICS["prevalence"](table).exact
    at_home = METRICS["precision"](table).exact
    assert Real(posterior_at(at_home, prior=own, new_prior=new)) == at_population(METRICS["precision"], table, new)


def test_a_posterior_of_doubles_is_a_double_and_the_ends_stay():
    assert posterior_at(0.5, prior=0.3, new_prior=0.02) == pytest.approx(1 / 22, rel=1e-12)
    assert posterior_at(0.0, prior=0.3, new_prior=0.02) == 0
    assert posterior_at(1.0, prior=0.3, new_prior=0.02) == 1


def test_a_posterior_has_no_way_from_a_prior_of_0_or_1_nor_to_one_that_rules_it_out():
    half = Fraction(1, 2)
    assert posterior_at(half, prior=Fraction(0), new_prior=half) == Undefined("prior = 0")
    assert posterior_at(half, prior=Fraction(1), new_prior=half) == Undefined("1 - prior = 0")
    assert isinstance(posterior_at(Fraction(1), prior=half, new_prior=Fraction(0)), Undefined)
    assert isinstance(posterior_at(Fraction(0), prior=half, new_prior=Fraction(1)), Undefined)
