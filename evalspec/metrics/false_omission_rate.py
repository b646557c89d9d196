"""Share of the negative calls that are wrong; from 0 to 1."""

from evalspec.metrics.base import NEGATIVE_CALLS, RatioMetric, Worked
from evalspec.records import Counts, Ratio, Undefined
from evalspec.terms import Better, Denominator

METRIC = RatioMetric(
    id="false_omission_rate",
    title="False omission rate",
    also=("FOR", "false non-discovery rate"),
    formula="FN / (TN + FN)",
    numerator=lambda n: n.fn,
    denominator=lambda n: n.tn + n.fn,
    weight_name=NEGATIVE_CALLS,
    share_of=Denominator.CALLS,
    better=Better.LOWER,
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Ratio(18, 198)),
        Worked(Counts(tp=12, fn=0, tn=0, fp=88), Undefined("negative calls (TN + FN) = 0")),
    ),
    reference="Genovese & Wasserman 2002, J R Stat Soc B 64:499",
)
