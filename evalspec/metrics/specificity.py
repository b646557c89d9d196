"""Share of the actual negatives that are called negative; from 0 to 1."""

from evalspec.metrics.base import ACTUAL_NEGATIVES, RatioMetric, Worked
from evalspec.records import Counts, Ratio, Undefined
from evalspec.terms import Denominator

METRIC = RatioMetric(
    id="specificity",
    title="Specificity",
    also=("true negative rate", "TNR", "selectivity"),
    formula="TN / (TN + FP)",
    numerator=lambda n: n.tn,
    denominator=lambda n: n.negatives,
    weight_name=ACTUAL_NEGATIVES,
    share_of=Denominator.NEGATIVES,
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Ratio(180, 200)),
        Worked(Counts(tp=8, fn=2, tn=0, fp=0), Undefined("actual negatives (TN + FP) = 0")),
    ),
    elsewhere=(
        ("scikit-learn (recall_score of the other class) gives 0 where there is no actual negative, with a warning"),
    ),
    reference="Altman & Bland 1994, BMJ 308:1552",
)
