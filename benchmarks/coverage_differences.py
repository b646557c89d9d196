"""What coverage.py simulates of differences: paired, unpaired, and combined over cohorts."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

from coverage_families import CORRELATION, HOW, INTERVALS, NORMAL, Family, Found, Stream, shifted

from evalspec.intervals._paired import difference, variance_of_difference
from evalspec.intervals.base import Weighted
from evalspec.records import Limits, Paired, PairedGroup, Ratio, Undefined


def chances(first: float, second: float) -> list[float]:
    """Of both, the first only, the second only and neither, where the two correlate by 0.3."""
    both = first * second + CORRELATION * sqrt(first * (1 - first) * second * (1 - second))
    return [both, first - both, second - both, 1 - first - second + both]


def pairs(stream: Stream, n: int, first: float, second: float) -> Paired:
    both, one, other, neither = map(int, stream.multinomial(n, chances(first, second)))
    return Paired(both=both, first_only=one, second_only=other, neither=neither)


def paired(stream: Stream, *, n: int, first: float, second: float) -> Found:
    """Two calls of n units, correlated by 0.3."""
    drawn = pairs(stream, n, first, second)
    for method in ("newcombe-paired", "wald-paired"):
        yield method, first - second, of_pairs(method, drawn)


@cache
def of_pairs(method: str, drawn: Paired) -> Limits | Undefined:
    found: Limits | Undefined = INTERVALS[method](drawn, **HOW)
    return found


def paired_auroc(stream: Stream, *, first: float, second: float, positives: int, negatives: int) -> Found:
    """Normal scores of equal variance; the two scores of a unit correlate by 0.5 within its class."""
    shared = stream.normal(size=positives + negatives)
    scores = []
    for auroc in (first, second):
        own = sqrt(0.5) * shared + sqrt(0.5) * stream.normal(size=positives + negatives)
        own[:positives] += NORMAL.inv_cdf(auroc) * sqrt(2)
        scores.append(own)
    groups = [
        PairedGroup(float(a), float(b), int(i < positives), int(i >= positives))
        for i, (a, b) in enumerate(zip(*scores, strict=True))
    ]
    yield "delong-paired", first - second, INTERVALS["delong-paired"](groups, **HOW)


def unpaired(stream: Stream, *, n: int, first: float, second: float) -> Found:
    """n units a side, none on both."""
    x, y = int(stream.binomial(n, first)), int(stream.binomial(n, second))
    for method in ("newcombe", "wald-unpaired"):
        yield method, first - second, of_sides(method, x, y, n)


@cache
def of_sides(method: str, x: int, y: int, n: int) -> Limits | Undefined:
    found: Limits | Undefined = INTERVALS[method](Ratio(x, n), Ratio(y, n), **HOW)
    return found


def macro_of_pairs(stream: Stream, *, cohorts: int, n: int, first: float, second: float) -> Found:
    """Cohorts of n units; the logits of both models' proportions stand at equal steps from half below to half above."""
    steps = [k / (cohorts - 1) - 0.5 for k in range(cohorts)]
    own = [(float(shifted(first, by)), float(shifted(second, by))) for by in steps]
    drawn: Sequence[Paired] = [pairs(stream, n, *p) for p in own]
    truth = sum(a - b for a, b in own) / cohorts
    members = [Weighted(Fraction(1, cohorts), difference(d), variance_of_difference(d)) for d in drawn]
    yield "delta-paired", truth, INTERVALS["delta-paired"](members, **HOW)


BOTH: tuple[dict[str, Any], ...] = (
    {"first": 0.9, "second": 0.8},
    {"first": 0.8, "second": 0.8},
    {"first": 0.98, "second": 0.95},
)
AUROCS: tuple[dict[str, Any], ...] = ({"first": 0.85, "second": 0.75}, {"first": 0.95, "second": 0.95})

FAMILIES = (
    Family(
        "a paired difference of two ratios",
        "newcombe-paired",
        tuple({"n": n} | p for n in (20, 100, 1000) for p in BOTH),
        paired,
    ),
    Family(
        "a paired difference of two AUROCs",
        "delong-paired",
        tuple(
            a | {"positives": m, "negatives": n} for m, n in ((10, 10), (50, 50), (200, 200), (5, 95)) for a in AUROCS
        ),
        paired_auroc,
    ),
    Family(
        "a difference of two ratios of other units",
        "newcombe",
        tuple({"n": n} | p for n in (20, 100, 1000) for p in BOTH),
        unpaired,
    ),
    Family(
        "a paired difference of two macro values",
        "delta-paired",
        tuple({"cohorts": k, "n": n} | p for k in (3, 10) for n in (20, 100) for p in BOTH),
        macro_of_pairs,
    ),
)
