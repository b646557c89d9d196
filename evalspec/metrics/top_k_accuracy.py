"""Share of the units whose class is among the k classes scored highest; from 0 to 1, and 1 where k is every class."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from evalspec.metrics._parameters import whole as whole_from_1
from evalspec.metrics.base import ALL_UNITS, RanksMetric, Worked
from evalspec.records import Ranks, Ratio, Undefined, Value
from evalspec.terms import Quantity


def whole(k: Decimal | Fraction | int) -> int:
    """``k`` as a whole number of at least 1.

    Raises:
        TypeError: k is no exact number (a float, a bool, a text).
        ValueError: k is no whole number, or below 1.
    """
    if isinstance(k, bool) or not isinstance(k, Decimal | Fraction | int):
        raise TypeError(f"k must be an exact number, not {k!r}")
    if k < 1 or k != int(k):
        raise ValueError(f"k must be a whole number of at least 1, not {k}")
    return int(k)


def value(ranks: Ranks, *, k: Decimal | Fraction | int) -> Value:
    """Units ranked ``k`` or better, of all; how ties are ranked is settled where the ranks are made.

    From k = number of classes on it is 1, whatever the scores.
    """
    highest = whole(k)
    within = sum(units for rank, units in ranks.cells.items() if rank <= highest)
    return Ratio(within, ranks.units) if ranks.units else Undefined(f"{ALL_UNITS} = 0")


def misfit(name: str, value: Any) -> str:
    """A whole number from 1."""
    return whole_from_1(value)


METRIC = RanksMetric(
    id="top_k_accuracy",
    title="Top-k accuracy",
    also=("top-k hit rate",),
    formula="units whose class is ranked k or better / units",
    value=value,
    parameters=("k",),
    misfit=misfit,
    quantity=Quantity.RATIO,
    undefined_when=f"{ALL_UNITS} = 0",
    worked=(
        Worked(Ranks(classes=4, cells={1: 60, 2: 20, 3: 15, 4: 5}), Ratio(80, 100), {"k": 2}),
        Worked(Ranks(classes=4, cells={1: 60, 2: 20, 3: 15, 4: 5}), Ratio(100, 100), {"k": 4}),
        Worked(Ranks(classes=4, cells={}), Undefined(f"{ALL_UNITS} = 0"), {"k": 2}),
    ),
    elsewhere=("scikit-learn ranks classes of one score by their order in the list",),
    reference="Russakovsky et al. 2015, Int J Comput Vis 115:211",
)
