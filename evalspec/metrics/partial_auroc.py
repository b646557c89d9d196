"""Area under the ROC curve where the specificity is high enough; from 0 to 1 - that specificity, not rescaled."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from evalspec.metrics._parameters import share
from evalspec.metrics._probabilities import exact_number
from evalspec.metrics.base import RankingMetric, Worked, undefined_where_zero
from evalspec.records import Real, ScoreGroup, Undefined
from evalspec.terms import Quantity


def value(groups: Sequence[ScoreGroup], *, specificity_at_least: Decimal | Fraction) -> Real | Undefined:
    """Exact trapezoids from no false positive up to 1 - specificity_at_least, the last cut on its straight line.

    Raises:
        TypeError: specificity_at_least is no exact number.
        ValueError: it is below 0, or 1 or more.
    """
    width = 1 - exact_number("specificity_at_least", specificity_at_least)
    if not 0 < width <= 1:
        raise ValueError(f"specificity_at_least must be 0 or more and below 1, not {specificity_at_least}")
    positives = sum(group.n_positive for group in groups)
    negatives = sum(group.n_negative for group in groups)
    absent = undefined_where_zero({"actual positives": positives, "actual negatives": negatives})
    return absent or Real(_area(groups, width * negatives) / (positives * negatives))


def _area(groups: Sequence[ScoreGroup], end: Fraction) -> Fraction:
    """Under the curve of true against false positives, both counted, up to ``end`` false positives."""
    area, tp, fp = Fraction(0), 0, 0
    for group in reversed(groups):
        if fp + group.n_negative > end:
            share = (end - fp) / group.n_negative
            return area + (end - fp) * (tp + share * group.n_positive / 2)
        area += group.n_negative * (tp + Fraction(group.n_positive, 2))
        tp += group.n_positive
        fp += group.n_negative
    return area


def misfit(name: str, value: Any) -> str:
    """A specificity; at 1 no curve would be left."""
    return share(value, "0 or more and below 1", below=Decimal(1), zero=True)


EXAMPLE = (ScoreGroup(0.1, 0, 3), ScoreGroup(0.5, 1, 1), ScoreGroup(0.9, 1, 0))

METRIC = RankingMetric(
    id="partial_auroc",
    title="Partial area under the ROC curve",
    also=("partial AUC", "pAUC"),
    formula="area under the ROC curve for a false positive rate of at most 1 - specificity_at_least",
    value=value,
    quantity=Quantity.PARTIAL_AUROC,
    parameters=("specificity_at_least",),
    misfit=misfit,
    undefined_when="actual positives = 0 or actual negatives = 0",
    worked=(
        Worked(EXAMPLE, Real(Fraction(3, 16)), {"specificity_at_least": Decimal("0.75")}),
        Worked(EXAMPLE, Real(Fraction(3, 50)), {"specificity_at_least": Decimal("0.9")}),
        Worked(EXAMPLE, Real(Fraction(15, 16)), {"specificity_at_least": Decimal(0)}),
        Worked((ScoreGroup(0.5, 0, 2),), Undefined("actual positives = 0"), {"specificity_at_least": Decimal("0.9")}),
    ),
    elsewhere=(
        "pROC gives this area with partial.auc = c(1, specificity), and McClish's rescaled one with "
        "partial.auc.correct = TRUE; it may turn the direction of the score round",
        "scikit-learn's roc_auc_score(max_fpr=) gives McClish's: (1 + (area - w²/2) / (w - w²/2)) / 2 with the "
        "width w = max_fpr, 1/2 for a score without information",
    ),
    reference="McClish 1989, Medical Decision Making 9:190",
)
