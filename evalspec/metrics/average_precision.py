"""Mean over the positives of the precision at their own score; from above 0 to 1. Its baseline is the prevalence."""

from collections.abc import Sequence
from math import fsum
from typing import Any

from evalspec.metrics.base import RankingMetric, Worked, undefined_where_zero
from evalspec.records import Real, ScoreGroup, Undefined
from evalspec.terms import Quantity


def value(groups: Sequence[ScoreGroup]) -> Real | Undefined:
    """Sum of recall steps times precision, most positive first, tied scores entered whole, nothing interpolated.

    Each term is one correctly rounded division and ``fsum`` rounds their sum once, so no order can change a digit.
    """
    positives = sum(group.n_positive for group in groups)
    terms: list[float] = []
    tp = called = 0
    for group in reversed(groups):
        tp += group.n_positive
        called += group.n_positive + group.n_negative
        if group.n_positive:
            terms.append(group.n_positive * tp / (positives * called))
    return undefined_where_zero({"actual positives": positives}) or Real(fsum(terms))


def replicated(positives: Any, negatives: Any) -> Any:
    """Arrays of shape (replicates, groups), least positive first, to (replicates,); NaN where there is no positive."""
    tp = positives[:, ::-1].cumsum(axis=1)[:, ::-1]
    called = tp + negatives[:, ::-1].cumsum(axis=1)[:, ::-1].astype(float)
    called[called == 0] = 1.0
    found = positives.sum(axis=1).astype(float)
    found[found == 0] = float("nan")
    return (positives * (tp / called)).sum(axis=1) / found


METRIC = RankingMetric(
    id="average_precision",
    title="Average precision",
    also=("AP", "AUPRC", "PR AUC"),
    formula="sum over scores s of (sensitivity at s - sensitivity above s) x precision at s",
    value=value,
    replicated=replicated,
    quantity=Quantity.AVERAGE_PRECISION,
    undefined_when="actual positives = 0",
    worked=(
        Worked((ScoreGroup(0.1, 0, 1), ScoreGroup(0.5, 1, 1), ScoreGroup(0.9, 2, 0)), Real(0.9166666666666666)),
        Worked((ScoreGroup(0.5, 2, 3),), Real(0.4)),
        Worked((ScoreGroup(0.1, 3, 0),), Real(1.0)),
        Worked((ScoreGroup(0.1, 0, 2), ScoreGroup(0.5, 0, 1)), Undefined("actual positives = 0")),
    ),
    elsewhere=(
        (
            "R's MLmetrics (PRAUC) and ROCR (aucpr) join the points by straight lines, a trapezoidal area: "
            "another number"
        ),
        "R's ROCR and MLmetrics refuse data of one class; here it is 1 where every unit is positive",
        ("where there is no positive, scikit-learn gives 0 with a warning and LightGBM gives 1; here it is undefined"),
    ),
    reference="Boyd, Eng & Page 2013, ECML PKDD 2013, LNCS 8190:451",
)
