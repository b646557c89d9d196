"""DeLong's test that two AUROCs over the same units are equal."""

from collections.abc import Sequence
from math import erfc, sqrt

from evalspec.comparisons.base import PairedRankingTest, Worked
from evalspec.intervals._paired import ZERO_OF_AUROCS, paired_placements, variance_of_auroc_difference
from evalspec.records import PairedGroup, Real, Undefined


def z(groups: Sequence[PairedGroup]) -> Real | Undefined:
    """First AUROC minus second, over its standard error; both scores rise with the class, groups in any order."""
    at = paired_placements(groups)
    variance = variance_of_auroc_difference(at)
    if isinstance(variance, Undefined):
        return variance
    return Real(float(at.difference) / sqrt(variance)) if variance else Undefined(ZERO_OF_AUROCS)


def p_value(groups: Sequence[PairedGroup]) -> Real | Undefined:
    """Both tails of the standard normal beyond z."""
    statistic = z(groups)
    return statistic if isinstance(statistic, Undefined) else Real(erfc(abs(float(statistic.value)) / sqrt(2)))


_SEVEN = (
    PairedGroup(0.9, 0.6, 1, 0), PairedGroup(0.8, 0.9, 1, 0), PairedGroup(0.4, 0.5, 1, 0), PairedGroup(0.7, 0.7, 0, 1),
    PairedGroup(0.3, 0.5, 0, 1), PairedGroup(0.2, 0.1, 0, 1), PairedGroup(0.1, 0.2, 0, 1),
)  # fmt: skip

COMPARISON = PairedRankingTest(
    id="delong",
    title="DeLong",
    also=("DeLong's test for correlated ROC curves",),
    formula="both normal tails beyond (A1 - A2) / sqrt(Var(A1) + Var(A2) - 2 Cov(A1, A2))",
    undefined_when=(
        "actual positives = 0, actual negatives = 0, actual positives - 1 = 0, actual negatives - 1 = 0 or "
        f"{ZERO_OF_AUROCS}"
    ),
    p_value=p_value,
    worked=(
        Worked(_SEVEN, Real(0.245278116806773)),
        Worked((PairedGroup(0.1, 1, 0, 2), PairedGroup(0.9, 7, 2, 0)), Undefined(ZERO_OF_AUROCS)),
        Worked((PairedGroup(0.1, 0.2, 0, 4), PairedGroup(0.5, 0.1, 1, 0)), Undefined("actual positives - 1 = 0")),
    ),
    elsewhere=(
        "of identical scores pROC says p = 1 and MLstatkit p = 0; here undefined, 0/0",
        "of a class with one unit MLstatkit gives a bootstrap value; here undefined",
        "MLstatkit takes the second minus the first, so its z has the other sign",
    ),
    reference="DeLong, DeLong & Clarke-Pearson 1988, Biometrics 44:837",
)
