"""Share of all unit-label pairs that are called wrong; from 0 to 1, lower is better."""

from fractions import Fraction

from evalspec.metrics._per_unit import variance_of_mean
from evalspec.metrics.base import ALL_UNITS, LabelSetMetric, Worked
from evalspec.records import LabelSets, Ratio, Undefined, Value
from evalspec.terms import Better, Quantity

PAIRS = "units x labels"


def errors(actual: int, called: int, both: int) -> int:
    """Of one unit: labels it has and is not called, and labels it is called and does not have."""
    return actual + called - 2 * both


def value(sets: LabelSets) -> Value:
    """Errors over units x labels."""
    if not sets.units * sets.labels:
        return Undefined(f"{PAIRS} = 0")
    return Ratio(sum(errors(*cell) * units for cell, units in sets.cells.items()), sets.units * sets.labels)


def spread(sets: LabelSets) -> Fraction | Undefined:
    """Of the mean over units of errors / labels: labels of one unit need not be independent, units are."""
    return variance_of_mean(sets, lambda *cell: (errors(*cell), sets.labels), of=ALL_UNITS)


METRIC = LabelSetMetric(
    id="hamming_loss",
    title="Hamming loss",
    also=("share of labels called wrong",),
    formula="sum over units of (actual + called - 2 both) / (units x labels)",
    value=value,
    spread=spread,
    better=Better.LOWER,
    quantity=Quantity.LOSS,
    undefined_when=f"{PAIRS} = 0",
    worked=(
        Worked(LabelSets(labels=3, cells={(0, 0, 0): 1, (1, 0, 0): 1, (2, 2, 2): 1, (0, 1, 0): 1}), Ratio(2, 12)),
        Worked(LabelSets(labels=2, cells={(1, 1, 0): 4}), Ratio(8, 8)),
        Worked(LabelSets(labels=3, cells={}), Undefined(f"{PAIRS} = 0")),
    ),
    elsewhere=("scikit-learn's hamming_loss of a multiclass outcome is 1 - accuracy; here it is of label sets alone",),
    reference="Schapire & Singer 2000, Mach Learn 39:135",
)
