"""Share of the actual negatives that are called positive; from 0 to 1."""

from evalspec.metrics.base import ACTUAL_NEGATIVES, RatioMetric, Worked
from evalspec.records import Counts, Ratio, Undefined
from evalspec.terms import Better, Denominator

METRIC = RatioMetric(
    id="false_positive_rate",
    title="False positive rate",
    also=("FPR", "fall-out"),
    formula="FP / (TN + FP)",
    numerator=lambda n: n.fp,
    denominator=lambda n: n.negatives,
    weight_name=ACTUAL_NEGATIVES,
    share_of=Denominator.NEGATIVES,
    better=Better.LOWER,
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Ratio(20, 200)),
        Worked(Counts(tp=8, fn=2, tn=0, fp=0), Undefined("actual negatives (TN + FP) = 0")),
    ),
    reference="Fawcett 2006, Pattern Recognit Lett 27:861",
)
