"""Every definition that is there says what it must, and its worked cases come out."""

import re
from decimal import Decimal
from fractions import Fraction
from math import isclose
from pathlib import Path

import pytest
from metrics.strategies import METRICS, each_metric, each_ratio

import evalspec.metrics
from evalspec.metrics._common import Common
from evalspec.metrics.base import DeclaredMetric, ProbabilityMetric, RankingMetric, Worked
from evalspec.records import Counts, Ranks, Ratio, Real, ScoreGroup, Undefined
from evalspec.terms import Takes

WORKED = [(m, w) for m in METRICS.values() for w in m.worked]


@pytest.mark.parametrize(("metric", "worked"), WORKED, ids=[f"{m.id}-{i}" for i, (m, _) in enumerate(WORKED)])
def test_a_worked_case_comes_out_as_written(metric, worked: Worked):
    given = () if isinstance(metric, DeclaredMetric) else (worked.given,)
    got = metric(*given, **worked.parameters)
    if isinstance(worked.expected, Real) and isinstance(worked.expected.value, float):
        assert isclose(got.exact, worked.expected.value, rel_tol=1e-12, abs_tol=1e-12)
    else:
        assert got == worked.expected


@each_metric
def test_a_metric_shows_a_defined_and_an_undefined_case(metric):
    kinds = {isinstance(worked.expected, Undefined) for worked in metric.worked}
    assert kinds == {True, False}


@each_metric
def test_a_metric_is_of_a_kind_that_the_laws_know(metric):
    assert isinstance(metric, Common)


def test_every_file_is_collected_under_its_own_name():
    here = {p.stem for p in Path(evalspec.metrics.__path__[0]).glob("[!_]*.py")} - {"base"}
    assert here == set(METRICS)


def test_no_other_name_means_two_metrics_or_is_a_metric_of_its_own():
    names = [name.casefold() for metric in METRICS.values() for name in {metric.id, *metric.also}]
    once = {(metric.id, name.casefold()) for metric in METRICS.values() for name in (metric.id, *metric.also)}
    assert len(once) == len(set(names))


@each_metric
def test_a_metric_cites_a_dated_source_and_says_its_formula(metric):
    assert re.search(r"\b(19|20)\d\d\b", metric.reference)
    assert metric.formula
    assert metric.title[0].isupper()


@each_metric
def test_an_undefined_case_names_a_denominator_that_undefined_when_announces(metric):
    for worked in metric.worked:
        if isinstance(worked.expected, Undefined):
            for reason in worked.expected.reason.split(" and "):
                assert reason.endswith(" = 0")
                assert reason in metric.undefined_when


@each_ratio
def test_a_ratio_metric_is_undefined_by_its_weight_name(metric):
    assert metric.undefined_when == f"{metric.weight_name} = 0"


def test_scores_rank_and_counts_decide():
    for metric in METRICS.values():
        assert metric.needs_scores == isinstance(metric, RankingMetric | ProbabilityMetric)
        assert not (metric.needs_scores and metric.needs_decision)
    undecided = [m.id for m in METRICS.values() if m.takes is Takes.COUNTS and not m.needs_decision]
    assert undecided == ["prevalence"]


def test_f_beta_takes_an_exact_beta_only():
    table = Counts(tp=72, fn=18, tn=180, fp=20)
    assert METRICS["f_beta"](table, beta=Fraction(1, 2)) == Ratio(360, 458)
    for wrong in (0.5, True, "2"):
        with pytest.raises(TypeError, match="exact number"):
            METRICS["f_beta"](table, beta=wrong)
    for wrong in (0, Fraction(-1, 2)):
        with pytest.raises(ValueError, match="above 0"):
            METRICS["f_beta"](table, beta=wrong)


def test_top_k_takes_a_whole_k_of_at_least_1_only():
    ranks = Ranks(classes=4, cells={1: 60, 2: 20, 3: 15, 4: 5})
    assert METRICS["top_k_accuracy"](ranks, k=Decimal("2.0")) == Ratio(80, 100)
    for wrong in (2.0, True, "2"):
        with pytest.raises(TypeError, match="exact number"):
            METRICS["top_k_accuracy"](ranks, k=wrong)
    for wrong in (0, -1, Decimal("1.5"), Fraction(1, 2)):
        with pytest.raises(ValueError, match="whole number"):
            METRICS["top_k_accuracy"](ranks, k=wrong)


def test_mcc_is_exact_where_the_margins_multiply_to_a_square():
    assert METRICS["mcc"](Counts(tp=20, fn=0, tn=80, fp=0)) == Real(Fraction(1))


@pytest.mark.parametrize("scores", [(0.1, 0.5, 0.5), (0.5, 0.5, 0.1), (0.1, 0.9, 0.5), (0.1, float("nan"), 0.5)])
def test_score_groups_out_of_order_are_refused_not_ranked(scores):
    with pytest.raises(ValueError, match="strict order"):
        METRICS["auroc"]([ScoreGroup(score, 1, 1) for score in scores])
