"""Share of the units whose called labels are exactly their labels; from 0 to 1. One wrong label makes a unit wrong."""

from evalspec.metrics.base import ALL_UNITS, LabelSetMetric, Worked
from evalspec.records import LabelSets, Ratio, Undefined, Value
from evalspec.terms import Quantity


def value(sets: LabelSets) -> Value:
    """A unit with no label that is called none is right."""
    right = sum(units for (actual, called, both), units in sets.cells.items() if actual == called == both)
    return Ratio(right, sets.units) if sets.units else Undefined(f"{ALL_UNITS} = 0")


METRIC = LabelSetMetric(
    id="subset_accuracy",
    title="Subset accuracy",
    also=("exact match ratio",),
    formula="units whose called labels equal their actual labels / units",
    value=value,
    quantity=Quantity.RATIO,
    undefined_when=f"{ALL_UNITS} = 0",
    worked=(
        Worked(LabelSets(labels=3, cells={(0, 0, 0): 2, (1, 0, 0): 1, (2, 2, 2): 4, (2, 2, 1): 3}), Ratio(6, 10)),
        Worked(LabelSets(labels=3, cells={(1, 1, 0): 4}), Ratio(0, 4)),
        Worked(LabelSets(labels=3, cells={}), Undefined(f"{ALL_UNITS} = 0")),
    ),
    elsewhere=("scikit-learn's accuracy_score, given a table of labels, is this number",),
    reference="Zhang & Zhou 2014, IEEE Trans Knowl Data Eng 26:1819",
)
