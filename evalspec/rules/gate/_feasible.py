"""Whether a requirement can be met by the counts that a plan expects, and with what chance."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import ceil, exp, fsum, lgamma, log, log1p, prod, sqrt
from typing import Any

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Requirement
from evalspec.plan.model.study import Cohort
from evalspec.plan.model.summary import MetricUse, Summary
from evalspec.records import Counts, Limits, Ratio
from evalspec.rules.gate._requirements import LIMITS
from evalspec.rules.plan._axes import combined, evaluated, word
from evalspec.rules.plan._words import intervals, metrics
from evalspec.terms import Bound, Denominator, Quantity

MOST = 10_000_000
"""More trials than are looked through."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """What is expected of the units that one number is about; None where the plan does not say.

    ``most_positives`` and ``most_negatives`` are those, or all units where the plan leaves the split open.
    """

    units: int | None
    positives: int | None
    negatives: int | None
    most_positives: int | None
    most_negatives: int | None

    @classmethod
    def of(cls, cohort: Cohort) -> "Sizes":
        planned = cohort.planned
        units = cohort.expected.units if cohort.expected else planned.units if planned else None
        positives = planned.positives if planned else None
        if positives is None and planned and planned.prevalence is not None and units is not None:
            positives = ceil(units * planned.prevalence)
        negatives = units - positives if units is not None and positives is not None and positives <= units else None
        most = (known if known is not None else units for known in (positives, negatives))
        return cls(units, positives, negatives, *most)


def sizes(plan: Plan, requirement: Requirement, summary: Summary) -> Iterator[tuple[str, Sizes]]:
    """Each number that is judged, with its cohort, or "" where it is of several together.

    Nothing where values of cohorts are combined: that number is no ratio of counts.
    """
    names = evaluated(plan)
    if combined(summary) or plan.cohorts is None:
        return
    each = [(name, Sizes.of(plan.cohorts.members[name])) for name in names]
    if requirement.every == "cohort" or word(summary, "cohorts") == "each":
        yield from each
    elif each:
        yield "", Sizes(*(_sum([getattr(s, part) for _, s in each]) for part in Sizes.__slots__))


def _sum(parts: Sequence[int | None]) -> int | None:
    return None if None in parts else sum(p for p in parts if p is not None)


def limit_of(requirement: Requirement) -> tuple[str, Decimal] | None:
    """The word and the limit; None where not exactly one is said, which is another rule's."""
    given = [(name, getattr(requirement, name)) for name in LIMITS if getattr(requirement, name) is not None]
    return given[0] if len(given) == 1 else None


def satisfies(relation: str, value: Fraction | float, limit: Decimal) -> bool:
    """As gates judge: on the exact values."""
    a, b = Fraction(value), Fraction(limit)
    return {"at_least": a >= b, "more_than": a > b, "at_most": a <= b, "less_than": a < b}[relation]


def judged(summary: Summary, bound: Bound, ratio: Ratio) -> Fraction | float | None:
    """The estimate or the limit of a ratio of counts; None where there is none, or this version has no such interval."""
    if bound is Bound.ESTIMATE:
        return ratio.exact
    method = summary.interval and intervals().get(summary.interval.method)
    if not summary.interval or not method or Quantity.RATIO not in method.fits:
        return None
    limits = method(ratio, level=Fraction(summary.interval.level), sides=summary.interval.sides)
    if not isinstance(limits, Limits):
        return None
    return limits.lower if bound is Bound.LOWER else limits.upper


def perfect(use: MetricUse, there: Sizes) -> list[Ratio]:
    """The metric where every call is right, for each split into positives and negatives that the plan leaves open."""
    metric: Any = metrics().get(use.word)
    if metric is None or getattr(metric, "share_of", Denominator.MIXED) is Denominator.MIXED:
        return []
    needs_positives = bool(metric.denominator(Counts(tp=1, fn=0, tn=0, fp=0)))
    needs_negatives = bool(metric.denominator(Counts(tp=0, fn=0, tn=1, fp=0)))
    splits: list[tuple[int | None, int | None]] = [(there.positives, there.negatives)]
    if needs_positives != needs_negatives:
        splits = [(there.most_positives, 0) if needs_positives else (0, there.most_negatives)]
    elif None in splits[0]:
        splits = [(there.units, 0), (0, there.units)]
    known = [(p, n) for p, n in splits if p is not None and n is not None]
    values = (metric(Counts(tp=p, fn=0, tn=n, fp=0)) for p, n in known)
    return [v for v in values if isinstance(v, Ratio)]


def trials(use: MetricUse, there: Sizes) -> int | None:
    """The denominator, where the design fixes it and the plan says it."""
    share_of = getattr(metrics().get(use.word), "share_of", None)
    known = {
        Denominator.POSITIVES: there.positives,
        Denominator.NEGATIVES: there.negatives,
        Denominator.UNITS: there.units,
    }
    return known.get(share_of) if share_of else None


def chance(summary: Summary, requirement: Requirement, n: int, p: float) -> float | None:
    """That the requirement is met, the count being Binomial(n, p): exact but for rounding."""
    demand = limit_of(requirement)
    bound = requirement.bound
    if demand is None or bound is None or n == 0 or n > MOST:
        return None
    ends = [_meets(summary, bound, demand, x, n) for x in (0, n)]
    if None in ends:
        return None
    if ends[0] == ends[1]:
        return float(bool(ends[0]))
    low, high = 0, n  # what is met changes once: values and limits rise with the count
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _meets(summary, bound, demand, middle, n) == ends[0] else (low, middle)
    return _tail(high, n, p) if ends[1] else 1 - _tail(high, n, p)


def _meets(summary: Summary, bound: Bound, demand: tuple[str, Decimal], x: int, n: int) -> bool | None:
    value = judged(summary, bound, Ratio(x, n))
    return None if value is None else satisfies(demand[0], value, demand[1])


def _tail(least: int, n: int, p: float) -> float:
    """P(X >= least), X being Binomial(n, p); counts further than 40 standard deviations off weigh nothing."""
    if p <= 0 or p >= 1:
        return float(round(n * p) >= least)
    far = 40 * sqrt(n * p * (1 - p)) + 40
    from_, to = max(least, int(n * p - far)), min(n, int(n * p + far))
    if least > to:
        return 0.0
    return min(1.0, fsum(_mass(k, n, p) for k in range(from_, to + 1)))


def _mass(k: int, n: int, p: float) -> float:
    return exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(p) + (n - k) * log1p(-p))


def together(chances: Sequence[float]) -> float:
    """That all of several independent requirements are met."""
    return prod(chances)
