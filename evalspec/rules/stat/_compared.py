"""Which intervals and tests fit what a comparison compares."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Comparison
from evalspec.plan.model.summary import MetricUse, Summary
from evalspec.rules.plan._words import metrics
from evalspec.summaries._quantity import combined_axes, quantity_of_cell
from evalspec.tally.axes import word
from evalspec.terms import Denominator, OutcomeKind, Quantity, Takes

_FIXED = (Denominator.POSITIVES, Denominator.NEGATIVES, Denominator.UNITS)
_FIXED_WEIGHTS = ("macro", "by-size", "weights")

BOOTSTRAP = ("bootstrap",)
PAIRED = ("newcombe-paired", "wald-paired")
UNPAIRED = ("newcombe", "wald-unpaired")
MCNEMAR = ("mcnemar-exact", "mcnemar-midp")


@dataclass(frozen=True, slots=True)
class Fit:
    """``what`` is compared, in words, and the intervals and tests of it that there are."""

    what: str
    intervals: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()


def compared(plan: Plan) -> Iterator[tuple[int, Comparison, Summary, MetricUse]]:
    """Every comparison of two values of one metric that there is."""
    summaries = {s.id: s for s in plan.summaries}
    for i, c in enumerate(plan.comparisons):
        summary = summaries.get(c.summary)
        if summary is None:
            continue
        uses = [u for u in summary.uses if c.metric in (None, u.word, str(u))]
        if len(uses) == 1 and uses[0].word in metrics():
            yield i, c, summary, uses[0]


def is_unpaired(comparison: Comparison) -> bool:
    """Whether both sides are of other units."""
    return comparison.subgroups is not None or comparison.paired is False


def fit(plan: Plan, comparison: Comparison, summary: Summary, use: MetricUse) -> Fit:
    """What fits. A ratio, and a value without a formula for two of it, is resampled."""
    metric = metrics()[use.word]
    axes = combined_axes(plan, summary, metric)
    if comparison.measure == "crossover-prevalence":
        return Fit("the prevalence at which two costs cross")
    if not set(axes) <= {"cohorts"} or word(summary, "cohorts") not in ("", "pooled", "each", *_FIXED_WEIGHTS):
        axis = next((a for a in axes if a != "cohorts"), "cohorts")
        return Fit(f"two values combined over {axis} (`{word(summary, axis)}`)")
    if plan.outcome.kind is not OutcomeKind.BINARY:
        return _of_classes(comparison, summary, use, quantity_of_cell(plan, summary, metric), axes)
    if metric.takes in (Takes.NOTHING, Takes.LABEL_SETS, Takes.RANKS):
        return Fit(f"two values of `{use.word}`")
    named = f"`{use.word}` at a population" if summary.population and metric.takes is Takes.COUNTS else f"`{use.word}`"
    if comparison.measure == "ratio":
        tests = _alone(plan, comparison, summary, metric).tests if not axes else ()
        return Fit(f"a ratio of two values of {named}", BOOTSTRAP, tests)
    if axes:
        formula = not is_unpaired(comparison) and (_is_auroc(metric) or _is_fixed(plan, summary, metric))
        return Fit(
            f"a difference of two values of {named}, combined over cohorts",
            ("delta-paired", *BOOTSTRAP) if formula else BOOTSTRAP,
        )
    return _alone(plan, comparison, summary, metric, named)


def _alone(plan: Plan, comparison: Comparison, summary: Summary, metric: Any, named: str = "") -> Fit:
    """A difference of two values, each of one table or one ranking."""
    apart = is_unpaired(comparison)
    what = f"a difference of two values of {named}" + (" in other units" if apart else " in the same units")
    if apart:
        ratio = quantity_of_cell(plan, summary, metric) is Quantity.RATIO and metric.takes is Takes.COUNTS
        return Fit(what, (*UNPAIRED, *BOOTSTRAP) if ratio else BOOTSTRAP)
    if _is_auroc(metric):
        return Fit(what, ("delong-paired", *BOOTSTRAP), ("delong",))
    if _is_fixed(plan, summary, metric):
        return Fit(what, (*PAIRED, *BOOTSTRAP), MCNEMAR)
    return Fit(what, BOOTSTRAP)


def _of_classes(
    comparison: Comparison, summary: Summary, use: MetricUse, quantity: Quantity | None, axes: tuple[str, ...]
) -> Fit:
    """Of several classes only the right calls of a unit are paired."""
    what = f"two values of `{use.word}` over several classes or labels"
    right = use.word == "accuracy" or (
        use.word in ("sensitivity", "precision") and word(summary, "classes") == "pooled"
    )
    if axes or quantity is not Quantity.RATIO or not right or comparison.measure != "difference":
        return Fit(what)
    return Fit(what, UNPAIRED) if is_unpaired(comparison) else Fit(what, PAIRED, MCNEMAR)


def _is_auroc(metric: Any) -> bool:
    return metric.quantity is Quantity.AUROC


def _is_fixed(plan: Plan, summary: Summary, metric: Any) -> bool:
    """A ratio of counts whose denominator the design fixes, alike for both sides."""
    if quantity_of_cell(plan, summary, metric) is not Quantity.RATIO:
        return False
    return getattr(metric, "share_of", None) in _FIXED
