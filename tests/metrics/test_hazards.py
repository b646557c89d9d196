"""Known answers where other software gives another: each test names what goes wrong elsewhere."""

import json
import os
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from math import inf, isclose, isfinite, log

import pytest
from metrics.strategies import METRICS, OF_COUNTS, groups_of

from evalspec.records import Counts, Ratio, Real, ScoreGroup, Undefined

NO_POSITIVE = Counts(tp=0, fn=0, tn=45, fp=5)
NO_NEGATIVE = Counts(tp=30, fn=10, tn=0, fp=0)
ALL_CALLED_NEGATIVE = Counts(tp=0, fn=10, tn=990, fp=0)


@pytest.mark.parametrize(
    ("metric", "table", "reason"),
    [
        ("sensitivity", NO_POSITIVE, "actual positives (TP + FN) = 0"),
        ("specificity", NO_NEGATIVE, "actual negatives (TN + FP) = 0"),
        ("precision", ALL_CALLED_NEGATIVE, "positive calls (TP + FP) = 0"),
        ("npv", Counts(tp=12, fn=0, tn=0, fp=88), "negative calls (TN + FN) = 0"),
        ("mcc", ALL_CALLED_NEGATIVE, "positive calls (TP + FP) = 0"),
    ],
)
def test_zero_over_zero_is_undefined_and_never_0(metric, table, reason):
    assert METRICS[metric](table) == Undefined(reason)


def test_average_precision_without_positives_is_undefined_neither_0_nor_1():
    assert METRICS["average_precision"]([ScoreGroup(0.5, 0, 3)]) == Undefined("actual positives = 0")


def test_a_true_zero_is_0_and_not_undefined():
    assert METRICS["precision"](Counts(tp=0, fn=6, tn=90, fp=4)) == Ratio(0, 4)
    assert METRICS["f1"](Counts(tp=0, fn=6, tn=90, fp=4)) == Ratio(0, 10)


@pytest.mark.parametrize("table", [NO_POSITIVE, NO_NEGATIVE])
def test_balanced_accuracy_with_a_class_absent_is_undefined_not_the_other_rate(table):
    assert isinstance(METRICS["balanced_accuracy"](table), Undefined)


@pytest.mark.parametrize("metric", ["likelihood_ratio_positive", "diagnostic_odds_ratio"])
def test_a_ratio_over_a_false_positive_rate_of_0_is_undefined_not_infinite(metric):
    for table in (Counts(tp=20, fn=1, tn=80, fp=0), Counts(tp=0, fn=10, tn=990, fp=0)):
        assert METRICS[metric](table) == Undefined("false positive rate (FP / (TN + FP)) = 0")


def test_f1_is_by_counts_so_it_is_0_where_precision_is_undefined():
    assert isinstance(METRICS["precision"](ALL_CALLED_NEGATIVE), Undefined)
    assert METRICS["f1"](ALL_CALLED_NEGATIVE) == Ratio(0, 10)


def test_mcc_of_billions_does_not_wrap():
    table = Counts(tp=3 * 10**9, fn=2 * 10**9, tn=4 * 10**9, fp=10**9)
    assert METRICS["mcc"](table) == Real(0.408248290463863)


def test_auroc_below_one_half_stays_there():
    worst = groups_of([(0.1, True), (0.2, True), (0.6, False), (0.7, False)])
    assert METRICS["auroc"](worst) == Real(Fraction(0))


def test_average_precision_takes_tied_scores_whole_in_any_row_order():
    rows = [(0.9, True), (0.8, True), (0.8, False), (0.8, True), (0.4, False), (0.4, True)]
    expected = Real(float(Fraction(1, 4) + Fraction(1, 2) * Fraction(3, 4) + Fraction(1, 4) * Fraction(4, 6)))
    assert METRICS["average_precision"](groups_of(rows)) == expected
    assert METRICS["average_precision"](groups_of(rows[::-1])) == expected


def test_values_are_kept_unrounded_as_fractions_of_counts():
    assert METRICS["accuracy"](Counts(tp=1833, fn=0, tn=0, fp=2167)).exact == Fraction(1833, 4000)
    for metric in OF_COUNTS.values():
        value = metric(Counts(tp=72, fn=18, tn=180, fp=20), **dict.fromkeys(metric.parameters, 2))
        assert isinstance(value.exact, Fraction) or metric.id == "mcc"


PROGRAM = """
import json, random, sys
from fractions import Fraction
import evalspec.metrics
from evalspec.catalogue import collect
from evalspec.records import ScoreGroup
rows = [(s, s * s % 7 < 3) for s in range(1, 200)]
random.Random(int(sys.argv[1])).shuffle(rows)
groups = [ScoreGroup(s / 200, int(p), int(not p)) for s, p in sorted(set(rows))]
told = {"bins": 10, "closed": "left", "at": Fraction(1, 5), "specificity_at_least": Fraction(9, 10), "clip": None}
found = [m for m in collect(evalspec.metrics, "METRIC", "id").values() if m.needs_scores]
print(json.dumps({m.id: str(m(groups, **{name: told[name] for name in m.parameters})) for m in found}))
"""


def test_hash_seed_and_row_order_change_no_byte():
    outs = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM, seed],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "4242")
    ]
    assert len(set(outs)) == 1
    assert len(json.loads(outs[0])) >= 12


def test_average_precision_adds_its_steps_without_losing_a_digit():
    ten_positives = [ScoreGroup(i / 10, 1, 0) for i in range(10)]
    assert METRICS["average_precision"](ten_positives) == Real(1.0)
    assert METRICS["average_precision"](ten_positives[:3]) == Real(1.0)


SURE_AND_WRONG = groups_of([(0.0, True), (0.2, False), (0.9, True), (0.1, False)])


def test_log_loss_of_a_certain_and_wrong_probability_is_infinite_unless_a_clip_is_declared():
    log_loss = METRICS["log_loss"]
    assert log_loss(SURE_AND_WRONG) == log_loss(SURE_AND_WRONG, clip="none") == Real(inf)
    assert log_loss(groups_of([(1.0, False), (0.5, True)])) == Real(inf)
    assert isclose(log_loss(SURE_AND_WRONG, clip=Decimal("1e-15")).exact, 8.74316024438514, rel_tol=1e-9)
    assert isclose(log_loss(SURE_AND_WRONG, clip=Fraction(1, 2**52)).exact, 9.119379492936755, rel_tol=1e-9)
    for sure in ((0.0, True), (1.0, False)):
        assert isclose(log_loss(groups_of([sure]), clip=Decimal("0.001")).exact, -log(0.001), rel_tol=1e-12)
    assert isinstance(log_loss.spread(SURE_AND_WRONG), Undefined)


def test_a_certain_and_right_probability_costs_nothing_and_no_infinite_loss_of_nobody_is_counted():
    assert METRICS["log_loss"](groups_of([(0.0, False), (1.0, True)])) == Real(0.0)


@pytest.mark.parametrize("edge", [0.1, 0.2, 0.3, 0.6, 0.7])
def test_a_probability_on_the_edge_of_a_bin_falls_on_the_declared_side(edge):
    """In floats 3 * 0.1 is 0.30000000000000004, so 0.3 would fall below its own edge."""
    tenth = Fraction(str(edge))
    at_edge = [ScoreGroup(edge - 0.05, 0, 1), ScoreGroup(edge, 1, 0), ScoreGroup(edge + 0.05, 0, 1)]
    below, above = (Fraction(repr(g.score)) for g in (at_edge[0], at_edge[2]))
    right = METRICS["ece"](at_edge, bins=10, closed="right").exact * 3
    left = METRICS["ece"](at_edge, bins=10, closed="left").exact * 3
    assert right == abs(1 - tenth - below) + above
    assert left == below + abs(1 - tenth - above)


def test_0_falls_into_the_first_bin_and_1_into_the_last_whichever_side_is_closed():
    for closed in ("left", "right"):
        ends = [ScoreGroup(0.0, 1, 0), ScoreGroup(0.05, 0, 1), ScoreGroup(0.95, 1, 0), ScoreGroup(1.0, 0, 1)]
        assert METRICS["ece"](ends, bins=10, closed=closed) == Real(Fraction(19, 40))


def test_the_bins_are_as_many_as_declared_not_one_fewer():
    halves = [ScoreGroup(0.4, 1, 0), ScoreGroup(0.6, 0, 1)]
    assert METRICS["ece"](halves, bins=2, closed="right") == Real(Fraction(3, 5))
    assert METRICS["ece"](halves, bins=1, closed="right") == Real(Fraction(0))


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([(0.25, True), (0.25, False), (0.25, False)], "variance of the log odds = 0"),
        ([(0.2, False), (0.3, False), (0.7, True)], "overlap of the log odds of the classes = 0"),
        ([(0.2, False), (0.3, False), (0.3, True), (0.7, True)], "overlap of the log odds of the classes = 0"),
        ([(0.2, True), (0.3, True), (0.7, False)], "overlap of the log odds of the classes = 0"),
        ([(0.2, True), (0.3, True)], "actual negatives = 0"),
        ([(0.0, False), (0.3, True), (0.4, False)], "smallest probability = 0"),
        ([(0.2, True), (0.3, False), (1.0, True)], "1 - largest probability = 0"),
        ([(0.0, True), (1.0, False)], "smallest probability = 0 and 1 - largest probability = 0"),
    ],
)
def test_a_calibration_slope_without_a_single_best_value_is_undefined_and_says_why(rows, reason):
    assert METRICS["calibration_slope"](groups_of(rows)) == Undefined(reason)
    assert METRICS["calibration_slope"].spread(groups_of(rows)) == Undefined(reason)


def test_the_calibration_intercept_of_a_constant_prediction_is_defined():
    constant = groups_of([(0.25, True)] * 2 + [(0.25, False)] * 6)
    assert isclose(METRICS["calibration_intercept"](constant).exact, 0, abs_tol=1e-12)
    assert isclose(METRICS["calibration_intercept"].spread(constant), 1 / (8 * 0.25 * 0.75), rel_tol=1e-12)


def test_a_slope_fitted_between_nearly_equal_probabilities_ends_and_is_finite():
    near = [ScoreGroup(0.4224, 2, 4), ScoreGroup(0.4224000000000001, 0, 4), ScoreGroup(0.9, 3, 0)]
    assert isfinite(METRICS["calibration_slope"](near).exact)
