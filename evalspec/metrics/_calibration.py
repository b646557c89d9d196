"""Logistic fits of the outcome on the log odds of its probability: maximum likelihood by Newton's method."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import exp, fsum, log, log1p, sqrt

from evalspec.metrics._common import undefined_where_zero
from evalspec.metrics._probabilities import positives_of, units_of
from evalspec.records import ScoreGroup, Undefined

INFINITE = (
    "actual positives = 0, actual negatives = 0, smallest probability = 0 or 1 - largest probability = 0 "
    "(an infinite log odds)"
)
NO_VARIANCE = "variance of the log odds = 0"
NO_OVERLAP = "overlap of the log odds of the classes = 0"

STEP = 1e-12
"""A fit has converged when its last step is no longer than this, relative to what it fits or to 1."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Log odds of the outcome = intercept + slope x log odds of the probability; variances from the information."""

    intercept: float
    slope: float
    variance: float
    """Of the slope where it was fitted, of the intercept where the slope was fixed at 1."""


@dataclass(frozen=True, slots=True)
class _Table:
    """Log odds in ascending order, units and positives at each. Both classes are there."""

    log_odds: tuple[float, ...]
    units: tuple[int, ...]
    positives: tuple[int, ...]

    @property
    def crude(self) -> float:
        """Log odds of the prevalence."""
        positives = sum(self.positives)
        return log(positives) - log(sum(self.units) - positives)


def slope_fixed_at_one(groups: Sequence[ScoreGroup]) -> Fit | Undefined:
    """The intercept alone, the log odds being an offset.

    The expected positives rise with the intercept, so its root stays between two bounds and no step can run away.
    """
    table = _table(groups)
    if isinstance(table, Undefined):
        return table
    low, high = table.crude - table.log_odds[-1], table.crude - table.log_odds[0]
    at, step = min(max(0.0, low), high), 1.0
    while abs(step) > STEP * max(1.0, abs(at)):
        excess, information = _expected(table, at)
        low, high = (low, at) if excess > 0 else (at, high)
        newton = at - excess / information if information > 0 else low - 1
        step = (newton if low <= newton <= high else (low + high) / 2) - at
        at += step
    return Fit(at, 1.0, 1 / _expected(table, at)[1])


def joint(groups: Sequence[ScoreGroup]) -> Fit | Undefined:
    """Intercept and slope together. ``Undefined`` where the likelihood has no single greatest value."""
    table = _table(groups)
    if isinstance(table, Undefined):
        return table
    reason = _why_no_slope(table)
    if reason:
        return Undefined(reason)
    return _climb(table)


def _table(groups: Sequence[ScoreGroup]) -> _Table | Undefined:
    """``Undefined`` where a class is absent or a log odds infinite: then no fit is finite."""
    there = [g for g in groups if g.n_positive + g.n_negative]
    positives = positives_of(there)
    absent = undefined_where_zero({"actual positives": positives, "actual negatives": units_of(there) - positives})
    if absent:
        return absent
    certain = undefined_where_zero(
        {"smallest probability": int(there[0].score > 0), "1 - largest probability": int(there[-1].score < 1)}
    )
    return certain or _Table(
        tuple(log(g.score) - log1p(-g.score) for g in there),
        tuple(g.n_positive + g.n_negative for g in there),
        tuple(g.n_positive for g in there),
    )


def _why_no_slope(table: _Table) -> str:
    """Where one cut separates the classes, ties at the cut or not, a steeper slope always fits better."""
    if table.log_odds[0] == table.log_odds[-1]:
        return NO_VARIANCE
    with_positive = [x for x, p in zip(table.log_odds, table.positives, strict=True) if p]
    with_negative = [x for x, n, p in zip(table.log_odds, table.units, table.positives, strict=True) if n > p]
    overlap = min(with_positive[-1] - with_negative[0], with_negative[-1] - with_positive[0])
    return "" if overlap > 0 else NO_OVERLAP


def _climb(table: _Table) -> Fit:
    """Newton's method on the log odds of the outcome at a centre, and on the slope.

    The centre is the weighted mean of the log odds, so the two steps do not touch each other and log odds that hardly
    differ keep their digits. A step is halved until the likelihood rises by a share of what the step promises; the
    likelihood is concave and its greatest value finite, so this ends. What rounding alone does is no fall.
    """
    centre, a, b, step = 0.0, table.crude, 0.0, 1.0
    while True:
        weights = _weights(table, centre, a, b)
        weight = fsum(weights)
        moved = fsum(w * x for w, x in zip(weights, table.log_odds, strict=True)) / weight
        a, centre = a + b * (moved - centre), moved
        information = fsum(w * (x - centre) ** 2 for w, x in zip(weights, table.log_odds, strict=True))
        if step <= STEP:
            return Fit(a - b * centre, b, 1 / information)
        by_a, by_b = _gradient(table, centre, a, b)
        da, db = by_a / weight, by_b / information
        share = _share(table, centre, (a, b), (da, db), by_a * da + by_b * db)
        a, b = a + share * da, b + share * db
        step = max(abs(da), abs(db) * sqrt(information / weight))


def _share(table: _Table, centre: float, at: tuple[float, float], by: tuple[float, float], promised: float) -> float:
    """How much of a Newton step to take: the first of 1, 1/2, 1/4 ... that makes the likelihood rise enough."""
    height, share = _likelihood(table, centre, *at), 1.0
    floor = height - 1e-13 * abs(height)
    while _likelihood(table, centre, at[0] + share * by[0], at[1] + share * by[1]) < floor + 1e-4 * share * promised:
        share /= 2
    return share


def _gradient(table: _Table, centre: float, a: float, b: float) -> tuple[float, float]:
    """Of the log likelihood, by the log odds at the centre and by the slope."""
    left = _residuals(table, [a + b * (x - centre) for x in table.log_odds])
    by_slope = [part * (x - centre) for parts, x in zip(left, table.log_odds, strict=True) for part in parts]
    return fsum(chain.from_iterable(left)), fsum(by_slope)


def _weights(table: _Table, centre: float, a: float, b: float) -> list[float]:
    """The information that each group gives about its own log odds."""
    chances = (_chance(a + b * (x - centre)) for x in table.log_odds)
    return [n * chance * other for n, (chance, other) in zip(table.units, chances, strict=True)]


def _expected(table: _Table, intercept: float) -> tuple[float, float]:
    """Expected less observed positives at slope 1, and the intercept's information."""
    at = [intercept + x for x in table.log_odds]
    information = fsum(n * p * q for n, (p, q) in zip(table.units, map(_chance, at), strict=True))
    return -fsum(chain.from_iterable(_residuals(table, at))), information


def _residuals(table: _Table, at: list[float]) -> list[tuple[int, float]]:
    """Observed less expected positives of each group, as a whole number and a rest.

    Whole numbers cancel exactly in ``fsum``, so what nearly sure predictions leave over keeps its digits.
    """
    chances = zip(map(_chance, at), table.units, table.positives, strict=True)
    return [(p - n, n * other) if chance > other else (p, -n * chance) for (chance, other), n, p in chances]


def _likelihood(table: _Table, centre: float, a: float, b: float) -> float:
    """The log likelihood, at most 0."""
    terms = []
    for x, n, p in zip(table.log_odds, table.units, table.positives, strict=True):
        at = a + b * (x - centre)
        tail = log1p(exp(-abs(at)))
        terms.append(p * (min(at, 0.0) - tail) + (n - p) * (min(-at, 0.0) - tail))
    return fsum(terms)


def _chance(log_odds: float) -> tuple[float, float]:
    """The probability and one minus it, each to full precision."""
    small = exp(-abs(log_odds))
    less, more = small / (1 + small), 1 / (1 + small)
    return (more, less) if log_odds >= 0 else (less, more)
