"""Declared figures in words: what is drawn, from where to where, and what is drawn beside it."""

import pytest
from report.studies import said, section, two_models

SUMMARIES = "\n  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n"
CURVES = """
  - {id: all-of-them, kind: roc, cohorts: each}
  - {id: pr, kind: precision-recall, models: [new], cohorts: pooled, thinning: collinear}
  - {id: cost, kind: expected-cost, threshold: main, models: [old], cohorts: pooled, prevalence: {from: 0.01, to: 0.5}}
"""


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    return two_models(
        tmp_path_factory.mktemp("figures"), summaries=SUMMARIES, curves=CURVES, costs="{false_negative: 5, false_positive: 1, unit: EUR}"
    )  # fmt: skip


def test_each_curve_tells_its_kind_axes_points_and_ends(ran):
    told = section(ran, "FIGURES")
    assert told[1:3] == [
        "  all-of-them: Receiver operating characteristic curve",
        "      across: false positive rate (1 - specificity); up: sensitivity",
    ]
    for c in ran.results["curves"]:
        if c["curve"] == "all-of-them":
            assert (
                f"{c['model']}, cohort {c['cohort']}: {len(c['points'])} points, (0.0000, 0.0000) to (1.0000, 1.0000)"
                in said(ran)
            )
    assert "every point stands in results.json, unrounded" in said(ran)


def test_baselines_stand_beside_the_curve_and_an_undefined_end_says_so(ran):
    pr = next(c for c in ran.results["curves"] if c["curve"] == "pr")
    prevalence = f"{pr['lines'][0]['points'][0]['y']:.4f}"
    assert f"new, all units: {len(pr['points'])} points, (0.0000, undefined) to (1.0000, {prevalence})" in said(ran)
    assert f"beside it prevalence: (0.0000, {prevalence}) to (1.0000, {prevalence})" in said(ran)
    assert "beside it calling nobody positive: (0.0100, 0.0500) to (0.5000, 2.5000)" in said(ran)


def test_thinning_is_said_to_be_of_the_drawing_alone(ran):
    assert "a drawing leaves out points by `collinear`; results.json holds all of them" in said(ran)
