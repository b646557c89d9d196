"""What a declared value is a value of, and which intervals fit it."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import MetricUse, Summary
from evalspec.records import Path
from evalspec.rules.plan._axes import combined, word
from evalspec.rules.plan._words import axis_words, intervals, metrics
from evalspec.terms import LATER_INTERVALS, Denominator, Quantity

_FIXED = (Denominator.POSITIVES, Denominator.NEGATIVES, Denominator.UNITS)
"""Denominators that the design fixes: the delta method takes them as given."""


_OF_ONE_TABLE = frozenset({"f1", "f_beta", "mcc"})

_MOVED_BY_PREVALENCE = frozenset(
    {"precision", "npv", "accuracy", "false_discovery_rate", "false_omission_rate", "positive_rate", "detection_rate"}
)
"""Metrics that a population's prevalence moves."""


def uses(plan: Plan) -> Iterator[tuple[Path, Summary, MetricUse]]:
    """Every metric that a summary names, with its place."""
    for i, summary in enumerate(plan.summaries):
        for k, use in enumerate(summary.uses):
            yield metric_path(summary, i, k), summary, use


def metric_path(summary: Summary, i: int, k: int) -> Path:
    """The place of a summary's metric: in a list of several, its own."""
    return ("summaries", i, "metric", k) if len(summary.uses) > 1 else ("summaries", i, "metric")


def quantity(summary: Summary, metric: str) -> Quantity | None:
    """What an interval would have to be an interval of; None where this version has none for it.

    ``metric`` is one that this version computes.
    """
    declared = metrics()[metric]
    share_of = getattr(declared, "share_of", None)
    if {"folds", "repeats"} & set(combined(summary)) or takes_no_interval(summary) or summary.population is not None:
        return None
    if combined(summary):
        return Quantity.COMBINED if share_of in _FIXED else None
    if share_of is not None and share_of is not Denominator.MIXED:
        return Quantity.RATIO
    return Quantity.AUROC if metric == "auroc" else None


def is_function(summary: Summary, metric: str) -> bool:
    """Whether the value is a function of several rates: of these the delta method has an interval in the language."""
    return metric in _OF_ONE_TABLE or (summary.population is not None and metric in _MOVED_BY_PREVALENCE)


def takes_no_interval(summary: Summary) -> tuple[str, ...]:
    """The axes with a word that carries no interval, such as ``worst``."""
    words = {axis: word(summary, axis) for axis in combined(summary)}
    return tuple(axis for axis, w in words.items() if w in axis_words() and not axis_words()[w].takes_interval)


def fitting(quantity: Quantity | None) -> list[str]:
    """The methods of this version that fit."""
    return [ident for ident, i in intervals().items() if quantity in i.fits]


def is_known(summary: Summary) -> bool:
    """Whether every word over an axis is one that this version computes."""
    return all(word(summary, axis) in axis_words() for axis in combined(summary))


def computed_later(method: str) -> bool:
    return method in LATER_INTERVALS


def listed(words: list[str]) -> str:
    """The words in quotes, with commas and a final ``or``."""
    quoted = [f"`{w}`" for w in words]
    return ", ".join(quoted[:-1]) + " or " + quoted[-1] if len(quoted) > 1 else "".join(quoted)
