"""Share of the actual positives that are called positive; from 0 to 1."""

from evalspec.metrics.base import ACTUAL_POSITIVES, RatioMetric, Worked
from evalspec.records import Counts, Ratio, Undefined
from evalspec.terms import Denominator

METRIC = RatioMetric(
    id="sensitivity",
    title="Sensitivity",
    also=("recall", "true positive rate", "TPR", "hit rate"),
    formula="TP / (TP + FN)",
    numerator=lambda n: n.tp,
    denominator=lambda n: n.positives,
    weight_name=ACTUAL_POSITIVES,
    share_of=Denominator.POSITIVES,
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Ratio(72, 90)),
        Worked(Counts(tp=0, fn=0, tn=9, fp=1), Undefined("actual positives (TP + FN) = 0")),
    ),
    elsewhere=(
        ("scikit-learn gives 0 where there is no actual positive, with a warning, unless zero_division says otherwise"),
    ),
    reference="Altman & Bland 1994, BMJ 308:1552",
)
