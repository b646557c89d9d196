"""Known answers where other software gives another: each test names what goes wrong elsewhere."""

from dataclasses import replace
from fractions import Fraction
from math import sqrt

import pytest

import evalspec.intervals
from evalspec.catalogue import collect
from evalspec.intervals._meta import ONE, SIX, TWO, back, spread_of, wald_of
from evalspec.intervals._variance import of_ratio
from evalspec.intervals.base import Weighted
from evalspec.intervals.cluster_ratio import variance as variance_of_ratio
from evalspec.records import ClusterCell, Ratio, ScoreGroup, Spread, Undefined
from evalspec.terms import Sides

INTERVALS = collect(evalspec.intervals, "INTERVAL", "id")
LEVEL = Fraction(95, 100)


def of(name: str, given, sides: Sides = Sides.TWO):
    return INTERVALS[name](given, level=LEVEL, sides=sides)


@pytest.mark.parametrize("name", ["wilson", "clopper-pearson", "jeffreys", "agresti-coull"])
def test_no_units_are_undefined_not_the_whole_range(name):
    assert of(name, Ratio(0, 0)) == Undefined("n = 0")


def test_wilson_is_plain_at_one_success_and_one_failure():
    assert of("wilson", Ratio(1, 1)).lower == pytest.approx(0.206549314377238, rel=1e-12)
    assert of("wilson", Ratio(0, 1)).upper == pytest.approx(1 - 0.206549314377238, rel=1e-12)


def test_wilson_ends_on_exactly_0_and_1():
    assert of("wilson", Ratio(0, 7)).lower == 0
    assert of("wilson", Ratio(7, 7)).upper == 1


def test_agresti_coull_is_not_clipped():
    assert of("agresti-coull", Ratio(0, 10)).lower < 0
    assert of("agresti-coull", Ratio(10, 10)).upper > 1


def test_jeffreys_is_not_changed_at_the_ends():
    assert of("jeffreys", Ratio(0, 10)).lower > 0
    assert of("jeffreys", Ratio(10, 10)).upper < 1


def test_delong_of_one_unit_in_a_class_is_undefined_and_nothing_stands_in_for_it():
    assert of("delong", [ScoreGroup(0.1, 0, 4), ScoreGroup(0.5, 1, 0)]) == Undefined("actual positives - 1 = 0")
    assert of("delong", [ScoreGroup(0.1, 0, 1), ScoreGroup(0.5, 4, 0)]) == Undefined("actual negatives - 1 = 0")


def test_delong_with_a_class_absent_names_it():
    assert of("delong", [ScoreGroup(0.1, 0, 4)]) == Undefined("actual positives = 0")
    assert of("delong", []) == Undefined("actual positives = 0 and actual negatives = 0")


def test_delong_is_clipped_to_0_to_1():
    groups = [ScoreGroup(0.1, 0, 1), ScoreGroup(0.3, 0, 1), ScoreGroup(0.4, 1, 0), ScoreGroup(0.8, 0, 1)]
    assert of("delong", [*groups, ScoreGroup(0.9, 1, 0)]).upper == 1


@pytest.mark.parametrize("reverse", [False, True])
def test_delong_of_a_perfect_ranking_is_flagged_as_degenerate(reverse):
    groups = [ScoreGroup(0.1, 0, 3), ScoreGroup(0.9, 3, 0)]
    limits = of("delong", groups[::-1] if reverse else groups)
    assert limits.lower == limits.upper == (0 if reverse else 1)
    assert "variance 0" in limits.note


def test_delta_of_members_all_at_an_end_is_flagged_as_degenerate_on_either_side():
    members = [Weighted(Fraction(1, 2), Fraction(value), Fraction(0)) for value in (1, 0)]
    for sides in Sides:
        assert "variance 0" in of("delta", members, sides).note
    assert of("delta", members).lower == of("delta", members).upper == 0.5


def test_limits_of_huge_counts_stay_finite_and_ordered():
    for name in ("wilson", "clopper-pearson", "jeffreys", "agresti-coull"):
        limits = of(name, Ratio(3 * 10**9, 5 * 10**9))
        assert limits.lower < 0.6 < limits.upper
        assert limits.upper - limits.lower < 1e-4


@pytest.mark.parametrize(("x", "n"), [(1, 1000), (999, 1000), (1, 1), (1, 2)])
def test_wilson_near_an_end_is_its_formula_and_no_poisson_limit_stands_in(x, n):
    limits = of("wilson", Ratio(x, n))
    z = 1.959963984540054
    for p in (limits.lower, limits.upper):
        if 0 < p < 1:
            assert (x / n - p) ** 2 == pytest.approx(z * z * p * (1 - p) / n, rel=1e-9)


def test_logit_delong_stays_within_0_and_1_where_delong_is_clipped():
    groups = [ScoreGroup(0.1, 0, 1), ScoreGroup(0.3, 0, 1), ScoreGroup(0.4, 1, 0), ScoreGroup(0.8, 0, 1)]
    limits = of("logit-delong", [*groups, ScoreGroup(0.9, 1, 0)])
    assert 0 < limits.lower < 2 / 3 < limits.upper < 1


@pytest.mark.parametrize(("reverse", "reason"), [(False, "1 - AUROC = 0"), (True, "AUROC = 0")])
def test_logit_delong_of_a_perfect_ranking_either_way_is_undefined_and_no_width_is_made_up(reverse, reason):
    groups = [ScoreGroup(0.1, 0, 3), ScoreGroup(0.9, 3, 0)]
    assert of("logit-delong", groups[::-1] if reverse else groups) == Undefined(reason)


def test_logit_delong_of_scores_that_are_all_tied_is_flagged_as_degenerate():
    limits = of("logit-delong", [ScoreGroup(0.5, 4, 9)])
    assert limits.lower == limits.upper == 0.5
    assert "variance 0" in limits.note


def test_logit_delong_with_one_unit_or_none_in_a_class_says_so_before_it_looks_at_the_auroc():
    assert of("logit-delong", [ScoreGroup(0.1, 0, 4), ScoreGroup(0.5, 1, 0)]) == Undefined("actual positives - 1 = 0")
    assert of("logit-delong", [ScoreGroup(0.1, 3, 0)]) == Undefined("actual negatives = 0")


def test_logit_and_log_delta_at_an_end_are_undefined():
    assert of("logit", Spread(Fraction(1), Fraction(0))) == Undefined("1 - estimate = 0")
    assert of("logit", Spread(0.0, 0.1)) == Undefined("estimate = 0")
    assert of("log-delta", Spread(Fraction(0), Fraction(1))) == Undefined("estimate = 0")


def test_log_delta_of_a_value_below_0_is_refused():
    with pytest.raises(ValueError, match="below 0"):
        of("log-delta", Spread(Fraction(-1), Fraction(1)))


@pytest.mark.parametrize("name", ["logit", "log-delta", "wald"])
def test_an_estimate_without_variance_is_flagged_as_degenerate_on_either_side(name):
    spread = Spread(Fraction(1, 2), Fraction(0))
    assert of(name, spread).lower == of(name, spread).upper == 0.5
    assert all("variance 0" in of(name, spread, sides).note for sides in Sides)


def test_wald_is_clipped_only_to_bounds_that_are_given():
    assert of("wald", Spread(0.1, 1.0)).lower < 0
    bounded = of("wald", Spread(0.1, 1.0, low=Fraction(0), high=Fraction(1)))
    assert (bounded.lower, bounded.upper) == (0.0, 1.0)


EMPTY_CLUSTER = [ClusterCell(2, 3, 1), ClusterCell(0, 0, 1), ClusterCell(3, 4, 1), ClusterCell(1, 2, 1)]


def test_a_cluster_without_units_of_the_denominator_is_no_cluster():
    """M17: counting it would give 0.0604812282168686, and a t quantile on 3 degrees of freedom."""
    full = [cell for cell in EMPTY_CLUSTER if cell.denominator]
    assert variance_of_ratio(EMPTY_CLUSTER) == variance_of_ratio(full)
    assert sqrt(variance_of_ratio(EMPTY_CLUSTER)) == pytest.approx(0.0641500299099584, rel=1e-12)
    assert of("cluster-ratio", EMPTY_CLUSTER) == of("cluster-ratio", full)


def test_clusters_of_one_unit_give_the_binomial_variance_times_m_over_m_minus_1():
    cells = [ClusterCell(1, 1, 7), ClusterCell(0, 1, 3)]
    assert variance_of_ratio(cells) == of_ratio(Ratio(7, 10)) * Fraction(10, 9)


def test_a_ratio_of_no_cluster_or_of_one_is_undefined():
    assert of("cluster-ratio", []) == Undefined("clusters with units = 0")
    assert of("cluster-ratio", [ClusterCell(3, 5, 1), ClusterCell(0, 0, 9)]) == Undefined("clusters with units - 1 = 0")


def test_clusters_of_one_ratio_are_flagged_as_degenerate():
    limits = of("cluster-ratio", [ClusterCell(4, 4, 2), ClusterCell(1, 1, 3)])
    assert limits.lower == limits.upper == 1
    assert "variance 0" in limits.note


def test_a_prediction_interval_by_t_of_two_cohorts_is_undefined_and_the_normal_one_does_not_stand_in():
    assert of("prediction-t", TWO) == Undefined("k - 2 = 0")
    assert of("prediction-normal", TWO).lower == pytest.approx(back(-0.607134589753205, "logit"), rel=1e-12)
    assert of("prediction-t", SIX).lower < of("prediction-normal", SIX).lower


def test_one_cohort_has_a_wald_interval_and_no_other():
    assert wald_of(ONE, level=LEVEL, sides=Sides.TWO).lower == pytest.approx(back(0.382934631181247, "logit"))
    for name in ("hartung-knapp", "prediction-normal", "prediction-t"):
        assert isinstance(of(name, ONE), Undefined)


def test_limits_of_a_logit_fit_are_proportions():
    for name in ("hartung-knapp", "prediction-normal"):
        limits = of(name, TWO)
        assert 0 < limits.lower < back(TWO.mean, "logit") < limits.upper < 1


def test_hartung_knapp_of_cohorts_all_at_one_value_is_flagged_as_degenerate():
    alike = replace(SIX, estimates=(0.5,) * 6, mean=0.5, tau2=0.0)
    limits = of("hartung-knapp", alike)
    assert limits.lower == limits.upper == 0.5
    assert "no precision" in limits.note


def test_going_back_from_logit_never_overflows_and_an_unknown_scale_is_refused():
    assert (back(0.0, "logit"), back(-1000.0, "logit"), back(1000.0, "logit")) == (0.5, 0.0, 1.0)
    assert back(3.0, "identity") == 3.0
    with pytest.raises(ValueError, match="neither identity nor logit"):
        back(0.0, "log")
    assert (spread_of(SIX).estimate, spread_of(SIX).variance) == (SIX.mean, SIX.variance)
