"""Share of the comparator's negatives that are called negative; from 0 to 1, without a reference standard."""

from evalspec.metrics.base import RatioMetric, Worked
from evalspec.records import Counts, Ratio, Undefined
from evalspec.terms import Denominator

METRIC = RatioMetric(
    id="npa",
    title="Negative percent agreement",
    also=("NPA",),
    formula="TN / (TN + FP)",
    numerator=lambda n: n.tn,
    denominator=lambda n: n.negatives,
    weight_name="comparator negatives (TN + FP)",
    share_of=Denominator.NEGATIVES,
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Ratio(180, 200)),
        Worked(Counts(tp=8, fn=2, tn=0, fp=0), Undefined("comparator negatives (TN + FP) = 0")),
    ),
    reference="FDA 2007, Statistical Guidance on Reporting Results from Studies Evaluating Diagnostic Tests",
)
