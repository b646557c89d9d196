"""Share of a unit's labels that it is called, averaged over units; from 0 to 1. A unit without a label has none."""

from fractions import Fraction
from functools import partial

from evalspec.metrics._per_unit import defined, mean, variance_of_mean
from evalspec.metrics.base import LabelSetMetric, Worked
from evalspec.records import LabelSets, Real, Undefined
from evalspec.terms import Quantity

OF = "units with an actual label"


def share(actual: int, called: int, both: int) -> tuple[int, int]:
    """Of one unit: labels that are both, and actual labels."""
    return both, actual


METRIC = LabelSetMetric(
    id="sensitivity_per_unit",
    title="Sensitivity per unit",
    also=("example-based recall", "samples-averaged recall"),
    formula="mean over units of both / actual, in labels of the unit",
    value=partial(mean, share=share, of=OF),
    spread=partial(variance_of_mean, share=share, of=OF),
    defined=partial(defined, share=share),
    quantity=Quantity.LOSS,
    undefined_when=f"{OF} = 0",
    worked=(
        Worked(LabelSets(labels=3, cells={(2, 1, 1): 1, (2, 2, 2): 2, (0, 1, 0): 5}), Real(Fraction(5, 6))),
        Worked(LabelSets(labels=3, cells={(2, 1, 0): 3}), Real(Fraction(0))),
        Worked(LabelSets(labels=3, cells={(0, 1, 0): 5}), Undefined(f"{OF} = 0")),
    ),
    elsewhere=("scikit-learn (average='samples') counts a unit without a label as 0, unless zero_division=nan",),
    reference="Godbole & Sarawagi 2004, LNCS 3056:22",
)
