"""Laws of the tests, found by being there, and McNemar's against sums of exact binomial shares."""

from dataclasses import replace
from fractions import Fraction
from math import comb, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st
from metrics.strategies import paired_groups, paired_tables

import evalspec.comparisons
import evalspec.intervals
from evalspec.catalogue import collect
from evalspec.comparisons.base import PairedRankingTest, PairedTest
from evalspec.records import Paired, PairedGroup, Real, Undefined
from evalspec.terms import Sides

COMPARISONS = collect(evalspec.comparisons, "COMPARISON", "id")
INTERVALS = collect(evalspec.intervals, "INTERVAL", "id")
KINDS = {PairedTest: paired_tables, PairedRankingTest: paired_groups}
"""What each kind of test takes. A kind unknown here fails the laws, so that it gets something."""

each_test = pytest.mark.parametrize("test", COMPARISONS.values(), ids=COMPARISONS)
each_mcnemar = pytest.mark.parametrize("test", [COMPARISONS["mcnemar-exact"], COMPARISONS["mcnemar-midp"]])


def swapped(given_):
    if isinstance(given_, Paired):
        return replace(given_, first_only=given_.second_only, second_only=given_.first_only)
    return [PairedGroup(g.second, g.first, g.n_positive, g.n_negative) for g in given_]


@each_test
@given(data=st.data())
def test_a_p_value_is_from_0_to_1_or_undefined(test, data):
    found = test(data.draw(KINDS[type(test)]))
    assert isinstance(found, Undefined) or 0 <= found.exact <= 1


@each_test
@given(data=st.data())
def test_which_model_is_the_first_changes_no_p_value(test, data):
    given_ = data.draw(KINDS[type(test)])
    assert test(swapped(given_)) == test(given_)


@each_mcnemar
@given(table=paired_tables, both=st.integers(0, 99), neither=st.integers(0, 99))
def test_pairs_judged_alike_change_no_p_value(test, table, both, neither):
    assert test(replace(table, both=both, neither=neither)) == test(table)


@each_mcnemar
@given(table=paired_tables, k=st.integers(2, 5))
def test_the_same_table_taken_k_times_never_has_a_greater_p_value(test, table, k):
    more = Paired(**{n: k * getattr(table, n) for n in ("both", "first_only", "second_only", "neither")})
    assert test(more).exact <= test(table).exact + 1e-12


@given(table=paired_tables)
def test_mcnemar_is_the_sum_of_exact_binomial_shares(table):
    fewer, pairs = min(table.first_only, table.second_only), table.first_only + table.second_only
    below = Fraction(sum(comb(pairs, i) for i in range(fewer)), 2**pairs)
    at = Fraction(comb(pairs, fewer), 2**pairs)
    exact, midp = COMPARISONS["mcnemar-exact"](table).exact, COMPARISONS["mcnemar-midp"](table).exact
    assert isclose(exact, min(1, 2 * (below + at)), rel_tol=1e-12)
    assert isclose(midp, 2 * below + at, rel_tol=1e-12)
    assert midp <= exact


@given(groups=paired_groups, level=st.sampled_from([Fraction(1, 2), Fraction(9, 10), Fraction(95, 100)]))
def test_delongs_test_rejects_where_its_interval_leaves_out_0(groups, level):
    p = COMPARISONS["delong"](groups)
    limits = INTERVALS["delong-paired"](groups, level=level, sides=Sides.TWO)
    assert isinstance(p, Undefined) == isinstance(limits, Undefined)
    if isinstance(p, Real) and not isclose(p.exact, 1 - level, rel_tol=1e-6):
        assert (p.exact < 1 - level) == (not limits.lower <= 0 <= limits.upper)
