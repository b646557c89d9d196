"""What is known of a metric, an interval, a word over an axis, a test or a curve: labels and lines, from its definition."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from evalspec.comparisons.base import Comparison
from evalspec.curves.base import Curve
from evalspec.intervals import base as kinds
from evalspec.metrics._common import Common
from evalspec.pipeline._explain_worked import number, worked_case
from evalspec.pipeline._fitting import fits, intervals_of, methods
from evalspec.summaries.base import Summary
from evalspec.terms import Better, Quantity, Takes

Fact = tuple[str, list[str]]

PARAMETERS = {
    "at": "the threshold probability, an exact number strictly between 0 and 1",
    "beta": "how many times as much sensitivity counts as precision: an exact number above 0, such as 2 or 0.5",
    "bins": "how many bins of equal width, a whole number from 1",
    "clip": "`none`, or an exact number between 0 and 1/2 that probabilities are moved up to, and down to 1 minus it",
    "closed": "`left` or `right`: which end of a bin belongs to it",
    "k": "how many classes, from the highest score down, count as a hit: a whole number from 1",
    "specificity_at_least": "the least specificity of the part that is looked at, an exact number from 0 and below 1",
}
"""What each parameter of a metric must be."""

TAKES = {
    Takes.COUNTS: "decision cells: true and false positives and negatives at a threshold",
    Takes.CUT_GROUPS: "score groups: positives and negatives at each score that a positive has, and between them",
    Takes.GROUPS: "score groups: positives and negatives at every probability",
    Takes.LABEL_SETS: "units by the labels that they have, that they are called, and that are both",
    Takes.RANKS: "units by the rank of their actual class among the scores of all classes",
    Takes.NOTHING: "nothing of the tally: the plan's costs and prevalence",
}

OF_INTERVALS = {
    kinds.RatioInterval: "a ratio of counts: x of n",
    kinds.RankingInterval: "score groups, in the order of the score",
    kinds.SpreadInterval: "an estimate and its estimated variance",
    kinds.MembersInterval: "the members' values, their estimated variances and their weights",
    kinds.ClusterInterval: "each cluster's numerator and denominator",
    kinds.ClusterRankingInterval: "each cluster's score groups",
    kinds.MetaInterval: "a fit over cohorts: estimates, variances and tau²",
    kinds.PairedInterval: "units by what both models do: both, first only, second only, neither",
    kinds.PairedRankingInterval: "units by their two scores",
    kinds.UnpairedInterval: "two ratios of counts, of different units",
    kinds.BootstrapInterval: "the value, and its values in resamples",
}

BETTER = {
    Better.HIGHER: "higher is better",
    Better.LOWER: "lower is better",
    Better.NEITHER: "neither end is better: a description",
}


def facts(definition: Any) -> Iterator[Fact]:
    """Label and lines, those that are there, in one order for all kinds."""
    for label, lines in _facts(definition):
        told = [line for line in lines if line]
        if told:
            yield label, told


def _facts(d: Any) -> Iterator[Fact]:
    yield "Also called", [", ".join(d.also)] if getattr(d, "also", ()) else []
    yield "It is", [getattr(d, "sentence", "")]
    yield "Formula", [d.formula]
    if isinstance(d, Common):
        yield from _of_metric(d)
    elif isinstance(d, kinds.Interval):
        yield "Takes", [told for kind, told in OF_INTERVALS.items() if isinstance(d, kind)]
        yield "Interval of", fits(d)
    elif isinstance(d, Comparison):
        yield "Test of", [q.value for q in d.fits]
    elif isinstance(d, Curve):
        yield "Takes", [TAKES[d.takes]]
        yield "Across", [d.x]
        yield "Up", [d.y]
        yield "Drawn as", [d.drawn.value]
        yield "Needs", [", ".join(d.told)]
    yield "Undefined when", [d.undefined_when]
    if isinstance(d, Summary):
        yield "Intervals", _over_members(d)
    yield "Worked", [worked_case(w) for w in d.worked]
    yield "Elsewhere", list(getattr(d, "elsewhere", ()))
    yield "Source", [d.reference]


def _of_metric(d: Common) -> Iterator[Fact]:
    yield "Takes", [TAKES[d.takes]]
    needs = [("a threshold or calls", d.needs_decision and d.takes is not Takes.RANKS), ("costs", d.needs_costs)]
    yield "Needs", [", ".join(what for what, needed in needs if needed)]
    yield "Range", [_range(d.low, d.high) + "; " + BETTER[d.better]]
    yield "Parameters", [f"{name}: {PARAMETERS[name]}" for name in d.parameters]
    yield "Classes", ["of the whole sample: no word over `classes`" if d.whole_sample else ""]
    yield "Intervals", intervals_of(d) or ["none is computed"]


def _range(low: Fraction | None, high: Fraction | None) -> str:
    if low is None and high is None:
        return "any number"
    if low is None or high is None:
        return f"from {number(low)}, no upper bound" if low is not None else "no lower bound"
    return f"{number(low)} to {number(high)}"


def _over_members(d: Summary) -> list[str]:
    if not d.takes_interval:
        return ["none: no interval is an interval of this number"]
    of: dict[str, Quantity] = {
        "inverse-variance": Quantity.INVERSE_VARIANCE, "random-effects": Quantity.RANDOM_EFFECTS,
    }  # fmt: skip
    if d.combine is None:
        return ["those of the metric"]
    if d.id in of:
        return [methods(of[d.id])]
    between = [] if d.id == "by-support" else [f"for a new cohort: {methods(Quantity.NEW_COHORT)}"]
    return [f"of these members: {methods(Quantity.COMBINED)}", *between]
