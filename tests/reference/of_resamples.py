"""What this package computes for the cases on intervals of average precision, on clusters and on resamples.

A Monte Carlo value is met loosely: other draws give another value, ours from 20,000 resamples. A standard error must lie
within 4 of its own Monte Carlo standard errors, se sqrt(1/2R + 1/2R'), of ours. A limit must lie between the values of
ours whose ranks are 4 Monte Carlo standard errors, sqrt(p (1 - p) (1/R + 1/R')), below and above: so the steps of a
discrete value need no allowance of their own. R' is the case's number of resamples, or no end of them where it is exact.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import inf, sqrt
from typing import Any

import numpy as np
from metrics.strategies import groups_of
from reference.same import Drawn

import evalspec.intervals
import evalspec.metrics
from evalspec.catalogue import collect
from evalspec.intervals._draws import resamples
from evalspec.intervals._variance import of_ratio
from evalspec.intervals.cluster_ratio import clusters, variance, why_undefined
from evalspec.records import ClusterCell, Limits, Ratio, Spread, Undefined
from evalspec.terms import Sides

METRICS = collect(evalspec.metrics, "METRIC", "id")
INTERVALS = collect(evalspec.intervals, "INTERVAL", "id")
REPLICATES = 20_000
SEED = 20261130

Named = dict[str, Any]

DECLARED = {
    ("cluster-zero_den_cluster", "se_ratio_with_m_over_m_minus_1"): (
        "a patient without a unit in the denominator is no cluster: m = 3, the convention the language declares"
    ),
}
"""Values met by another convention that the case names, the language's own."""


def drawn(name: str, strata: dict[str, list[int]], value: Callable[[Any], Any]) -> Any:
    """The value in each resample; ``value`` takes counts of shape (resamples, cells)."""
    return np.concatenate([value(counts) for counts in resamples(SEED, name, strata, REPLICATES)])


def spread_of(values: Any, of: float = inf) -> Drawn:
    se = float(np.nanstd(values))
    room = 4 * se * sqrt(1 / (2 * REPLICATES) + 1 / (2 * of))
    return Drawn(se - room, se + room)


def limits_of(values: Any, level: str, of: float = inf) -> tuple[Drawn, Drawn]:
    """From the package's own interval, at levels somewhat wider and narrower."""
    beyond = (1 - Fraction(level)) / 2
    room = Fraction(4 * sqrt(beyond * (1 - beyond) * (1 / REPLICATES + 1 / of)))
    wide, narrow = (
        INTERVALS["bootstrap"](0.0, values, level=1 - 2 * (beyond - side), sides=Sides.TWO) for side in (room, -room)
    )
    return Drawn(wide.lower, narrow.lower), Drawn(narrow.upper, wide.upper)


def ap_interval(inputs: Named) -> Named:
    rows = [(s, label == 1) for s, label in zip(inputs["scores"], inputs["labels"], strict=True)]
    groups = groups_of(rows)
    positives = sum(group.n_positive for group in groups)
    value = METRICS["average_precision"](groups).exact
    level = repr(inputs["level"])
    spread = Spread(value, Fraction(value) * (1 - Fraction(value)) / positives)
    limits = INTERVALS["logit"](spread, level=Fraction(level), sides=Sides.TWO)
    strata = {"positive": [g.n_positive for g in groups], "negative": [g.n_negative for g in groups]}
    values = drawn("average_precision", strata, average_precision)
    lower, upper = limits_of(values, level, 20_000)
    return {
        "average_precision": value,
        "prevalence": positives / len(rows),
        "logit_lower": limits.lower if isinstance(limits, Limits) else None,
        "logit_upper": limits.upper if isinstance(limits, Limits) else None,
        "stratified_bootstrap_se_mc": spread_of(values, 20_000),
        "stratified_bootstrap_lower_mc": lower,
        "stratified_bootstrap_upper_mc": upper,
    }


def average_precision(counts: Any) -> Any:
    """Of each row: positives then negatives, by ascending score. The same sum as the metric's, in arrays."""
    p, n = (half[:, ::-1] for half in np.split(counts, 2, axis=1))
    tp, called = np.cumsum(p, axis=1), np.cumsum(p + n, axis=1)
    return (p * tp / np.maximum(called, 1)).sum(axis=1) / p.sum(axis=1)


def bootstrap(inputs: Named) -> Named:
    units = Counter(inputs["values"])
    ratio = Ratio(units[1], units.total())
    values = drawn("mean", {"": [units[1], units[0]]}, lambda counts: counts[:, 0] / ratio.denominator)
    lower, upper = limits_of(values, repr(inputs["level"]))
    return {
        "estimate": float(ratio.exact),
        "ideal_bootstrap_se": spread_of(values),
        "ideal_percentile_lower": lower,
        "ideal_percentile_upper": upper,
        "mc_bootstrap_se": spread_of(values, 99_999),
    }


def cluster(inputs: Named) -> Named:
    each = Counter(zip(inputs["num"], inputs["den"], strict=True))
    cells = [ClusterCell(x, n, times) for (x, n), times in each.items()]
    ratio = Ratio(sum(inputs["num"]), sum(inputs["den"]))
    out: Named = {"ratio": float(ratio.exact)}
    why = why_undefined(cells)
    assert isinstance(INTERVALS["cluster-ratio"](cells, level=Fraction(1, 2), sides=Sides.TWO), Undefined) == bool(why)
    if why:
        return {**out, "se_ratio_with_m_over_m_minus_1": None, "se_ratio_sandwich": None}
    m = clusters(cells)
    values = drawn("ratio", {"": list(each.values())}, lambda counts: _ratio(counts, cells))
    lower, upper = limits_of(values, repr(inputs["level"]), 200_000)
    exact_lower, exact_upper = limits_of(values, repr(inputs["level"]))
    return {
        **out,
        "se_ratio_with_m_over_m_minus_1": sqrt(variance(cells)),
        "se_ratio_sandwich": sqrt(variance(cells) * Fraction(m - 1, m)),
        "se_binomial": sqrt(of_ratio(ratio)),
        "cluster_bootstrap_se_mc": spread_of(values, 200_000),
        "cluster_bootstrap_lower_mc": lower,
        "cluster_bootstrap_upper_mc": upper,
        "cluster_bootstrap_se_exact": spread_of(values),
        "cluster_bootstrap_lower_exact": exact_lower,
        "cluster_bootstrap_upper_exact": exact_upper,
    }


def _ratio(counts: Any, cells: list[ClusterCell]) -> Any:
    """NaN where no cluster with a denominator was drawn."""
    x, n = (counts @ np.array([getattr(cell, side) for cell in cells]) for side in ("numerator", "denominator"))
    return np.where(n > 0, x / np.maximum(n, 1), np.nan)


KINDS = {"ap_interval": ap_interval, "bootstrap": bootstrap, "cluster": cluster}
