"""Known answers where other software gives another: each test names what goes wrong elsewhere."""

from fractions import Fraction

import pytest

import evalspec.summaries
from evalspec.catalogue import collect
from evalspec.records import Member, Ratio, Real, Undefined
from evalspec.summaries._meta import fit
from evalspec.summaries._scale import Point
from evalspec.summaries._tau2 import TAU2
from evalspec.terms import Better

SUMMARIES = collect(evalspec.summaries, "SUMMARY", "id")
NONE = Undefined("actual positives (TP + FN) = 0")
THREE = {
    "A": Member(value=Ratio(8, 10), size=35),
    "B": Member(value=NONE, size=33),
    "C": Member(value=Ratio(0, 6), size=18),
}
WEIGHTS = {"A": Fraction(1, 2), "B": Fraction(3, 10), "C": Fraction(1, 5)}


def test_macro_says_over_how_many_of_how_many_and_names_the_one_left_out():
    combined = SUMMARIES["macro"].combine(THREE, minimum_defined=2)
    assert combined.value == Real(Fraction(2, 5))
    assert (combined.defined, combined.of) == (2, 3)
    assert combined.undefined_in == {"B": NONE.reason}


def test_declared_weights_are_not_renormalised_in_silence():
    combined = SUMMARIES["weights"].combine(THREE, minimum_defined=2, weights=WEIGHTS)
    assert combined.value == Undefined(f"a weighted member is undefined (B: {NONE.reason})")
    assert combined.weights == {}


def test_declared_rescaling_shows_the_weights_it_used():
    combined = SUMMARIES["weights"].combine(THREE, minimum_defined=2, weights=WEIGHTS, rescale=True)
    assert combined.value == Real(Fraction(4, 7))
    assert combined.weights == {"A": Fraction(5, 7), "C": Fraction(2, 7)}


def test_a_weight_for_nobody_or_none_for_somebody_is_refused():
    for weights in ({"A": Fraction(1)}, {**WEIGHTS, "D": Fraction(0)}):
        with pytest.raises(ValueError, match="the members are A, B, C"):
            SUMMARIES["weights"].combine(THREE, minimum_defined=1, weights=weights)
    with pytest.raises(ValueError, match="below 0"):
        SUMMARIES["weights"].combine(THREE, minimum_defined=1, weights={**WEIGHTS, "A": Fraction(-1)})


def test_weights_that_leave_the_defined_members_nothing_make_the_value_undefined():
    weights = {"A": Fraction(0), "B": Fraction(1), "C": Fraction(0)}
    combined = SUMMARIES["weights"].combine(THREE, minimum_defined=1, weights=weights, rescale=True)
    assert combined.value == Undefined("weights of the defined members (A, C) = 0")


def test_worst_of_a_metric_without_a_worse_end_is_undefined():
    combined = SUMMARIES["worst"].combine(THREE, minimum_defined=1, better=Better.NEITHER)
    assert isinstance(combined.value, Undefined)
    assert combined.named == ()


def test_worst_leaves_an_undefined_member_out_and_names_it_beside():
    combined = SUMMARIES["worst"].combine(THREE, minimum_defined=1, better=Better.HIGHER)
    assert (combined.value, combined.named) == (Real(Fraction(0)), ("C",))
    assert combined.undefined_in == {"B": NONE.reason}


def test_rounding_happens_nowhere_before_the_report():
    thirds = {str(i): Member(value=Ratio(1, 3), size=1) for i in range(3)}
    assert SUMMARIES["macro"].combine(thirds, minimum_defined=3).value == Real(Fraction(1, 3))


def test_the_order_of_inexact_members_changes_no_digit():
    of = {str(i): Member(value=Real(0.1 * i + 1e-17), size=i) for i in range(1, 9)}
    of = {k: Member(value=m.value, size=m.size, support=m.size, variance=0.01 * m.size) for k, m in of.items()}
    back = dict(reversed(of.items()))
    for word in ("macro", "by-size", "by-support", "inverse-variance", "random-effects"):
        one, other = (SUMMARIES[word].combine(m, minimum_defined=1, tau2="reml") for m in (of, back))
        assert one.value == other.value


SAME = {"A": Ratio(20, 25), "B": Ratio(40, 50), "C": Ratio(30, 38)}
LOGIT = {"minimum_defined": 1, "scale": "logit"}
RANDOM = {**LOGIT, "zero_cells": "half-where-zero", "tau2": "dersimonian-laird"}


def cohorts(**ratios: Ratio):
    return {name: Member(value=ratio, size=ratio.denominator) for name, ratio in ratios.items()}


def test_cohorts_closer_than_chance_have_tau2_0_not_less_and_a_standard_error():
    meta = SUMMARIES["random-effects"].combine(cohorts(**SAME), **RANDOM).meta
    assert (meta.tau2, meta.i2) == (0.0, 0.0)
    assert meta.q < 2
    assert meta.variance > 0


def test_two_cohorts_have_no_random_effects_mean_though_a_fit_of_them_has_a_value():
    two = cohorts(A=Ratio(72, 90), B=Ratio(18, 30))
    combined = SUMMARIES["random-effects"].combine(two, **RANDOM)
    assert combined.value == Undefined("defined in 2 of 2 cohorts, at least 3 needed")
    assert combined.meta is None
    assert combined.weights == {}
    assert fit({"A": Point(1.0, 0.1), "B": Point(2.0, 0.2)}, scale="identity", tau2="reml").meta.tau2 > 0


def test_of_one_cohort_heterogeneity_has_no_value_and_is_not_0():
    for tau2 in TAU2:
        meta = fit({"A": Point(1.5, 0.25)}, scale="identity", tau2=tau2).meta
        assert (meta.mean, meta.variance) == (1.5, 0.25)
        assert (meta.tau2, meta.q, meta.i2) == (None, None, None)


def test_a_cohort_at_100_percent_is_no_infinite_weight_on_identity():
    combined = SUMMARIES["inverse-variance"].combine(cohorts(A=Ratio(10, 10), B=Ratio(8, 12)), minimum_defined=1)
    assert combined.value == Real(Fraction(2, 3))
    assert combined.undefined_in == {"A": "estimated variance = 0"}
    assert (combined.defined, combined.of) == (1, 2)


def test_a_zero_cell_gets_its_half_only_where_it_is_and_only_where_declared():
    of = cohorts(A=Ratio(10, 10), B=Ratio(8, 12), C=Ratio(0, 7))
    halved = SUMMARIES["inverse-variance"].combine(of, **LOGIT, zero_cells="half-where-zero")
    assert halved.meta.variances == pytest.approx((2 / 21 + 2, 1 / 8 + 1 / 4, 2 + 2 / 15), rel=1e-15)
    for zero_cells in ("undefined", None):
        strict = SUMMARIES["inverse-variance"].combine(of, **LOGIT, zero_cells=zero_cells)
        assert strict.undefined_in == {"A": "n - x = 0", "C": "x = 0"}
        assert strict.value.exact == pytest.approx(2 / 3, rel=1e-15)


def test_a_member_left_out_counts_as_undefined_against_the_minimum():
    of = cohorts(A=Ratio(10, 10), B=Ratio(8, 12), C=Ratio(3, 7), D=Ratio(12, 20))
    told = {**RANDOM, "zero_cells": "undefined", "minimum_defined": 4, "axis": "cohorts"}
    combined = SUMMARIES["random-effects"].combine(of, **told)
    assert combined.value == Undefined("defined in 3 of 4 cohorts, at least 4 needed (A: n - x = 0)")
    assert combined.defined == 3


def test_a_value_that_is_no_ratio_goes_to_logit_by_the_delta_method_and_0_and_1_have_none():
    of = {
        "A": Member(value=Real(0.8), size=9, variance=0.0016),
        "B": Member(value=Real(1.0), size=9, variance=0.01),
        "C": Member(value=Real(Fraction(0)), size=9, variance=0.01),
        "D": Member(value=Real(0.6), size=9, variance=Undefined("actual positives - 1 = 0")),
        "E": Member(value=Real(0.6), size=9, variance=Fraction(0)),
    }
    combined = SUMMARIES["inverse-variance"].combine(of, **LOGIT)
    assert combined.meta.variances == pytest.approx((0.0016 / 0.16**2,), rel=1e-15)
    assert combined.value.exact == pytest.approx(0.8, rel=1e-15)
    assert combined.undefined_in == {
        "B": "1 - value = 0",
        "C": "value = 0",
        "D": "variance undefined: actual positives - 1 = 0",
        "E": "estimated variance = 0",
    }


def test_a_ratio_with_a_variance_of_its_own_such_as_over_clusters_keeps_it_on_logit():
    of = {"A": Member(value=Ratio(8, 10), size=10, variance=Fraction(4, 100))}
    combined = SUMMARIES["inverse-variance"].combine(of, **LOGIT)
    assert combined.meta.variances == pytest.approx((0.04 / 0.16**2,), rel=1e-15)


def test_reml_that_does_not_converge_says_so_and_gives_no_number():
    y = (-1.097, 0.783, -0.099, 0.080, -0.219, 0.835)
    v = (0.0495, 8.155, 2.339, 1.947, 1.710, 0.590)
    of = {str(i): Member(value=Real(a), size=9, variance=b) for i, (a, b) in enumerate(zip(y, v, strict=True))}
    combined = SUMMARIES["random-effects"].combine(of, minimum_defined=1, tau2="reml")
    assert combined.value == Undefined("tau² (REML) did not converge in 1000 steps")
    assert (combined.defined, combined.meta, combined.weights) == (6, None, {})


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"scale": "log"}, "neither identity nor logit"),
        ({"scale": "logit", "zero_cells": "half"}, "neither half-where-zero nor undefined"),
        ({"tau2": None}, "is none of dersimonian-laird, paule-mandel, reml"),
        ({"tau2": "hedges"}, "is none of dersimonian-laird"),
    ],
)
def test_a_word_that_is_none_is_refused_and_nothing_stands_in_for_it(told, said):
    with pytest.raises(ValueError, match=said):
        SUMMARIES["random-effects"].combine(cohorts(**SAME), minimum_defined=1, **told)


def test_a_value_without_a_variance_or_outside_0_to_1_on_logit_is_refused():
    for member, said in (
        (Member(value=Real(0.5), size=9), "has a value and no variance"),
        (Member(value=Real(0.5), size=9, variance=-1e-9), "below 0"),
        (Member(value=Real(1.5), size=9, variance=0.1), "outside 0 to 1"),
    ):
        with pytest.raises(ValueError, match=said):
            SUMMARIES["inverse-variance"].combine({"A": member}, **LOGIT)


def test_by_support_weighs_by_the_actual_members_of_the_class_and_not_by_the_calls():
    of = {"cat": Member(value=Ratio(1, 2), size=50, support=40), "dog": Member(value=Ratio(8, 8), size=50, support=10)}
    combined = SUMMARIES["by-support"].combine(of, minimum_defined=2, axis="classes")
    assert combined.value == Real(Fraction(3, 5))
    assert combined.weights == {"cat": Fraction(4, 5), "dog": Fraction(1, 5)}


def test_reml_takes_0_where_the_likelihood_has_a_lower_top_elsewhere():
    y, v = (0.2, -1.4, 1.5, 0.1), (0.01, 1.06, 0.3, 0.01)
    assert TAU2["reml"](y, v) == 0.0
