"""Declared numbers from a small study, worked by hand: direction, weights, minimum_defined, intervals, parameters."""

from fractions import Fraction as F
from math import isclose

import pytest
from project import project
from scipy.stats import binomtest

from evalspec.pipeline import check, seal
from evalspec.pipeline._run import run

# cohort A: positives .9 .6, negatives .7 .2; B: positive .8, negatives .8 .1; C: negatives only
ROWS = {
    "a1": ("A", 0.9, 1), "a2": ("A", 0.6, 1), "a3": ("A", 0.7, 0), "a4": ("A", 0.2, 0),
    "b1": ("B", 0.8, 1), "b2": ("B", 0.8, 0), "b3": ("B", 0.1, 0),
    "c1": ("C", 0.3, 0), "c2": ("C", 0.65, 0),
}  # fmt: skip
PLAN = """\
evalspec: 1
plan: {{id: t, title: T, question: "Q", target: these-cohorts}}
outcome: {{kind: binary, column: outcome, positive: "1", negative: "0", definition: d, reference_standard: r}}
units: {{id: subject_id, id_scope: study}}
cohorts: {{column: cohort, members: [A, B, C]}}
data: {{predictions: predictions.csv, outcomes: outcomes.csv}}
design: {{kind: external}}
models:
  m1: {{score: score, scale: score, direction: {direction}}}
thresholds:
  main: {{source: prespecified, value: {at}, positive_when: score {operator} threshold, why: the label}}
summaries:
{summaries}
handling: {{missing_prediction: refuse, missing_outcome: refuse}}
"""
FIRST = "  - {id: first, role: primary, metric: specificity, threshold: main, cohorts: pooled}\n"


def rows(folder, *summaries, lower=False):
    plan = project(folder / "p")
    sign = -1 if lower else 1
    text = "".join(f"{u},{c},{sign * s}\n" for u, (c, s, _) in ROWS.items())
    (plan.parent / "predictions.csv").write_text("subject_id,cohort,score\n" + text)
    (plan.parent / "outcomes.csv").write_text(
        "subject_id,outcome\n" + "".join(f"{u},{y}\n" for u, (*_, y) in ROWS.items())
    )
    direction = "lower-is-positive" if lower else "higher-is-positive"
    operator, at = ("<=", -0.6) if lower else (">=", 0.6)
    declared = FIRST + "".join(f"  - {{id: s{i}, role: secondary, {s}}}\n" for i, s in enumerate(summaries))
    plan.write_text(PLAN.format(direction=direction, operator=operator, at=at, summaries=declared.rstrip()))
    assert not check(plan).errors, check(plan).errors
    seal(plan)
    return {r["address"]: r for r in run(plan, folder / "out").results["rows"]}


def value(row):
    return row["estimate"]


@pytest.mark.parametrize("lower", [False, True])
def test_a_score_whose_low_end_is_positive_gives_what_its_negative_gives(tmp_path, lower):
    found = rows(
        tmp_path, "metric: [auroc, average_precision], cohorts: each", "metric: auroc, cohorts: pooled",
        "metric: sensitivity, threshold: main, cohorts: each", lower=lower,
    )  # fmt: skip
    assert value(found["s0/auroc/m1/cohort=A"]) == 0.75
    assert value(found["s0/auroc/m1/cohort=B"]) == 0.75
    assert found["s0/auroc/m1/cohort=C"]["undefined"] == "actual positives = 0"
    assert isclose(value(found["s0/average_precision/m1/cohort=A"]), F(1, 2) + F(1, 3))
    assert isclose(value(found["s0/average_precision/m1/cohort=B"]), 0.5)
    # pooled: 0.9 beats all 6; 0.6 beats .2 .1 .3; 0.8 beats .7 .2 .1 .3 .65 and ties with .8
    assert isclose(value(found["s1/auroc/m1"]), F(6 * 2 + 3 * 2 + 5 * 2 + 1, 2 * 3 * 6))
    assert [value(found[f"s2/sensitivity/m1/cohort={c}"]) for c in "AB"] == [1.0, 1.0]


def test_each_word_over_cohorts_weighs_as_it_says(tmp_path):
    # specificity at 0.6: A 1/2, B 1/2, C 1/2; precision: A 2/3, B 1/2, C 0/1
    found = rows(
        tmp_path, "metric: precision, threshold: main, cohorts: pooled",
        "metric: precision, threshold: main, cohorts: macro, minimum_defined: 3",
        "metric: precision, threshold: main, cohorts: by-size, minimum_defined: 3",
        "metric: precision, threshold: main, cohorts: {weights: {A: 2, B: 1, C: 1}, why: shares}, minimum_defined: 3",
        "metric: precision, threshold: main, cohorts: {weights: {A: 0.5, B: 0.25, C: 0.25}, why: shares}, minimum_defined: 3",
        "metric: precision, threshold: main, cohorts: worst, minimum_defined: 3",
        "metric: prevalence, cohorts: pooled",
    )  # fmt: skip
    want = [
        F(3, 6),
        F(2, 3) / 3 + F(1, 6),
        (4 * F(2, 3) + 3 * F(1, 2)) / 9,
        F(1, 3) + F(1, 8),
        F(1, 3) + F(1, 8),
        0,
        F(3, 9),
    ]
    for i, (row, exact) in enumerate(
        zip([r for a, r in found.items() if a != "first/specificity/m1"], want, strict=True)
    ):
        assert isclose(value(row), exact, rel_tol=1e-15, abs_tol=0), (i, row["address"])
    assert found["s5/precision/m1"]["named"] == ["C"]
    assert (found["s6/prevalence/m1"]["numerator"], found["s6/prevalence/m1"]["denominator"]) == (3, 9)


def test_too_few_defined_cohorts_make_a_value_undefined_and_name_each(tmp_path):
    found = rows(
        tmp_path, "metric: sensitivity, threshold: main, cohorts: macro, minimum_defined: 3",
        "metric: sensitivity, threshold: main, cohorts: macro, minimum_defined: 2",
        "metric: sensitivity, threshold: main, cohorts: {weights: {A: 1, B: 1, C: 1}, why: equal}, minimum_defined: 1",
        "metric: sensitivity, threshold: main, "
        "cohorts: {weights: {A: 1, B: 1, C: 1}, why: equal, undefined_member: rescale}, minimum_defined: 1",
    )  # fmt: skip
    first, second, strict, rescaled = (found[f"s{i}/sensitivity/m1"] for i in range(4))
    assert first["estimate"] is None
    assert "C: actual positives (TP + FN) = 0" in first["undefined"]
    assert (first["defined"], first["of"]) == (2, 3)
    assert first["undefined_in"] == {"C": "actual positives (TP + FN) = 0"}
    assert (second["estimate"], strict["estimate"], rescaled["estimate"]) == (1.0, None, 1.0)


def test_limits_are_those_of_the_declared_level_and_side(tmp_path):
    at = "metric: specificity, threshold: main, cohorts: pooled, interval: {method: clopper-pearson, level: "
    found = rows(tmp_path, at + "0.90}", at + "0.95, sides: lower}", at + "0.95, sides: upper}")
    two, lower, upper = (found[f"s{i}/specificity/m1"] for i in range(3))
    assert (two["numerator"], two["denominator"]) == (3, 6)
    # each limit of a 90 % two-sided interval is the 95 % limit of a one-sided one
    assert (lower["lower"], lower["upper"]) == (two["lower"], None)
    assert (upper["lower"], upper["upper"]) == (None, two["upper"])
    independent = binomtest(3, 6).proportion_ci(0.9, "exact")
    assert isclose(two["lower"], independent.low, rel_tol=1e-9)
    assert isclose(two["upper"], independent.high, rel_tol=1e-9)
    assert (two["level"], lower["level"]) == ("0.9", "0.95")


def test_a_parameter_is_exact_and_stands_in_the_address(tmp_path):
    found = rows(
        tmp_path, "metric: [{f_beta: {beta: 2}}, {f_beta: {beta: 0.5}}, f1], threshold: main, cohorts: pooled"
    )  # TP 3, FP 3, FN 0
    assert isclose(value(found["s0/f_beta(beta=2)/m1"]), F(5 * 3, 5 * 3 + 3))
    assert isclose(value(found["s0/f_beta(beta=0.5)/m1"]), F(5, 4) * 3 / (F(5, 4) * 3 + 3))
    assert isclose(value(found["s0/f1/m1"]), F(6, 9))


def test_addresses_are_unique_and_rows_stand_in_the_plan_s_order(tmp_path):
    found = rows(
        tmp_path,
        "metric: [npv, accuracy], threshold: main, cohorts: each",
        "metric: mcc, threshold: main, cohorts: pooled",
    )
    assert list(found) == [
        "first/specificity/m1",
        *(f"s0/{m}/m1/cohort={c}" for m in ("npv", "accuracy") for c in "ABC"),
        "s1/mcc/m1",
    ]
