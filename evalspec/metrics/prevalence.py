"""Share of the units that are actual positives; from 0 to 1. No call enters it."""

from evalspec.metrics.base import UNITS, RatioMetric, Worked
from evalspec.records import Counts, Ratio, Undefined
from evalspec.terms import Better, Denominator

METRIC = RatioMetric(
    id="prevalence",
    title="Prevalence",
    also=("base rate",),
    formula="(TP + FN) / (TP + FN + TN + FP)",
    numerator=lambda n: n.tp + n.fn,
    denominator=lambda n: n.units,
    weight_name=UNITS,
    share_of=Denominator.UNITS,
    better=Better.NEITHER,
    needs_decision=False,
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Ratio(90, 290)),
        Worked(Counts(tp=0, fn=0, tn=9, fp=1), Ratio(0, 10)),
        Worked(Counts(tp=0, fn=0, tn=0, fp=0), Undefined("units (TP + FN + TN + FP) = 0")),
    ),
    reference="Altman & Bland 1994, BMJ 309:102",
)
