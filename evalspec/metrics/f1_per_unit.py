"""Each unit's own F1 over its labels, averaged over units; from 0 to 1. A unit with no label either way has none."""

from fractions import Fraction
from functools import partial

from evalspec.metrics._per_unit import defined, mean, variance_of_mean
from evalspec.metrics.base import LabelSetMetric, Worked
from evalspec.records import LabelSets, Real, Undefined
from evalspec.terms import Quantity

OF = "units with an actual or a called label"


def share(actual: int, called: int, both: int) -> tuple[int, int]:
    """Of one unit: twice the labels that are both, and actual plus called labels."""
    return 2 * both, actual + called


METRIC = LabelSetMetric(
    id="f1_per_unit",
    title="F1 per unit",
    also=("example-based F1", "samples-averaged F1"),
    formula="mean over units of 2 both / (actual + called), in labels of the unit",
    value=partial(mean, share=share, of=OF),
    spread=partial(variance_of_mean, share=share, of=OF),
    defined=partial(defined, share=share),
    quantity=Quantity.LOSS,
    undefined_when=f"{OF} = 0",
    worked=(
        Worked(LabelSets(labels=3, cells={(2, 1, 1): 1, (2, 2, 2): 2, (0, 0, 0): 5}), Real(Fraction(8, 9))),
        Worked(LabelSets(labels=3, cells={(1, 0, 0): 1, (0, 2, 0): 1}), Real(Fraction(0))),
        Worked(LabelSets(labels=3, cells={(0, 0, 0): 5}), Undefined(f"{OF} = 0")),
    ),
    elsewhere=("scikit-learn (average='samples') counts a unit without a label as 0, unless zero_division=nan",),
    reference="Godbole & Sarawagi 2004, LNCS 3056:22",
)
