"""Share of a unit's called labels that it has, averaged over units; from 0 to 1. A unit called no label has none."""

from fractions import Fraction
from functools import partial

from evalspec.metrics._per_unit import defined, mean, variance_of_mean
from evalspec.metrics.base import LabelSetMetric, Worked
from evalspec.records import LabelSets, Real, Undefined
from evalspec.terms import Quantity

OF = "units with a called label"


def share(actual: int, called: int, both: int) -> tuple[int, int]:
    """Of one unit: labels that are both, and called labels."""
    return both, called


METRIC = LabelSetMetric(
    id="precision_per_unit",
    title="Precision per unit",
    also=("example-based precision", "samples-averaged precision"),
    formula="mean over units of both / called, in labels of the unit",
    value=partial(mean, share=share, of=OF),
    spread=partial(variance_of_mean, share=share, of=OF),
    defined=partial(defined, share=share),
    quantity=Quantity.LOSS,
    undefined_when=f"{OF} = 0",
    worked=(
        Worked(LabelSets(labels=3, cells={(1, 2, 1): 1, (2, 2, 2): 2, (1, 0, 0): 5}), Real(Fraction(5, 6))),
        Worked(LabelSets(labels=3, cells={(1, 2, 0): 3}), Real(Fraction(0))),
        Worked(LabelSets(labels=3, cells={(1, 0, 0): 5}), Undefined(f"{OF} = 0")),
    ),
    elsewhere=("scikit-learn (average='samples') counts a unit called no label as 0, unless zero_division=nan",),
    reference="Godbole & Sarawagi 2004, LNCS 3056:22",
)
