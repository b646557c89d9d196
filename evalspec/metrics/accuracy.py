"""Share of the units that are called right; from 0 to 1. It moves with the prevalence."""

from evalspec.metrics.base import UNITS, RatioMetric, Worked
from evalspec.records import Counts, Ratio, Undefined
from evalspec.terms import Denominator

METRIC = RatioMetric(
    id="accuracy",
    title="Accuracy",
    also=("proportion correct", "overall agreement"),
    formula="(TP + TN) / (TP + FN + TN + FP)",
    numerator=lambda n: n.tp + n.tn,
    denominator=lambda n: n.units,
    weight_name=UNITS,
    share_of=Denominator.UNITS,
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Ratio(252, 290)),
        Worked(Counts(tp=0, fn=10, tn=990, fp=0), Ratio(990, 1000)),
        Worked(Counts(tp=0, fn=0, tn=0, fp=0), Undefined("units (TP + FN + TN + FP) = 0")),
    ),
    reference="Simundic 2009, EJIFCC 19:203",
)
