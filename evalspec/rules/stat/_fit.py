"""What a declared value is a value of, and which intervals fit it."""

from collections.abc import Iterator

from evalspec.intervals.base import BootstrapInterval
from evalspec.plan.model import Plan
from evalspec.plan.model.summary import MetricUse, Summary
from evalspec.records import Path
from evalspec.rules.plan._axes import combined, word
from evalspec.rules.plan._words import axis_words, intervals, metrics
from evalspec.summaries._quantity import quantities, quantity_of_cell
from evalspec.terms import Quantity, Takes

_RANKED = (Takes.GROUPS, Takes.CUT_GROUPS)


def uses(plan: Plan) -> Iterator[tuple[Path, Summary, MetricUse]]:
    """Every metric that a summary names, with its place."""
    for i, summary in enumerate(plan.summaries):
        for k, use in enumerate(summary.uses):
            yield metric_path(summary, i, k), summary, use


def metric_path(summary: Summary, i: int, k: int) -> Path:
    """The place of a summary's metric: in a list of several, its own."""
    return ("summaries", i, "metric", k) if len(summary.uses) > 1 else ("summaries", i, "metric")


def takes_no_interval(summary: Summary) -> tuple[str, ...]:
    """The axes with a word that carries no interval, such as ``worst``."""
    words = {axis: word(summary, axis) for axis in combined(summary)}
    return tuple(axis for axis, w in words.items() if w in axis_words() and not axis_words()[w].takes_interval)


def values_of(plan: Plan, summary: Summary, metric: str) -> tuple[Quantity, ...]:
    """Everything that an interval of the number may be an interval of; empty where none is computed.

    ``metric`` is one that there is.
    """
    return tuple(quantities(plan, summary, metrics()[metric]))


def fitting(plan: Plan, summary: Summary, metric: str) -> list[str]:
    """The methods that fit, the bootstrap last."""
    wanted = {*values_of(plan, summary, metric)}
    if can_be_resampled(plan, summary, metric):
        wanted |= {Quantity.ECE}
    found = [ident for ident, i in intervals().items() if wanted & {*i.fits}]
    return sorted(found, key=lambda ident: isinstance(intervals()[ident], BootstrapInterval))


def can_be_resampled(plan: Plan, summary: Summary, metric: str) -> bool:
    """Whether the tally holds what a bootstrap of the number draws from, though no other method may fit it.

    Scores are held class by class: of one unit's scores for two classes it does not tell that they are one unit's.
    """
    takes = metrics()[metric].takes
    if takes in (Takes.LABEL_SETS, Takes.RANKS):
        return False
    if takes in _RANKED and plan.outcome.classes and word(summary, "classes") not in ("", "each"):
        return False
    if {"folds", "repeats"} & {*combined(summary)} or takes_no_interval(summary):
        return False
    if plan.outcome.labels:
        return (
            word(summary, "classes") in ("", "each") and quantity_of_cell(plan, summary, metrics()[metric]) is not None
        )
    return metrics()[metric].quantity is not None and word(summary, "cohorts") not in (
        "inverse-variance",
        "random-effects",
    )


def fits(plan: Plan, summary: Summary, metric: str, method: str) -> bool:
    """Whether a method is an interval of the number."""
    interval = intervals()[method]
    if isinstance(interval, BootstrapInterval):
        return can_be_resampled(plan, summary, metric)
    return bool({*values_of(plan, summary, metric)} & {*interval.fits})


def is_known(summary: Summary) -> bool:
    """Whether every word over an axis is one that there is."""
    return all(word(summary, axis) in axis_words() for axis in combined(summary))


def listed(words: list[str]) -> str:
    """The words in quotes, with commas and a final ``or``."""
    quoted = [f"`{w}`" for w in words]
    return ", ".join(quoted[:-1]) + " or " + quoted[-1] if len(quoted) > 1 else "".join(quoted)
