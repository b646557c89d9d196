"""DeLong's interval of the difference of two AUROCs over the same units."""

from collections.abc import Sequence
from fractions import Fraction

from evalspec.intervals._apart import normal
from evalspec.intervals._paired import ZERO_OF_AUROCS, paired_placements, variance_of_auroc_difference
from evalspec.intervals.base import PairedRankingInterval, WorkedCase
from evalspec.records import Limits, PairedGroup, Undefined
from evalspec.terms import Sides


def limits(groups: Sequence[PairedGroup], *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """Clipped to [-1, 1]; both scores rise with the class, the groups in any order.

    Undefined where the variance of the difference is 0, as for two models with the same scores.
    """
    at = paired_placements(groups)
    variance = variance_of_auroc_difference(at)
    if isinstance(variance, Undefined):
        return variance
    if variance == 0:
        return Undefined(ZERO_OF_AUROCS)
    return normal(at.difference, variance, level=level, sides=sides, note="", reach=Fraction(1))


_SEVEN = (
    PairedGroup(0.9, 0.6, 1, 0), PairedGroup(0.8, 0.9, 1, 0), PairedGroup(0.4, 0.5, 1, 0), PairedGroup(0.7, 0.7, 0, 1),
    PairedGroup(0.3, 0.5, 0, 1), PairedGroup(0.2, 0.1, 0, 1), PairedGroup(0.1, 0.2, 0, 1),
)  # fmt: skip

INTERVAL = PairedRankingInterval(
    id="delong-paired",
    title="DeLong, paired",
    also=("DeLong's method for correlated ROC curves",),
    formula="A1 - A2 -+ z sqrt(Var(A1) + Var(A2) - 2 Cov(A1, A2)), clipped to [-1, 1]; each S10 / m + S01 / n",
    undefined_when=(
        "actual positives = 0, actual negatives = 0, actual positives - 1 = 0, actual negatives - 1 = 0 or "
        f"{ZERO_OF_AUROCS}"
    ),
    limits=limits,
    worked=(
        WorkedCase({"groups": _SEVEN}, "0.95", Limits(-0.085859, 0.335859)),
        WorkedCase(
            {"groups": (PairedGroup(0.1, 1, 0, 2), PairedGroup(0.9, 7, 2, 0))}, "0.95", Undefined(ZERO_OF_AUROCS)
        ),
        WorkedCase(
            {"groups": (PairedGroup(0.1, 0.2, 0, 4), PairedGroup(0.5, 0.1, 1, 0))},
            "0.95",
            Undefined("actual positives - 1 = 0"),
        ),
    ),
    elsewhere=(
        "of a class with one unit MLstatkit gives a bootstrap value; here undefined",
        "MLstatkit takes the second minus the first",
    ),
    reference="DeLong, DeLong & Clarke-Pearson 1988, Biometrics 44:837; Sun & Xu 2014, IEEE SPL 21:1389",
)
