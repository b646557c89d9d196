"""The crossover prevalence is where the two models' costs are equal, and undefined with the reason elsewhere."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from metrics.strategies import METRICS

from evalspec.comparisons._crossover import ALIKE, crossover, crossover_formula
from evalspec.metrics._population import at_population
from evalspec.records import Costs, Counts, Real, Undefined

TEN_TO_ONE = Costs(false_negative=Fraction(500), false_positive=Fraction(50))
small = st.integers(0, 12)
tables = st.builds(Counts, tp=small, fn=small, tn=small, fp=small)
full = tables.filter(lambda n: n.positives and n.negatives)
costs_of = st.builds(
    Costs, false_negative=st.fractions(Fraction(1, 9), 9), false_positive=st.fractions(Fraction(1, 9), 9)
)
inside = st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100)


def cost(counts: Counts, prevalence: Fraction, costs: Costs) -> Fraction:
    return at_population(METRICS["expected_cost"], counts, prevalence, costs=costs).exact


def rates(tp: int, fp: int) -> Counts:
    """Of ten positives and ten negatives."""
    return Counts(tp=tp, fn=10 - tp, tn=10 - fp, fp=fp)


def test_two_models_cross_at_an_exact_prevalence():
    a, b = Counts(tp=96, fn=4, tn=88, fp=12), Counts(tp=80, fn=20, tn=985, fp=15)
    assert crossover(a, b, costs=TEN_TO_ONE) == Real(Fraction(525, 8525))


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        (rates(9, 1), rates(8, 2), "the first model costs less at every prevalence"),
        (rates(8, 2), rates(9, 1), "the second model costs less at every prevalence"),
        (rates(9, 1), rates(8, 1), "the first model costs less at every prevalence above 0"),
        (rates(8, 1), rates(9, 1), "the second model costs less at every prevalence above 0"),
        (rates(9, 1), rates(9, 2), "the first model costs less at every prevalence below 1"),
        (rates(9, 2), rates(9, 1), "the second model costs less at every prevalence below 1"),
        (rates(9, 1), rates(9, 1), ALIKE),
        (Counts(tp=0, fn=0, tn=9, fp=1), rates(9, 1), "actual positives (TP + FN) of the first model = 0"),
        (rates(9, 1), Counts(tp=9, fn=0, tn=0, fp=0), "actual negatives (TN + FP) of the second model = 0"),
    ],
)
def test_where_neither_gives_way_it_is_undefined_and_says_why(first, second, reason):
    assert crossover(first, second, costs=TEN_TO_ONE) == Undefined(reason)


def test_the_formula_alone_is_a_number_outside_0_to_1_where_one_model_dominates():
    assert crossover_formula(rates(9, 1), rates(8, 3), costs=TEN_TO_ONE).exact < 0


@given(first=full, second=full, costs=costs_of, at=inside)
def test_it_is_what_the_costs_themselves_say(first, second, costs, at):
    found = crossover(first, second, costs=costs)
    dearer = cost(first, at, costs) - cost(second, at, costs)
    if isinstance(found, Real):
        assert 0 < found.exact < 1
        assert cost(first, found.exact, costs) == cost(second, found.exact, costs)
        assert found == crossover_formula(first, second, costs=costs)
    elif found.reason == ALIKE:
        assert dearer == 0
    else:
        assert (dearer < 0) == found.reason.startswith("the first")
        assert dearer != 0


@given(first=full, second=full, costs=costs_of, k=st.fractions(Fraction(1, 9), 9))
def test_neither_the_order_of_the_models_nor_the_unit_of_the_costs_moves_it(first, second, costs, k):
    found = crossover(first, second, costs=costs)
    scaled = Costs(false_negative=k * costs.false_negative, false_positive=k * costs.false_positive)
    assert crossover(first, second, costs=scaled) == found
    turned = crossover(second, first, costs=costs)
    assert turned == found or isinstance(found, Undefined)
