"""Every curve that is there says what it must, and its worked cases come out."""

import re
from pathlib import Path

import pytest

import evalspec.curves
from evalspec.catalogue import collect
from evalspec.records import Counts, CurvePoint, ScoreGroup, Undefined
from evalspec.terms import Takes

CURVES = collect(evalspec.curves, "CURVE", "id")
WORKED = [(c, w) for c in CURVES.values() for w in c.worked]
each_curve = pytest.mark.parametrize("curve", CURVES.values(), ids=CURVES)


@pytest.mark.parametrize(("curve", "worked"), WORKED, ids=[f"{c.id}-{i}" for i, (c, _) in enumerate(WORKED)])
def test_a_worked_case_comes_out_as_written(curve, worked):
    assert curve.points(worked.given, **worked.told) == worked.expected
    assert set(worked.told) == set(curve.told)


def test_the_kinds_are_those_of_the_language_and_lie_in_files_of_their_name():
    assert list(CURVES) == ["calibration", "decision", "expected-cost", "precision-recall", "roc"]
    here = {p.stem.replace("_", "-") for p in Path(evalspec.curves.__path__[0]).glob("[!_]*.py")} - {"base"}
    assert here == set(CURVES)


@each_curve
def test_a_curve_shows_a_defined_and_an_undefined_case_and_announces_its_reason(curve):
    undefined = [w.expected.reason for w in curve.worked if isinstance(w.expected, Undefined)]
    assert undefined
    assert len(undefined) < len(curve.worked)
    assert all(reason.endswith(" = 0") and reason in curve.undefined_when for reason in undefined)


@each_curve
def test_a_curve_names_its_axes_cites_a_dated_source_and_says_its_formula(curve):
    assert curve.x
    assert curve.y
    assert curve.formula
    assert curve.title[0].isupper()
    assert re.search(r"\b(19|20)\d\d\b", curve.reference)


@each_curve
def test_an_undefined_curve_has_no_baseline_either(curve):
    for worked in curve.worked:
        if isinstance(worked.expected, Undefined):
            assert curve.baselines(worked.given, **worked.told) == ()


@pytest.mark.parametrize("curve", [c for c in CURVES.values() if c.takes is not Takes.COUNTS], ids=lambda c: c.id)
def test_score_groups_out_of_order_are_refused(curve):
    with pytest.raises(ValueError, match="strict order"):
        curve.points([ScoreGroup(s, 1, 1) for s in (0.1, 0.5, 0.5)])


@pytest.mark.parametrize("kind", ["calibration", "decision"])
def test_a_score_that_is_no_probability_is_refused(kind):
    with pytest.raises(ValueError, match="no probability"):
        CURVES[kind].points([ScoreGroup(0.5, 1, 1), ScoreGroup(1.5, 1, 1)])


@pytest.mark.parametrize("ends", [(0.5, 0.5), (0.6, 0.5), (-0.1, 0.5), (0.5, 1.1)])
def test_prevalences_that_are_no_range_are_refused(ends):
    told = CURVES["expected-cost"].worked[0].told | {"lowest": ends[0], "highest": ends[1]}
    with pytest.raises(ValueError, match="no range"):
        CURVES["expected-cost"].points(Counts(tp=1, fn=1, tn=1, fp=1), **told)


def test_a_score_that_falls_gives_the_curve_of_its_reverse():
    falling = [ScoreGroup(9.0, 0, 1), ScoreGroup(5.0, 1, 1), ScoreGroup(1.0, 1, 0)]
    points = CURVES["roc"].points(falling)
    assert [p.threshold for p in points] == [None, 1.0, 5.0, 9.0]
    assert points[1] == CurvePoint(0, points[1].y, 1.0, 1)
