"""Metrics of counts at another prevalence: sensitivity and specificity kept as they are, the mix of classes changed.

Altman & Bland 1994, BMJ 309:102; variances: Mercaldo, Lau & Zhou 2007, Stat Med 26:2170; posteriors: Saerens, Latinne &
Decaestecker 2002, Neural Comput 14:21.
"""

from fractions import Fraction
from math import gcd
from typing import Any

from evalspec.metrics._common import ACTUAL_NEGATIVES, ACTUAL_POSITIVES, undefined_where_zero
from evalspec.metrics.base import CostMetric, CountMetric, RatioMetric
from evalspec.records import Counts, Ratio, Real, Undefined, Value

OfCounts = RatioMetric | CountMetric | CostMetric


def expected_table(counts: Counts, prevalence: Fraction) -> Counts | Undefined:
    """The smallest whole table with the sensitivity and specificity of ``counts`` and this share of positives.

    Every metric of counts is of degree 0, so its value here is its value at that population. A class that is absent
    leaves a rate without a denominator.

    Raises:
        ValueError: the prevalence is outside [0, 1].
    """
    if not 0 <= prevalence <= 1:
        raise ValueError("a prevalence lies from 0 to 1")
    absent = undefined_where_zero({ACTUAL_POSITIVES: counts.positives, ACTUAL_NEGATIVES: counts.negatives})
    if absent:
        return absent
    there, others = prevalence.numerator * counts.negatives, (1 - prevalence).numerator * counts.positives
    cells = there * counts.tp, there * counts.fn, others * counts.tn, others * counts.fp
    tp, fn, tn, fp = (cell // gcd(*cells) for cell in cells)
    return Counts(tp=tp, fn=fn, tn=tn, fp=fp)


def at_population(metric: OfCounts, counts: Counts, prevalence: Fraction, **parameters: Any) -> Value:
    """The metric at this prevalence: never a ``Ratio``, for no units stand behind it; exact where the metric is.

    Undefined where the metric is undefined there (a precision where no positive call is to be expected), or a class is
    absent. Raises ``ValueError`` for a prevalence outside [0, 1].
    """
    table = expected_table(counts, prevalence)
    if isinstance(table, Undefined):
        return table
    found = metric(table, **parameters)
    return Real(found.exact) if isinstance(found, Ratio) else found


def variance_at_population(
    metric: OfCounts, counts: Counts, prevalence: Fraction, **parameters: Any
) -> Fraction | float | Undefined:
    """Delta method over two independent binomials; the prevalence has no spread. Exact where the gradient is.

    (df/dSe)² Se (1 - Se) / positives + (df/dSp)² Sp (1 - Sp) / negatives. Undefined where ``at_population`` is.
    """
    table = expected_table(counts, prevalence)
    if isinstance(table, Undefined):
        return table
    found = metric(table, **parameters)
    if isinstance(found, Undefined):
        return found
    # A gradient is of degree -1 in the counts: times the units of the table it is the one at shares of units.
    by_tp, by_fn, by_tn, by_fp = (table.units * part for part in metric.gradient(table, **parameters))
    by_sensitivity, by_specificity = prevalence * (by_tp - by_fn), (1 - prevalence) * (by_tn - by_fp)
    of_positives = Fraction(counts.tp * counts.fn, counts.positives**3)
    of_negatives = Fraction(counts.tn * counts.fp, counts.negatives**3)
    return by_sensitivity**2 * of_positives + by_specificity**2 * of_negatives


def posterior_at(
    probability: Fraction | float, *, prior: Fraction | float, new_prior: Fraction | float
) -> Fraction | float | Undefined:
    """A posterior probability re-expressed at another prevalence, the scores of each class distributed as before.

    All from 0 to 1. Exact for fractions, else a double. Undefined at an old prior of 0 or 1, and where the new prior
    rules out the class that the posterior is sure of.
    """
    if prior in (0, 1):
        return Undefined("prior = 0" if prior == 0 else "1 - prior = 0")
    yes = probability * new_prior * (1 - prior)
    no = (1 - probability) * (1 - new_prior) * prior
    return yes / (yes + no) if yes + no else Undefined("posterior odds of 0 to 0: their sum = 0")
