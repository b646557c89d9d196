"""Interval of a ratio over clusters, such as the lesions of patients: the clusters are the sample, not their units."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from evalspec.intervals._clusters import clusters, variance, why_undefined
from evalspec.intervals._t import t_quantile
from evalspec.intervals.base import ClusterInterval, WorkedCase, open_side
from evalspec.records import ClusterCell, Limits, Undefined
from evalspec.terms import Sides

ZERO_VARIANCE = "estimated variance 0 (every cluster has the same ratio): the zero width is no precision"


def limits(cells: Sequence[ClusterCell], *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """Clipped to [0, 1]; cells in any order, equal ones together or apart."""
    undefined = why_undefined(cells)
    if undefined:
        return undefined
    x = sum(cell.numerator * cell.clusters for cell in cells)
    n = sum(cell.denominator * cell.clusters for cell in cells)
    spread = variance(cells)
    half = t_quantile(level, sides, df=clusters(cells) - 1) * sqrt(spread)
    lower, upper = max(0.0, x / n - half), min(1.0, x / n + half)
    return open_side(lower, upper, sides, "" if spread else ZERO_VARIANCE)


INTERVAL = ClusterInterval(
    id="cluster-ratio",
    title="Ratio over clusters",
    also=("linearised ratio estimator", "Rao-Scott", "ultimate cluster variance"),
    formula="r = sum x / sum n; r -+ t(m - 1) sqrt(m / (m - 1) x sum of (x - r n)²) / sum n, clipped to [0, 1]",
    undefined_when="clusters with units = 0 or clusters with units - 1 = 0",
    limits=limits,
    worked=(
        WorkedCase(
            {"cells": (ClusterCell(2, 3, 1), ClusterCell(0, 0, 1), ClusterCell(3, 4, 1), ClusterCell(1, 2, 1))},
            "0.95",
            Limits(0.390651, 0.942682),
        ),
        WorkedCase({"cells": (ClusterCell(1, 2, 5), ClusterCell(2, 4, 1))}, "0.95", Limits(0.5, 0.5, ZERO_VARIANCE)),
        WorkedCase({"cells": (ClusterCell(3, 5, 1),)}, "0.95", Undefined("clusters with units - 1 = 0")),
        WorkedCase({"cells": (ClusterCell(0, 0, 3),)}, "0.95", Undefined("clusters with units = 0")),
    ),
    reference="Cochran 1977, Sampling Techniques, 3rd ed., ch. 6; Rao & Scott 1992, Biometrics 48:577",
    elsewhere=(
        "R's survey, svyratio: a cluster whose denominator is 0 counts in m; svymean on rows of units: it does not, as here",
        "R's geepack and statsmodels' GEE: the sandwich variance, without m / (m - 1)",
        "statsmodels' OLS with clusters: the factor m / (m - 1) x (N - 1) / (N - k)",
    ),
)
