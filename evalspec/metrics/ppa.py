"""Share of the comparator's positives that are called positive; from 0 to 1, without a reference standard."""

from evalspec.metrics.base import RatioMetric, Worked
from evalspec.records import Counts, Ratio, Undefined
from evalspec.terms import Denominator

METRIC = RatioMetric(
    id="ppa",
    title="Positive percent agreement",
    also=("PPA",),
    formula="TP / (TP + FN)",
    numerator=lambda n: n.tp,
    denominator=lambda n: n.positives,
    weight_name="comparator positives (TP + FN)",
    share_of=Denominator.POSITIVES,
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Ratio(72, 90)),
        Worked(Counts(tp=0, fn=0, tn=9, fp=1), Undefined("comparator positives (TP + FN) = 0")),
    ),
    reference="FDA 2007, Statistical Guidance on Reporting Results from Studies Evaluating Diagnostic Tests",
)
