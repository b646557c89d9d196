"""Known answers where other software gives another: each test names what goes wrong elsewhere."""

from fractions import Fraction

import pytest

import evalspec.summaries
from evalspec.catalogue import collect
from evalspec.records import Member, Ratio, Real, Undefined
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
    back = dict(reversed(of.items()))
    for word in ("macro", "by-size"):
        one, other = (SUMMARIES[word].combine(m, minimum_defined=1) for m in (of, back))
        assert one.value == other.value
