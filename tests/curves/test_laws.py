"""Curves against the metrics that they draw: areas, steps and heights are the metrics' values, exactly."""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import isclose

from curves.test_definitions import CURVES
from hypothesis import assume, given
from hypothesis import strategies as st
from metrics.strategies import METRICS, groups_of, labelled_chances, labelled_scores, tables

from evalspec.curves._thinning import thinned
from evalspec.records import Costs, ScoreGroup, Undefined
from evalspec.terms import Drawn

costs = st.builds(Costs, false_negative=st.fractions(Fraction(1, 9), 9), false_positive=st.fractions(Fraction(1, 9), 9))


def defined(kind, given, **told):
    points = CURVES[kind].points(given, **told)
    assume(not isinstance(points, Undefined))
    return points


def area(points):
    return sum((b.x - a.x) * (a.y + b.y) / 2 for a, b in pairwise(points))


@given(rows=labelled_scores)
def test_the_area_under_the_roc_points_is_the_auroc_and_both_are_undefined_together(rows):
    groups = groups_of(rows)
    value = METRICS["auroc"](groups)
    points = CURVES["roc"].points(groups)
    if isinstance(value, Undefined):
        assert points == value
    else:
        assert area(points) == value.exact
        assert area(thinned(points, "collinear")) == value.exact


@given(rows=labelled_scores, specificity=st.fractions(0, Fraction(9, 10), max_denominator=10))
def test_the_area_left_of_a_false_positive_rate_is_the_partial_auroc(rows, specificity):
    points, end = defined("roc", groups_of(rows)), 1 - specificity
    expected = Fraction(0)
    for a, b in pairwise(points):
        width = min(b.x, end) - a.x
        if width > 0:
            expected += width * (a.y + a.y + (b.y - a.y) * width / (b.x - a.x)) / 2
    assert METRICS["partial_auroc"](groups_of(rows), specificity_at_least=specificity).exact == expected


@given(rows=labelled_scores)
def test_precision_recall_steps_add_up_to_the_average_precision(rows):
    for points in (p := defined("precision-recall", groups_of(rows)), thinned(p, "collinear", drawn=Drawn.STEPS)):
        steps = sum((b.x - a.x) * b.y for a, b in pairwise(points))
        assert isclose(steps, METRICS["average_precision"](groups_of(rows)).exact, rel_tol=1e-14)


@given(rows=labelled_scores)
def test_precision_is_undefined_only_where_nobody_is_called_and_ends_at_the_prevalence(rows):
    points = defined("precision-recall", groups_of(rows))
    assert [p.y is None for p in points] == [p.n == 0 for p in points] == [i == 0 for i in range(len(points))]
    (line,) = CURVES["precision-recall"].baselines(groups_of(rows))
    assert {p.y for p in line.points} == {points[-1].y}
    assert line.name == "prevalence"


@given(rows=labelled_chances)
def test_the_heights_of_a_decision_curve_are_net_benefits(rows):
    groups = groups_of(rows)
    points = defined("decision", groups)
    everybody, nobody = CURVES["decision"].baselines(groups)
    prevalence = Fraction(sum(up for _, up in rows), len(rows))
    assert [p.threshold for p in points] == sorted({score for score, _ in rows if 0 < score < 1})
    for point, beside in zip(points, everybody.points, strict=True):
        at = Decimal(repr(point.threshold))
        assert point.x == beside.x == Fraction(at)
        assert point.y == METRICS["net_benefit"](groups, at=at).exact
        assert beside.y == prevalence - (1 - prevalence) * point.x / (1 - point.x)
        assert point.n == sum(score >= point.threshold for score, _ in rows)
    assert {p.y for p in nobody.points} == {0}
    assert (nobody.points[0].x, nobody.points[-1].x) == (points[0].x, points[-1].x)


@given(rows=labelled_chances)
def test_the_distances_of_a_calibration_curve_from_its_diagonal_make_the_reliability(rows):
    points = defined("calibration", groups_of(rows))
    assert sum(p.n for p in points) == len(rows)
    mean = sum(p.n * (p.x - p.y) ** 2 for p in points) / len(rows)
    assert mean == METRICS["brier_reliability"](groups_of(rows)).exact


@given(table=tables, costs=costs, ends=st.tuples(st.fractions(0, 1), st.fractions(0, 1)))
def test_the_cost_at_each_end_is_that_of_its_errors_and_the_ends_say_the_middle(table, costs, ends):
    assume(ends[0] < ends[1])
    told = {"costs": costs, "lowest": ends[0], "highest": ends[1]}
    points = defined("expected-cost", table, **told)
    rates = METRICS["false_negative_rate"](table).exact, METRICS["false_positive_rate"](table).exact
    for point in points:
        missed = point.x * rates[0] * costs.false_negative
        assert point.y == missed + (1 - point.x) * rates[1] * costs.false_positive
    middle = CURVES["expected-cost"].points(table, **{**told, "highest": sum(ends) / 2})[1]
    assert middle.y == (points[0].y + points[1].y) / 2


@given(table=tables, costs=costs)
def test_calling_everybody_and_nobody_cross_where_the_expected_costs_are_equal(table, costs):
    told = {"costs": costs, "lowest": Fraction(0), "highest": Fraction(1)}
    assume(not isinstance(CURVES["expected-cost"].points(table, **told), Undefined))
    everybody, nobody = CURVES["expected-cost"].baselines(table, **told)
    assert [p.y for p in everybody.points] == [costs.false_positive, 0]
    assert [p.y for p in nobody.points] == [0, costs.false_negative]


def test_a_score_that_nobody_has_is_no_point():
    rows = [(0.2, False), (0.5, True), (0.995, True)]
    groups = groups_of(rows)
    padded = (*groups[:1], ScoreGroup(0.3, 0, 0), *groups[1:])
    for kind in ("roc", "precision-recall", "calibration", "decision"):
        assert CURVES[kind].points(padded) == CURVES[kind].points(groups)
    assert len(CURVES["decision"].points(groups)) == 3
