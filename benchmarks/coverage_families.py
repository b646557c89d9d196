"""What coverage.py simulates: for each kind of value, how data arise, what is true, and the intervals of it.

A family is a function of one setting and of a source of random numbers. It draws one data set and yields, for each
method, ``(method, truth, limits)``. To add a kind of value: write one, and name its settings in ``FAMILIES``. The
differences and the fits have files of their own.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from statistics import NormalDist
from typing import Any

import numpy as np

import evalspec.intervals
from evalspec.catalogue import collect
from evalspec.intervals._draws import multinomial
from evalspec.intervals._variance import of_ratio
from evalspec.intervals.base import Weighted
from evalspec.records import ClusterCell, Limits, Ratio, ScoreGroup, Spread, Undefined
from evalspec.terms import Sides

INTERVALS = collect(evalspec.intervals, "INTERVAL", "id")
HOW: dict[str, Any] = {"level": Fraction(95, 100), "sides": Sides.TWO}
REPLICATES = 1000
CORRELATION = 0.3
NORMAL = NormalDist()

Stream = np.random.RandomState
Found = Iterator[tuple[str, float, Limits | Undefined]]


@dataclass(frozen=True)
class Family:
    """``recommended``: the method that the documents name first for this kind of value."""

    title: str
    recommended: str
    settings: tuple[dict[str, Any], ...]
    simulate: Callable[..., Found]


def both_bootstraps(
    value: Any, draw: Callable[[], Any], left_out: Callable[[], tuple[Any, Any]], truth: float
) -> Found:
    """Percentile and BCa limits from the same resamples. ``value``: of rows of counts, one number a row."""
    replicates = value(draw())
    for limits, more in (("percentile", {}), ("bca", {"jackknife": left_out()})):
        found = INTERVALS["bootstrap"](replicates[0], replicates[1:], limits=limits, **more, **HOW)
        yield f"bootstrap, {limits}", truth, found


def with_estimate(counts: Any, drawn: Any) -> Any:
    """The data themselves as the first row: the estimate comes from the same arithmetic as the replicates."""
    return np.vstack([counts, drawn])


# One proportion


def proportion(stream: Stream, *, n: int, p: float) -> Found:
    """Independent units."""
    x = int(stream.binomial(n, p))
    for method in ("wilson", "clopper-pearson", "jeffreys", "agresti-coull"):
        yield method, p, of_proportion(method, x, n)
    for limits in ("percentile", "bca"):
        yield f"bootstrap, {limits}", p, of_proportion(limits, x, n)


@cache
def of_proportion(method: str, x: int, n: int) -> Limits | Undefined:
    if method in INTERVALS:
        return INTERVALS[method](Ratio(x, n), **HOW)
    drawn = multinomial(Stream(x), [x, n - x], REPLICATES)[:, 0] / n
    jackknife = ([(x - 1) / (n - 1), x / (n - 1)], [x, n - x])
    more = {"jackknife": jackknife} if method == "bca" else {}
    return INTERVALS["bootstrap"](x / n, drawn, limits=method, **more, **HOW)


# A proportion over clusters


def clustered_proportion(stream: Stream, *, clusters: int, p: float) -> Found:
    """Clusters of 1 to 5 units; beta-binomial with an intra-cluster correlation of 0.3."""
    sizes = stream.randint(1, 6, size=clusters)
    own = (1 - CORRELATION) / CORRELATION
    x = stream.binomial(sizes, stream.beta(p * own, (1 - p) * own, size=clusters))
    kinds, times = np.unique(np.stack([x, sizes], axis=1), axis=0, return_counts=True)
    cells = [ClusterCell(int(a), int(b), int(k)) for (a, b), k in zip(kinds, times, strict=True)]
    yield "cluster-ratio", p, INTERVALS["cluster-ratio"](cells, **HOW)
    yield "wilson, clusters ignored", p, INTERVALS["wilson"](Ratio(int(x.sum()), int(sizes.sum())), **HOW)

    def ratio(counts: Any) -> Any:
        return (counts @ kinds[:, 0]) / (counts @ kinds[:, 1])

    yield from both_bootstraps(
        ratio,
        lambda: with_estimate(times, multinomial(stream, times.tolist(), REPLICATES)),
        lambda: (ratio(times - np.eye(len(times), dtype=int)), times),
        p,
    )


# AUROC and average precision


def ranking(stream: Stream, *, auroc: float, positives: int, negatives: int) -> Found:
    """Normal scores of equal variance; the true average precision is that of the sampled prevalence."""
    y, groups = scored(stream, auroc, positives, negatives)
    for method in ("delong", "logit-delong"):
        yield f"auroc: {method}", auroc, INTERVALS[method](groups, **HOW)
    truth = true_average_precision(auroc, positives, negatives)
    e = Fraction(float(average_precision(np.ones((1, len(y)), dtype=int), y)[0]))
    yield "average_precision: logit", truth, INTERVALS["logit"](Spread(e, e * (1 - e) / positives), **HOW)
    counts = np.zeros((REPLICATES, len(y)), dtype=np.int64)
    counts[:, y] = multinomial(stream, [1] * positives, REPLICATES)
    counts[:, ~y] = multinomial(stream, [1] * negatives, REPLICATES)
    rows = with_estimate(np.ones(len(y), dtype=np.int64), counts)
    without = 1 - np.eye(len(y), dtype=np.int64)
    for name, value, true in (("auroc", auroc_of, auroc), ("average_precision", average_precision, truth)):
        of_y = lambda c, value=value: value(c, y)  # noqa: E731
        for method, at, limits in both_bootstraps(
            of_y, lambda: rows, lambda of_y=of_y: (of_y(without), [1] * len(y)), true
        ):
            yield f"{name}: {method}", at, limits


def scored(stream: Stream, auroc: float, positives: int, negatives: int) -> tuple[Any, list[ScoreGroup]]:
    shift = NORMAL.inv_cdf(auroc) * 2**0.5
    scores = stream.normal(size=positives + negatives)
    scores[:positives] += shift
    order = np.argsort(scores)
    y = order < positives
    return y, [ScoreGroup(float(s), int(up), int(not up)) for s, up in zip(scores[order], y, strict=True)]


def auroc_of(counts: Any, y: Any) -> Any:
    """Of rows of counts, scores ascending and no two alike."""
    p, n = counts * y, counts * ~y
    return (p * np.cumsum(n, axis=1)).sum(axis=1) / (p.sum(axis=1) * n.sum(axis=1))


def average_precision(counts: Any, y: Any) -> Any:
    down = counts[:, ::-1]
    p = down * y[::-1]
    return (p * np.cumsum(p, axis=1) / np.maximum(np.cumsum(down, axis=1), 1)).sum(axis=1) / p.sum(axis=1)


@cache
def true_average_precision(auroc: float, positives: int, negatives: int) -> float:
    """The mean over positives of the precision at their score, by quantiles of their scores."""
    from scipy.special import ndtr, ndtri

    shift = NORMAL.inv_cdf(auroc) * 2**0.5
    above = (np.arange(200_000) + 0.5) / 200_000
    scores = shift - ndtri(above)
    return float((positives * above / (positives * above + negatives * ndtr(-scores))).mean())


# AUROC over clusters


def clustered_auroc(stream: Stream, *, clusters: int, auroc: float) -> Found:
    """Clusters of 1 to 5 units, 3 in 10 positive; scores correlate by 0.3 within a cluster."""
    of = np.repeat(np.arange(clusters), stream.randint(1, 6, size=clusters))
    y = stream.uniform(size=len(of)) < 0.3
    noise = (1 - CORRELATION) ** 0.5 * stream.normal(size=len(of))
    scores = noise + (CORRELATION**0.5 * stream.normal(size=clusters))[of] + y * NORMAL.inv_cdf(auroc) * 2**0.5
    order = np.argsort(scores)
    rows = [ScoreGroup(float(scores[i]), int(y[i]), int(not y[i])) for i in order]
    together: list[list[ScoreGroup]] = [[] for _ in range(clusters)]
    for i, row in zip(order, rows, strict=True):
        together[of[i]].append(row)
    yield "delong-cluster", auroc, INTERVALS["delong-cluster"](together, **HOW)
    yield "delong, clusters ignored", auroc, INTERVALS["delong"](rows, **HOW)


# A likelihood ratio


def likelihood_ratio(stream: Stream, *, n: int, sensitivity: float, false_positive_rate: float) -> Found:
    """n positives and n negatives. Without a false positive there is no ratio, without a true one no limits."""
    x1, x2 = int(stream.binomial(n, sensitivity)), int(stream.binomial(n, false_positive_rate))
    truth = sensitivity / false_positive_rate
    yield "log-delta", truth, log_delta(x1, x2, n)


@cache
def log_delta(x1: int, x2: int, n: int) -> Limits | Undefined:
    if x2 == 0:
        return Undefined("false positive rate = 0")
    if x1 == 0:
        return INTERVALS["log-delta"](Spread(Fraction(0), Fraction(0)), **HOW)
    estimate = Fraction(x1, x2)
    of_the_log = Fraction(1, x1) - Fraction(1, n) + Fraction(1, x2) - Fraction(1, n)
    return INTERVALS["log-delta"](Spread(estimate, estimate**2 * of_the_log), **HOW)


# A macro value of these cohorts, and of new ones


def macro(stream: Stream, *, cohorts: int, n: int, p: float) -> Found:
    """Cohorts of n units; the logits of their proportions stand at equal steps from half below p's to half above."""
    own = shifted(p, np.linspace(-0.5, 0.5, cohorts))
    x = stream.binomial(n, own)
    yield "delta", float(own.mean()), INTERVALS["delta"](members(x, n), **HOW)


def new_cohort(stream: Stream, *, cohorts: int, n: int, p: float) -> Found:
    """Cohorts of n units, drawn: the logits of their proportions are normal about p's with deviation 0.5."""
    x = stream.binomial(n, shifted(p, 0.5 * stream.normal(size=cohorts)))
    truth = mean_over_cohorts(p)
    yield "t-between", truth, INTERVALS["t-between"](members(x, n), **HOW)
    yield "delta, cohorts taken as fixed", truth, INTERVALS["delta"](members(x, n), **HOW)

    def mean(counts: Any) -> Any:
        return (counts @ x) / (n * counts.sum(axis=1))

    ones = np.ones(cohorts, dtype=np.int64)
    yield from both_bootstraps(
        mean,
        lambda: with_estimate(ones, multinomial(stream, [1] * cohorts, REPLICATES)),
        lambda: (mean(1 - np.eye(cohorts, dtype=int)), ones),
        truth,
    )


def shifted(p: float, by: Any) -> Any:
    return 1 / (1 + (1 - p) / p * np.exp(-by))


@cache
def mean_over_cohorts(p: float) -> float:
    from scipy.special import ndtri

    return float(shifted(p, 0.5 * ndtri((np.arange(100_000) + 0.5) / 100_000)).mean())


def members(x: Any, n: int) -> list[Weighted]:
    ratios = [Ratio(int(k), n) for k in x]
    return [Weighted(Fraction(1, len(ratios)), r.exact, of_ratio(r)) for r in ratios]


SIZES, SHARES = (20, 100, 1000), (0.02, 0.5, 0.95)
CLASSES = ((10, 10), (50, 50), (500, 500), (5, 95))

FAMILIES = (
    Family("a proportion", "wilson", tuple({"n": n, "p": p} for n in SIZES for p in SHARES), proportion),
    Family(
        "a proportion over clusters",
        "cluster-ratio",
        tuple({"clusters": n, "p": p} for n in SIZES for p in SHARES),
        clustered_proportion,
    ),
    Family(
        "AUROC and average precision",
        "auroc: logit-delong, average_precision: logit",
        tuple({"auroc": a, "positives": m, "negatives": n} for m, n in CLASSES for a in (0.75, 0.95)),
        ranking,
    ),
    Family(
        "AUROC over clusters",
        "delong-cluster",
        tuple({"clusters": n, "auroc": a} for n in SIZES for a in (0.75, 0.95)),
        clustered_auroc,
    ),
    Family(
        "a likelihood ratio",
        "log-delta",
        tuple(
            {"n": n, "sensitivity": a, "false_positive_rate": b} for n in SIZES for a, b in ((0.8, 0.1), (0.95, 0.02))
        ),
        likelihood_ratio,
    ),
    Family(
        "a macro value of these cohorts",
        "delta",
        tuple({"cohorts": k, "n": n, "p": p} for k in (3, 10) for n in SIZES for p in SHARES),
        macro,
    ),
    Family(
        "a macro value for a new cohort",
        "t-between",
        tuple({"cohorts": k, "n": 100, "p": p} for k in (3, 10) for p in SHARES),
        new_cohort,
    ),
)
