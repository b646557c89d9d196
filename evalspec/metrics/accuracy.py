"""Share of the units that are called right; from 0 to 1. It moves with the prevalence."""

from evalspec.metrics.base import ALL_UNITS, UNITS, RatioMetric, Worked
from evalspec.records import Confusion, Counts, Ratio, Undefined, Value
from evalspec.terms import Denominator


def of_classes(table: Confusion) -> Value:
    """Of several classes: units called the class that they are, of all units."""
    return Ratio(table.right, table.units) if table.units else Undefined(f"{ALL_UNITS} = 0")


METRIC = RatioMetric(
    id="accuracy",
    title="Accuracy",
    also=("proportion correct", "overall agreement"),
    formula="(TP + TN) / (TP + FN + TN + FP)",
    numerator=lambda n: n.tp + n.tn,
    denominator=lambda n: n.units,
    weight_name=UNITS,
    share_of=Denominator.UNITS,
    whole_sample=True,
    of_classes=of_classes,
    worked=(
        Worked(Counts(tp=72, fn=18, tn=180, fp=20), Ratio(252, 290)),
        Worked(Counts(tp=0, fn=10, tn=990, fp=0), Ratio(990, 1000)),
        Worked(Counts(tp=0, fn=0, tn=0, fp=0), Undefined("units (TP + FN + TN + FP) = 0")),
    ),
    reference="Simundic 2009, EJIFCC 19:203",
)
