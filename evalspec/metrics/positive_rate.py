"""Share of all units that are called positive; from 0 to 1."""

from evalspec.metrics.base import UNITS, RatioMetric, Worked
from evalspec.records import Counts, Ratio, Undefined
from evalspec.terms import Better, Denominator

METRIC = RatioMetric(
    id="positive_rate",
    title="Positive rate",
    also=("detection prevalence", "predicted positive rate"),
    formula="(TP + FP) / (TP + FN + TN + FP)",
    numerator=lambda n: n.tp + n.fp,
    denominator=lambda n: n.units,
    weight_name=UNITS,
    share_of=Denominator.UNITS,
    better=Better.NEITHER,
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Ratio(92, 290)),
        Worked(Counts(tp=0, fn=0, tn=0, fp=0), Undefined("units (TP + FN + TN + FP) = 0")),
    ),
    reference="Kuhn 2008, J Stat Softw 28(5), confusionMatrix",
)
