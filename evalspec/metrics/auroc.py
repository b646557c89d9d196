"""Chance that a positive scores above a negative, ties half; from 0 to 1. Never turned round: 0 stays 0."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from evalspec.metrics.base import RankingMetric, Worked, undefined_where_zero
from evalspec.records import Real, ScoreGroup, Undefined
from evalspec.terms import Quantity


def value(groups: Sequence[ScoreGroup]) -> Real | Undefined:
    """Pairs won plus half the pairs tied, over all pairs: exact. One pass."""
    positives = negatives = twice_won = 0
    for group in groups:
        twice_won += group.n_positive * (2 * negatives + group.n_negative)
        positives += group.n_positive
        negatives += group.n_negative
    absent = undefined_where_zero({"actual positives": positives, "actual negatives": negatives})
    return absent or Real(Fraction(twice_won, 2 * positives * negatives))


def replicated(positives: Any, negatives: Any) -> Any:
    """Arrays of shape (replicates, groups), least positive first, to (replicates,); NaN where a class is absent.

    Exact up to 2**53 pairs; beyond that each sum is rounded as doubles are.
    """
    pairs = positives.sum(axis=1).astype(float) * negatives.sum(axis=1)
    pairs[pairs == 0] = float("nan")
    won = positives * (negatives.cumsum(axis=1) - negatives / 2)
    return won.sum(axis=1) / pairs


METRIC = RankingMetric(
    id="auroc",
    title="Area under the ROC curve",
    also=("AUC", "ROC AUC", "c statistic", "concordance"),
    formula="(pairs with the positive above + pairs tied / 2) / (actual positives x actual negatives)",
    value=value,
    replicated=replicated,
    quantity=Quantity.AUROC,
    undefined_when="actual positives = 0 or actual negatives = 0",
    worked=(
        Worked((ScoreGroup(0.1, 0, 1), ScoreGroup(0.5, 1, 1), ScoreGroup(0.9, 1, 0)), Real(Fraction(7, 8))),
        Worked((ScoreGroup(0.1, 2, 0), ScoreGroup(0.9, 0, 3)), Real(Fraction(0))),
        Worked((ScoreGroup(0.5, 2, 3),), Real(Fraction(1, 2))),
        Worked((ScoreGroup(0.1, 0, 2), ScoreGroup(0.5, 0, 1)), Undefined("actual positives = 0")),
        Worked((ScoreGroup(0.1, 3, 0),), Undefined("actual negatives = 0")),
    ),
    elsewhere=(
        (
            "R's pROC turns the score round by itself (direction='auto') so that the area is not below 0.5; here "
            "the plan says the direction"
        ),
        (
            "scikit-learn's macro value (roc_auc_score, average='macro') is NaN where one class is absent; here "
            "that class is left out and counted"
        ),
    ),
    reference="Hanley & McNeil 1982, Radiology 143:29",
)
