"""Laws of the expected cost and of the cut-offs that costs lead to."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from metrics.strategies import METRICS, tables, total

from evalspec.cutoffs.choose import Cost
from evalspec.metrics._population import at_population, posterior_at
from evalspec.metrics.base import CostMetric
from evalspec.records import Costs, Counts, Real, Undefined
from evalspec.terms import Better

prices = st.fractions(Fraction(1, 100), 1000, max_denominator=100)
costs_of = st.builds(Costs, false_negative=prices, false_positive=prices)
inside = st.fractions(Fraction(1, 1000), Fraction(999, 1000), max_denominator=1000)
COST = METRICS["expected_cost"]
RATIO, PROBABILITY = METRICS["likelihood_ratio_cutoff"], METRICS["probability_cutoff"]


@given(table=tables, costs=costs_of)
def test_the_cost_of_all_units_is_the_sum_over_the_errors(table, costs):
    found = COST(table, costs=costs)
    if table.units == 0:
        assert found == Undefined("units (TP + FN + TN + FP) = 0")
        return
    assert found.exact * table.units == table.fn * costs.false_negative + table.fp * costs.false_positive


@given(one=tables, other=tables, costs=costs_of)
def test_pooled_is_the_mean_over_units_of_the_cohorts_costs(one, other, costs):
    assume(one.units and other.units)
    pooled = COST(total([one, other]), costs=costs).exact
    weighted = sum(COST(n, costs=costs).exact * n.units for n in (one, other))
    assert pooled == weighted / (one.units + other.units)


@given(table=tables, costs=costs_of)
def test_the_gradient_is_exact_and_leaves_a_scaled_table_as_it_is(table, costs):
    assume(table.units)
    cells = (table.tp, table.fn, table.tn, table.fp)
    slope = COST.gradient(table, costs=costs)
    assert sum(g * n for g, n in zip(slope, cells, strict=True)) == 0
    more = Counts(tp=table.tp, fn=table.fn + 1, tn=table.tn, fp=table.fp)
    change = COST(more, costs=costs).exact - COST(table, costs=costs).exact
    assert change == slope[1] * table.units / (table.units + 1)


@given(table=tables, costs=costs_of, at=inside)
def test_at_a_population_it_is_the_cost_that_a_rule_for_the_threshold_minimises(table, costs, at):
    assume(table.positives and table.negatives)
    found = at_population(COST, table, at, costs=costs).exact
    rule = Cost(costs.false_negative, costs.false_positive, at)
    assert found == rule.of(table)


@given(costs=costs_of, at=inside)
def test_both_cut_offs_are_one_a_score_at_the_ratio_has_the_probability(costs, at):
    """A unit whose likelihood ratio is the cut-off has the cut-off as its posterior probability."""
    ratio = RATIO(prevalence=at, costs=costs).exact
    even = ratio / (ratio + 1)
    assert posterior_at(even, prior=Fraction(1, 2), new_prior=at) == PROBABILITY(prevalence=at, costs=costs).exact


def test_a_likelihood_ratio_cut_off_without_a_prevalence_is_refused_and_at_0_undefined():
    costs = Costs(false_negative=Fraction(10), false_positive=Fraction(1))
    assert RATIO(prevalence=Fraction(0), costs=costs) == Undefined("prevalence = 0")
    assert RATIO(prevalence=Fraction(1), costs=costs) == Real(Fraction(0))
    for wrong in (None, Fraction(-1, 10), Fraction(11, 10)):
        with pytest.raises(ValueError, match="prevalence"):
            RATIO(prevalence=wrong, costs=costs)


def test_what_takes_costs_says_so_and_less_is_better():
    assert isinstance(COST, CostMetric)
    assert COST.needs_costs
    assert COST.better is Better.LOWER
    assert RATIO.needs_costs
    assert RATIO.better is Better.NEITHER
    assert not RATIO.needs_decision
