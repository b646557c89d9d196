"""Share of the actual positives that are called negative; from 0 to 1."""

from evalspec.metrics.base import ACTUAL_POSITIVES, RatioMetric, Worked
from evalspec.records import Counts, Ratio, Undefined
from evalspec.terms import Better, Denominator

METRIC = RatioMetric(
    id="false_negative_rate",
    title="False negative rate",
    also=("FNR", "miss rate"),
    formula="FN / (TP + FN)",
    numerator=lambda n: n.fn,
    denominator=lambda n: n.positives,
    weight_name=ACTUAL_POSITIVES,
    share_of=Denominator.POSITIVES,
    better=Better.LOWER,
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Ratio(18, 90)),
        Worked(Counts(tp=0, fn=0, tn=9, fp=1), Undefined("actual positives (TP + FN) = 0")),
    ),
    reference="Pepe 2003, The Statistical Evaluation of Medical Tests, ch. 2",
)
