"""Harmonic mean of precision and sensitivity, from counts; from 0 to 1. Defined where precision is not, if FN > 0."""

from evalspec.metrics.base import RatioMetric, Worked
from evalspec.records import Counts, Ratio, Undefined
from evalspec.terms import Denominator

METRIC = RatioMetric(
    id="f1",
    title="F1",
    also=("F-score", "F-measure", "Dice coefficient"),
    formula="2 TP / (2 TP + FN + FP)",
    numerator=lambda n: 2 * n.tp,
    denominator=lambda n: 2 * n.tp + n.fn + n.fp,
    weight_name="actual plus called positives (2 TP + FN + FP)",
    share_of=Denominator.MIXED,
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Ratio(144, 182)),
        Worked(Counts(tp=0, fn=10, tn=990, fp=0), Ratio(0, 10)),
        Worked(Counts(tp=0, fn=0, tn=50, fp=0), Undefined("actual plus called positives (2 TP + FN + FP) = 0")),
    ),
    elsewhere=(
        (
            "R's caret takes the harmonic mean of precision and sensitivity: NA where one is undefined or both "
            "are 0, though 2TP + FP + FN is above 0"
        ),
        (
            "scikit-learn gives 0 where no unit is positive or called so, with a warning, unless zero_division "
            "says otherwise"
        ),
    ),
    reference="van Rijsbergen 1979, Information Retrieval, 2nd ed., ch. 7",
)
