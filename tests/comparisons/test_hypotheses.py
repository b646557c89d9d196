"""What an interval lets one conclude: strictly, on unrounded limits, and turned round where lower is better."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalspec.comparisons._hypotheses import CONCLUSIONS, concluded
from evalspec.records import Limits, Undefined
from evalspec.terms import Better

HIGHER, LOWER = Better.HIGHER, Better.LOWER
M = Fraction(1, 20)
ends = st.fractions(-1, 1, max_denominator=200).map(float)


def of(kind, lower, upper, *, better=HIGHER, measure="difference", margin=M):
    return concluded(kind, margin=margin, limits=Limits(lower, upper), better=better, measure=measure)


@pytest.mark.parametrize(
    ("kind", "better", "lower", "upper", "word"),
    [
        ("superiority", HIGHER, 0.01, 0.2, "superior"),
        ("superiority", HIGHER, 0.0, 0.2, "not shown"),
        ("superiority", HIGHER, -0.2, -0.1, "not shown"),
        ("superiority", LOWER, -0.2, -0.01, "superior"),
        ("superiority", LOWER, -0.2, 0.0, "not shown"),
        ("superiority", LOWER, 0.1, 0.2, "not shown"),
        ("non-inferiority", HIGHER, -0.049, 0.3, "non-inferior"),
        ("non-inferiority", HIGHER, -0.06, 0.3, "not shown"),
        ("non-inferiority", LOWER, -0.3, 0.049, "non-inferior"),
        ("non-inferiority", LOWER, -0.3, 0.06, "not shown"),
        ("equivalence", HIGHER, -0.049, 0.049, "equivalent"),
        ("equivalence", Better.NEITHER, -0.049, 0.049, "equivalent"),
        ("equivalence", LOWER, -0.049, 0.06, "not shown"),
        ("equivalence", LOWER, -0.06, 0.049, "not shown"),
    ],
)
def test_a_difference_is_judged_by_the_limits_on_the_side_that_counts(kind, better, lower, upper, word):
    assert of(kind, lower, upper, better=better) == word


@pytest.mark.parametrize(
    ("kind", "better", "lower", "upper", "word"),
    [
        ("superiority", HIGHER, 1.01, 1.3, "superior"),
        ("superiority", HIGHER, 0.5, 1.3, "not shown"),
        ("superiority", LOWER, 0.5, 0.99, "superior"),
        ("non-inferiority", HIGHER, 0.96, 1.3, "non-inferior"),
        ("non-inferiority", HIGHER, 0.94, 1.3, "not shown"),
        ("non-inferiority", LOWER, 0.5, 1.04, "non-inferior"),
        ("non-inferiority", LOWER, 0.5, 1.06, "not shown"),
        ("equivalence", LOWER, 0.96, 1.04, "equivalent"),
        ("equivalence", HIGHER, 0.9, 1.04, "not shown"),
    ],
)
def test_a_ratio_is_judged_against_1_and_its_margin_is_taken_off_and_added(kind, better, lower, upper, word):
    assert of(kind, lower, upper, better=better, measure="ratio") == word


def test_a_limit_that_is_exactly_the_margin_shows_nothing():
    quarter = Fraction(1, 4)
    assert of("non-inferiority", -0.25, 0.1, margin=quarter) == "not shown"
    assert of("non-inferiority", -0.1, 0.25, margin=quarter, better=LOWER) == "not shown"
    assert of("equivalence", -0.1, 0.25, margin=quarter) == "not shown"


def test_a_margin_is_compared_exactly_and_not_as_its_nearest_double():
    """As doubles 0.1 is above one tenth and 0.3 below three tenths, so one limit lies outside and one inside."""
    assert of("non-inferiority", -0.1, 0.1, margin=Fraction(1, 10)) == "not shown"
    assert of("non-inferiority", -0.3, 0.1, margin=Fraction(3, 10)) == "non-inferior"


@pytest.mark.parametrize("kind", CONCLUSIONS)
def test_no_limits_and_limits_without_precision_leave_it_undecided(kind):
    for limits in (Undefined("n = 0"), Limits(0.0, 0.0, "estimated variance 0")):
        assert concluded(kind, margin=M, limits=limits, better=HIGHER, measure="difference") == "undecided"


def test_an_open_side_where_the_limit_is_needed_leaves_it_undecided():
    assert of("superiority", None, 0.2) == "undecided"
    assert of("non-inferiority", -0.01, None) == "non-inferior"
    assert of("non-inferiority", None, 0.01, better=LOWER) == "non-inferior"
    assert of("non-inferiority", -0.01, None, better=LOWER) == "undecided"
    assert of("equivalence", -0.01, None) == "undecided"


def test_a_margin_that_is_not_there_or_not_above_0_is_refused():
    for margin in (None, Fraction(0), Fraction(-1, 20)):
        for kind in ("non-inferiority", "equivalence"):
            with pytest.raises(ValueError, match="margin"):
                of(kind, -0.01, 0.01, margin=margin)
    assert of("superiority", 0.01, 0.02, margin=None) == "superior"


def test_what_has_no_better_end_can_be_equivalent_only():
    for kind in ("superiority", "non-inferiority"):
        with pytest.raises(ValueError, match="no better end"):
            of(kind, 0.01, 0.02, better=Better.NEITHER)


@given(one=ends, other=ends, kind=st.sampled_from(sorted(CONCLUSIONS)), better=st.sampled_from([HIGHER, LOWER]))
def test_turning_the_metric_and_the_limits_round_changes_no_conclusion(one, other, kind, better):
    lower, upper = sorted((one, other))
    turned = LOWER if better is HIGHER else HIGHER
    assert of(kind, lower, upper, better=better) == of(kind, -upper, -lower, better=turned)


@given(one=ends, other=ends)
def test_what_is_superior_is_non_inferior_and_what_is_equivalent_too(one, other):
    lower, upper = sorted((one, other))
    if "not shown" in (of("superiority", lower, upper), of("equivalence", lower, upper)):
        return
    assert of("non-inferiority", lower, upper) == "non-inferior"
