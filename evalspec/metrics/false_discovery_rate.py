"""Share of the positive calls that are wrong; from 0 to 1."""

from evalspec.metrics.base import POSITIVE_CALLS, RatioMetric, Worked
from evalspec.records import Counts, Ratio, Undefined
from evalspec.terms import Better, Denominator

METRIC = RatioMetric(
    id="false_discovery_rate",
    title="False discovery rate",
    also=("FDR",),
    formula="FP / (TP + FP)",
    numerator=lambda n: n.fp,
    denominator=lambda n: n.tp + n.fp,
    weight_name=POSITIVE_CALLS,
    share_of=Denominator.CALLS,
    better=Better.LOWER,
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Ratio(20, 92)),
        Worked(Counts(tp=0, fn=10, tn=990, fp=0), Undefined("positive calls (TP + FP) = 0")),
    ),
    reference="Benjamini & Hochberg 1995, J R Stat Soc B 57:289",
)
