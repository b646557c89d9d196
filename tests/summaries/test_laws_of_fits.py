"""Laws of inverse-variance and random-effects means, of tau² by every estimator, and of Q and I²."""

from fractions import Fraction
from math import fsum, isclose, log

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from summaries.strategies import ESTIMATORS, cohorts_of, estimates, inner, named, points_of, proportions

import evalspec.summaries
from evalspec.catalogue import collect
from evalspec.intervals._meta import back
from evalspec.records import Member, Ratio, Real, Undefined
from evalspec.summaries._meta import fit
from evalspec.summaries._scale import Point, on_scale
from evalspec.summaries._tau2 import TAU2, cochran_q
from evalspec.summaries.base import q_p_value

SUMMARIES = collect(evalspec.summaries, "SUMMARY", "id")
each_estimator = pytest.mark.parametrize("tau2", ESTIMATORS)
each_fit = pytest.mark.parametrize("tau2", [None, *ESTIMATORS])


def parts(points):
    return [p.estimate for p in points.values()], [p.variance for p in points.values()]


def found(points, tau2):
    """The fit; a search that finds nothing is passed over."""
    fitted = fit(points, scale="identity", tau2=tau2)
    assume(not isinstance(fitted, Undefined))
    return fitted


@each_fit
@given(points=points_of())
def test_the_weights_sum_to_exactly_one_and_the_mean_is_theirs(points, tau2):
    fitted = found(points, tau2)
    assert sum(fitted.weights.values()) == 1
    assert min(fitted.weights.values()) > 0
    mean = sum(w * Fraction(points[name].estimate) for name, w in fitted.weights.items())
    assert fitted.meta.mean == float(mean)
    assert min(fitted.meta.estimates) <= fitted.meta.mean <= max(fitted.meta.estimates)


@each_fit
@given(points=points_of())
def test_a_more_precise_member_never_weighs_less(points, tau2):
    fitted = found(points, tau2)
    by_variance = sorted(points, key=lambda name: points[name].variance)
    weights = [fitted.weights[name] for name in by_variance]
    assert weights == sorted(weights, reverse=True)


@each_fit
@given(points=points_of(), variance=st.floats(1e-3, 9))
def test_equal_variances_give_the_plain_mean(points, variance, tau2):
    fitted = found({name: Point(p.estimate, variance) for name, p in points.items()}, tau2)
    assert set(fitted.weights.values()) == {Fraction(1, len(points))}
    assert fitted.meta.mean == float(sum(Fraction(p.estimate) for p in points.values()) / len(points))


@each_fit
@given(points=points_of(), data=st.data())
def test_the_order_of_the_members_changes_no_digit(points, data, tau2):
    one = found(points, tau2)
    other = fit(dict(data.draw(st.permutations(list(points.items())))), scale="identity", tau2=tau2)
    assert (other.mean, dict(other.weights)) == (one.mean, dict(one.weights))
    for name in ("mean", "variance", "tau2", "q", "i2"):
        assert getattr(other.meta, name) == getattr(one.meta, name)


@each_fit
@given(points=points_of(), by=st.integers(-64, 64))
def test_shifting_all_the_values_shifts_the_mean_and_nothing_else(points, by, tau2):
    exact = {name: Point(round(p.estimate * 1024) / 1024, p.variance) for name, p in points.items()}
    moved = {name: Point(p.estimate + by, p.variance) for name, p in exact.items()}
    one, other = found(exact, tau2).meta, found(moved, tau2).meta
    assert isclose(other.mean, one.mean + by, rel_tol=1e-9, abs_tol=1e-9)
    for name in ("variance", "tau2", "q", "i2"):
        before, after = getattr(one, name), getattr(other, name)
        assert before is after is None or isclose(before, after, rel_tol=1e-6, abs_tol=1e-9)


@each_estimator
@given(points=points_of(2), by=st.sampled_from([0.5, 4.0]))
def test_values_in_other_units_have_tau2_in_the_square_of_them(points, by, tau2):
    scaled = {name: Point(p.estimate * by, p.variance * by * by) for name, p in points.items()}
    one, other = found(points, tau2).meta, found(scaled, tau2).meta
    assert isclose(other.tau2, by * by * one.tau2, rel_tol=1e-9, abs_tol=1e-12)
    assert isclose(other.mean, by * one.mean, rel_tol=1e-9, abs_tol=1e-12)
    assert isclose(other.q, one.q, rel_tol=1e-9, abs_tol=1e-12)


@each_estimator
@given(points=points_of(2))
def test_tau2_is_at_least_0_and_widens_what_the_inverse_variance_mean_has(points, tau2):
    fixed, random = found(points, None).meta, found(points, tau2).meta
    assert random.tau2 >= 0
    assert fixed.tau2 == 0
    assert random.variance >= fixed.variance * (1 - 1e-12)
    assert (random.q, random.i2) == (fixed.q, fixed.i2)


ALIKE = st.lists(st.builds(Point, estimates.map(lambda y: y / 20), st.floats(0.5, 4)), min_size=2, max_size=8).map(
    named
)
"""Estimates that differ less than their variances let them: no estimator sees more."""


@each_estimator
@given(points=ALIKE)
def test_without_a_variance_between_cohorts_the_two_means_are_one(points, tau2):
    random, fixed = found(points, tau2), found(points, None)
    assert random.meta.tau2 == 0
    assert random.weights == fixed.weights
    assert random.meta == fixed.meta


@given(points=points_of(2))
def test_dersimonian_laird_and_paule_mandel_are_0_together_where_q_is_at_most_k_minus_1(points):
    y, v = parts(points)
    q = cochran_q(y, v)
    assume(abs(q - (len(y) - 1)) > 1e-9)
    for name in ("dersimonian-laird", "paule-mandel"):
        assert (TAU2[name](y, v) == 0) == (q <= len(y) - 1)


@given(points=points_of(2), variance=st.floats(1e-2, 4))
def test_the_three_estimators_agree_where_the_variances_are_equal(points, variance):
    y = [p.estimate for p in points.values()]
    v = [variance] * len(y)
    mean = fsum(y) / len(y)
    expected = max(0.0, fsum((x - mean) ** 2 for x in y) / (len(y) - 1) - variance)
    for name in ESTIMATORS:
        assert isclose(TAU2[name](y, v), expected, rel_tol=1e-8, abs_tol=1e-10)


@given(points=points_of(2, 2))
def test_the_three_estimators_agree_over_two_cohorts(points):
    y, v = parts(points)
    expected = max(0.0, ((y[0] - y[1]) ** 2 - v[0] - v[1]) / 2)
    for name in ("dersimonian-laird", "paule-mandel"):
        assert isclose(TAU2[name](y, v), expected, rel_tol=1e-8, abs_tol=1e-10)


@given(points=points_of(2))
def test_paule_mandel_leaves_the_spread_that_chance_gives(points):
    y, v = parts(points)
    tau2 = TAU2["paule-mandel"](y, v)
    left = float(cochran_q(y, [x + tau2 for x in v]))
    assert isclose(left, len(y) - 1, rel_tol=1e-9) if tau2 else left <= len(y) - 1 + 1e-9


def restricted(y, v, tau2: float) -> float:
    """The restricted log-likelihood from the residual contrasts' covariance, but for a constant."""
    w = [1 / (x + tau2) for x in v]
    mean = fsum(a * b for a, b in zip(w, y, strict=True)) / fsum(w)
    return -0.5 * (
        fsum(log(x + tau2) for x in v) + log(fsum(w)) + fsum(a * (b - mean) ** 2 for a, b in zip(w, y, strict=True))
    )


@given(points=points_of(2))
def test_reml_has_a_likelihood_that_no_neighbour_and_no_0_has_more_of(points):
    y, v = parts(points)
    tau2 = TAU2["reml"](y, v)
    assume(not isinstance(tau2, Undefined))
    step = 1e-4 * (tau2 + min(v))
    for other in (0.0, max(0.0, tau2 - step), tau2 + step):
        assert restricted(y, v, tau2) >= restricted(y, v, other) - 1e-9


@given(points=points_of(2))
def test_q_and_i2_are_those_of_their_definition(points):
    y, v = parts(points)
    meta = found(points, None).meta
    mean = fsum(b / x for b, x in zip(y, v, strict=True)) / fsum(1 / x for x in v)
    q = fsum((b - mean) ** 2 / x for b, x in zip(y, v, strict=True))
    assert isclose(meta.q, q, rel_tol=1e-7, abs_tol=1e-9)
    assert 0 <= meta.i2 < 1
    assert isclose(meta.i2, max(0.0, 1 - (len(y) - 1) / meta.q) if meta.q else 0.0, abs_tol=1e-12)
    assert 0 <= q_p_value(meta) <= 1


@given(of=cohorts_of(inner, least=3))
def test_events_for_failures_turns_a_logit_mean_round(of):
    turned = {
        name: Member(value=Ratio(m.value.denominator - m.value.numerator, m.value.denominator), size=m.size)
        for name, m in of.items()
    }
    for word, told in (("inverse-variance", {}), ("random-effects", {"tau2": "paule-mandel"})):
        one, other = (SUMMARIES[word].combine(m, minimum_defined=1, scale="logit", **told) for m in (of, turned))
        assert isclose(one.value.exact, 1 - other.value.exact, rel_tol=1e-9)


@given(of=cohorts_of(inner))
def test_a_ratio_on_logit_has_the_variance_of_its_two_cells(of):
    points, reasons = on_scale(of, scale="logit", zero_cells=None)
    assert reasons == {}
    for name, point in points.items():
        x, n = of[name].value.numerator, of[name].value.denominator
        assert point.variance == Fraction(1, x) + Fraction(1, n - x)
        assert isclose(back(point.estimate, "logit"), x / n, rel_tol=1e-12)
    given_variance = {
        name: Member(value=Real(m.value.exact), size=m.size, variance=m.value.exact * (1 - m.value.exact) / m.size)
        for name, m in of.items()
    }
    again, _ = on_scale(given_variance, scale="logit", zero_cells=None)
    for name, point in points.items():
        assert again[name].variance == point.variance
        assert isclose(again[name].estimate, point.estimate, rel_tol=1e-12, abs_tol=1e-12)


@given(of=cohorts_of(proportions))
def test_every_member_is_weighted_or_left_out_with_its_reason(of):
    for told in ({}, {"scale": "logit"}, {"scale": "logit", "zero_cells": "half-where-zero"}):
        combined = SUMMARIES["inverse-variance"].combine(of, minimum_defined=1, **told)
        at_an_end = {name for name, m in of.items() if m.value.numerator in (0, m.value.denominator)}
        left_out = set() if "zero_cells" in told else at_an_end
        assert set(combined.undefined_in) == left_out
        assert combined.defined == len(of) - len(left_out)
        assert set(combined.weights) == set(of) - left_out
        assert combined.meta is None or combined.meta.names == tuple(combined.weights)


@given(of=cohorts_of(inner))
def test_an_inverse_variance_mean_of_ratios_is_exact(of):
    combined = SUMMARIES["inverse-variance"].combine(of, minimum_defined=1)
    weight = {n: 1 / (m.value.exact * (1 - m.value.exact) / m.value.denominator) for n, m in of.items()}
    assert combined.value == Real(sum(w * of[n].value.exact for n, w in weight.items()) / sum(weight.values()))
    assert combined.weights == {n: w / sum(weight.values()) for n, w in weight.items()}
    assert combined.meta.mean == float(combined.value.exact)
