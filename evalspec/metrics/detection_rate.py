"""Share of all units that are actual positives and called so; from 0 to the prevalence."""

from evalspec.metrics.base import UNITS, RatioMetric, Worked
from evalspec.records import Counts, Ratio, Undefined
from evalspec.terms import Denominator

METRIC = RatioMetric(
    id="detection_rate",
    title="Detection rate",
    also=("rate of true positives among all units",),
    formula="TP / (TP + FN + TN + FP)",
    numerator=lambda n: n.tp,
    denominator=lambda n: n.units,
    weight_name=UNITS,
    share_of=Denominator.UNITS,
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Ratio(72, 290)),
        Worked(Counts(tp=0, fn=0, tn=0, fp=0), Undefined("units (TP + FN + TN + FP) = 0")),
    ),
    reference="Kuhn 2008, J Stat Softw 28(5), confusionMatrix",
)
