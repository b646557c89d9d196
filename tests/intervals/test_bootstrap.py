"""Limits read from resamples: quantiles, bias correction and acceleration, and resamples without a value."""

from fractions import Fraction
from math import inf, isclose, nan

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from evalspec.intervals.bootstrap import ALL_EQUAL, INTERVAL, quantile
from evalspec.records import Limits, Undefined
from evalspec.terms import Sides

LEVEL = Fraction(95, 100)
reals = st.floats(-1e6, 1e6).filter(lambda x: x == 0 or abs(x) > 1e-6)


def of(estimate, replicates, **more):
    return INTERVAL(estimate, replicates, level=LEVEL, sides=Sides.TWO, **more)


@given(values=st.lists(reals, min_size=1, max_size=40), share=st.fractions(0, 1, max_denominator=1000))
def test_the_quantile_is_numpys_linear_one(values, share):
    found = quantile(sorted(values), share)
    assert isclose(found, np.quantile(values, float(share)), rel_tol=1e-9, abs_tol=1e-6)


@given(values=st.lists(reals, min_size=1, max_size=40), shares=st.lists(st.fractions(0, 1), min_size=2, max_size=2))
def test_a_larger_share_never_has_a_smaller_quantile(values, shares):
    low, high = (quantile(sorted(values), share) for share in sorted(shares))
    assert min(values) <= low <= high <= max(values)


@given(values=st.lists(reals, min_size=2, max_size=40), data=st.data())
def test_the_order_of_the_replicates_changes_no_digit(values, data):
    assert of(0.0, values) == of(0.0, data.draw(st.permutations(values)))
    assert of(0.0, values) == of(0.0, np.array(values))


@pytest.mark.parametrize("value", [np.mean, np.median, lambda v, axis=-1: np.log(np.mean(v, axis=axis))])
@pytest.mark.parametrize("level", ["0.8", "0.95", "0.99"])
def test_the_limits_are_scipys_from_the_same_resamples(value, level):
    sample = np.random.RandomState(3).exponential(size=25)
    left_out = [float(value(np.delete(sample, i), axis=-1)) for i in range(25)]
    estimate = float(value(sample, axis=-1))
    for method, more in (("percentile", {}), ("bca", {"jackknife": (left_out, [1] * 25)})):
        theirs = stats.bootstrap(
            (sample,),
            value,
            n_resamples=999,
            method=method,
            confidence_level=float(level),
            random_state=np.random.RandomState(1),
        )
        ours = INTERVAL(
            estimate, theirs.bootstrap_distribution, level=Fraction(level), sides=Sides.TWO, limits=method, **more
        )
        assert isclose(ours.lower, theirs.confidence_interval.low, rel_tol=1e-9)
        assert isclose(ours.upper, theirs.confidence_interval.high, rel_tol=1e-9)


def test_a_kind_of_unit_held_several_times_is_as_many_jackknife_values():
    replicates = [i / 40 for i in range(40)]
    apart = of(0.4, replicates, limits="bca", jackknife=([0.3, 0.5, 0.5, 0.5, 0.41], [1] * 5))
    together = of(0.4, replicates, limits="bca", jackknife=([0.5, 0.3, 0.41, 0.9], [3, 1, 1, 0]))
    assert isclose(apart.lower, together.lower, rel_tol=1e-12)
    assert isclose(apart.upper, together.upper, rel_tol=1e-12)


@given(values=st.lists(reals, min_size=5, max_size=30), jackknife=st.lists(reals, min_size=2, max_size=8), turn=reals)
def test_bca_of_a_value_turned_round_is_turned_round(values, jackknife, turn):
    weights = [1] * len(jackknife)
    one = of(turn, values, limits="bca", jackknife=(jackknife, weights))
    assume(isinstance(one, Limits))
    other = of(-turn, [-v for v in values], limits="bca", jackknife=([-v for v in jackknife], weights))
    assert isclose(one.lower, -other.upper, rel_tol=1e-6, abs_tol=1e-3)
    assert isclose(one.upper, -other.lower, rel_tol=1e-6, abs_tol=1e-3)


def test_ties_with_the_estimate_count_half_so_that_bca_without_skew_is_the_percentile_interval():
    replicates = [0.1, 0.2, 0.3, 0.3, 0.3, 0.4, 0.5]
    straight = of(0.3, replicates)
    bent = of(0.3, replicates, limits="bca", jackknife=([0.2, 0.4], [2, 2]))
    assert isclose(straight.lower, bent.lower, rel_tol=1e-12)
    assert isclose(straight.upper, bent.upper, rel_tol=1e-12)


def test_replicates_without_a_value_are_left_out_and_counted():
    replicates = [i / 100 for i in range(95)] + [nan] * 5
    limits = of(0.5, replicates)
    assert limits.note == "undefined in 5 of 100 replicates"
    assert (limits.lower, limits.upper) == (of(0.5, replicates[:95]).lower, of(0.5, replicates[:95]).upper)


def test_more_than_one_in_twenty_without_a_value_leave_no_interval():
    replicates = [i / 100 for i in range(94)] + [nan] * 6
    reason = "the value is undefined in 6 of 100 replicates, more than 1 in 20"
    assert of(0.5, replicates) == Undefined(reason)
    assert of(0.5, [nan]) == Undefined("the value is undefined in 1 of 1 replicates, more than 1 in 20")
    assert of(0.5, []) == Undefined("replicates = 0")


def test_replicates_that_are_all_equal_are_flagged():
    assert of(1.0, [1.0] * 20) == Limits(1.0, 1.0, ALL_EQUAL)


@pytest.mark.parametrize(("estimate", "side"), [(0.0, "above"), (1.0, "below")])
def test_bca_is_undefined_where_every_replicate_lies_on_one_side_of_the_estimate(estimate, side):
    found = of(estimate, [0.4, 0.6], limits="bca", jackknife=([0.4, 0.6], [1, 1]))
    assert found == Undefined(f"every replicate lies {side} the estimate: no bias correction")


def test_bca_is_undefined_where_the_jackknife_says_nothing():
    same = of(0.5, [0.4, 0.6], limits="bca", jackknife=([0.4, 0.4, 0.6], [1, 3, 0]))
    assert same == Undefined("every jackknife value is the same: no acceleration")
    lost = of(0.5, [0.4, 0.6], limits="bca", jackknife=([0.4, nan, 0.6], [1, 3, 1]))
    assert lost == Undefined("the value is undefined in 3 of 5 jackknife samples: no acceleration")


def test_bca_of_a_value_that_is_infinite_without_some_unit_is_undefined_and_never_nan():
    found = of(inf, [0.4, inf], limits="bca", jackknife=([0.4, inf, inf], [1, 3, 1]))
    assert found == Undefined("the value is infinite in 4 of 5 jackknife samples: no acceleration")


def test_bca_is_undefined_beyond_the_pole_of_its_formula():
    skewed = ([0.0, 1.0], [999, 1])
    found = INTERVAL(
        0.5, [0.4, 0.6], level=Fraction(999999999, 1000000000), sides=Sides.TWO, limits="bca", jackknife=skewed
    )
    assert found == Undefined("1 - acceleration x (z0 + z) is not above 0")


def test_bca_without_jackknife_values_is_refused():
    with pytest.raises(ValueError, match="jackknife"):
        of(0.5, [0.4, 0.6], limits="bca")


def test_an_infinite_replicate_gives_an_infinite_limit_and_never_nan():
    limits = of(0.5, [0.1, 0.2, 0.3, inf])
    assert limits.upper == inf
    assert isclose(limits.lower, 0.1075)
    assert of(0.5, [-inf, inf, inf]).upper == inf
    assert of(0.5, [-inf, -inf, inf]).lower == -inf
    assert of(0.5, [-inf, inf]).lower == of(0.5, [-inf, inf]).upper == inf
