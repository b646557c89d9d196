"""200 random tables against scikit-learn and scipy, wherever they have the metric."""

import random
from fractions import Fraction
from math import isclose

import pytest
from metrics.strategies import METRICS, groups_of
from scipy import optimize, special
from sklearn import metrics

from evalspec.metrics._calibration import joint
from evalspec.records import Real, Undefined


def table(seed: int) -> tuple[list[int], list[float]]:
    """Both classes, ties among the probabilities in every second table, none of them 0 or 1."""
    draw = random.Random(seed)
    digits = 1 + 2 * (seed % 2)
    size = draw.randint(2, 60)
    probabilities = [min(max(round(draw.random(), digits), 0.1), 0.9) for _ in range(size)]
    labels = [int(draw.random() < p) for p in probabilities]
    return [0, 1, *labels], [draw.choice((0.2, 0.7)), draw.choice((0.3, 0.6)), *probabilities]


@pytest.mark.parametrize("seed", range(200))
def test_probability_and_ranking_metrics_agree_with_scikit_learn(seed):
    labels, scores = table(seed)
    groups = groups_of([(s, up == 1) for s, up in zip(scores, labels, strict=True)])
    theirs = {
        "auroc": metrics.roc_auc_score(labels, scores),
        "average_precision": metrics.average_precision_score(labels, scores),
        "brier": metrics.brier_score_loss(labels, scores),
        "log_loss": metrics.log_loss(labels, scores, labels=[0, 1]),
    }
    for word, value in theirs.items():
        assert isclose(METRICS[word](groups).exact, value, rel_tol=1e-12, abs_tol=1e-12), word


@pytest.mark.parametrize("seed", range(200))
def test_partial_auroc_rescaled_as_mcclish_does_agrees_with_scikit_learn(seed):
    labels, scores = table(seed)
    width = Fraction(random.Random(seed).randint(1, 99), 100)
    groups = groups_of([(s, up == 1) for s, up in zip(scores, labels, strict=True)])
    area = METRICS["partial_auroc"](groups, specificity_at_least=1 - width).exact
    rescaled = (1 + (area - width**2 / 2) / (width - width**2 / 2)) / 2
    theirs = metrics.roc_auc_score(labels, scores, max_fpr=float(width))
    assert isclose(rescaled, theirs, rel_tol=1e-9, abs_tol=1e-9)


@pytest.mark.parametrize("seed", range(200))
def test_calibration_fits_are_where_a_general_optimiser_finds_no_better(seed):
    labels, scores = table(seed)
    groups = groups_of([(s, up == 1) for s, up in zip(scores, labels, strict=True)])
    signs = [2 * up - 1 for up in labels]
    logits = special.logit(scores)

    def loss(at):
        return -special.log_expit(signs * (at[0] + at[1] * logits)).sum()

    alone = optimize.minimize_scalar(lambda a: loss((a, 1.0)), tol=1e-12).x
    assert isclose(METRICS["calibration_intercept"](groups).exact, alone, rel_tol=1e-6, abs_tol=1e-6)
    fit = joint(groups)
    if isinstance(fit, Undefined):
        assert isinstance(METRICS["calibration_slope"](groups), Undefined)
        return
    found = optimize.minimize(loss, (0.0, 1.0), tol=1e-10).x
    assert METRICS["calibration_slope"](groups) == Real(fit.slope)
    assert loss((fit.intercept, fit.slope)) <= loss(found) + 1e-9
    assert isclose(fit.slope, found[1], rel_tol=1e-4, abs_tol=1e-4)
