"""Known answers where other software gives another: each test names what goes wrong elsewhere."""

import json
import os
import subprocess
import sys
from fractions import Fraction

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
import evalspec.metrics
from evalspec.catalogue import collect
from evalspec.records import ScoreGroup
rows = [(s, s * s % 7 < 3) for s in range(200)]
random.Random(int(sys.argv[1])).shuffle(rows)
groups = [ScoreGroup(float(s), int(p), int(not p)) for s, p in sorted(set(rows))]
found = collect(evalspec.metrics, "METRIC", "id")
print(json.dumps({k: str(m(groups)) for k, m in found.items() if m.needs_scores}))
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
    assert len(json.loads(outs[0])) >= 2


def test_average_precision_adds_its_steps_without_losing_a_digit():
    ten_positives = [ScoreGroup(i / 10, 1, 0) for i in range(10)]
    assert METRICS["average_precision"](ten_positives) == Real(1.0)
    assert METRICS["average_precision"](ten_positives[:3]) == Real(1.0)
