"""STAT141: an interval or a test counts the repeats of a unit as units."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Comparison
from evalspec.plan.model.summary import Interval, Summary
from evalspec.rules.base import Answer, Example, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import combined, word
from evalspec.rules.plan._words import ranks_units
from evalspec.rules.stat._examples import CLUSTER, TWO_MODELS, WILSON, summary, with_columns
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    if plan.design.repeat is None:
        yield NotApplicable("the design names no `repeat` column")
        return
    over = {s.id: word(s, "repeats") for s in plan.summaries if _puts_together(s)}
    if not over:
        yield NotApplicable("no summary puts its repeats together")
    for i, s in enumerate(plan.summaries):
        if s.id in over and s.interval and _counts_units(s.interval) and not _is_ranking_of_fits(s):
            message = (
                f"`{s.interval.method}` of `{s.id}`, over repeats (`{over[s.id]}`), counts each unit once a repeat"
            )
            yield Objection(path=("summaries", i, "interval", "method"), message=message)
    for i, c in enumerate(plan.comparisons):
        place, method = _judged(c)
        if c.summary in over and method:
            message = f"`{method}` of `{c.id}`, over repeats (`{over[c.summary]}`), counts each unit once a repeat"
            yield Objection(path=("comparisons", i, *place), message=message)


def _puts_together(summary: Summary) -> bool:
    """A value combined over folds takes no interval at all: another rule's."""
    axes = combined(summary)
    return word(summary, "repeats") == "pooled" or ("repeats" in axes and "folds" not in axes)


def _is_ranking_of_fits(summary: Summary) -> bool:
    """Scores of several repeats ranked as one have no meaning at all: another rule's."""
    ranked = all(ranks_units(u.word) for u in summary.uses)
    return ranked and word(summary, "repeats") == "pooled"


def _judged(comparison: Comparison) -> tuple[tuple[str, ...], str]:
    """The test, or else the interval, that counts units: its place and its word."""
    if comparison.test not in (None, "none"):
        return ("test",), str(comparison.test)
    if comparison.interval and _counts_units(comparison.interval):
        return ("interval", "method"), comparison.interval.method
    return (), ""


def _counts_units(interval: Interval) -> bool:
    """Clusters and cohorts are drawn and counted whole, with all repeats of their units."""
    by_cluster = interval.method in ("cluster-ratio", "delong-cluster")
    return not by_cluster and interval.resample not in ("clusters", "cohorts")


_REPEATS = "design: {kind: external, repeat: round}\n"


def _compared(more: str) -> Example:
    pair = f"comparisons: [{{id: c, role: secondary, summary: s, models: [m1, m2], {more}}}]\n"
    return with_columns(TWO_MODELS + _REPEATS + summary(more=", repeats: pooled") + pair)


_BY_CLUSTER = (
    ", interval: {method: bootstrap, level: 0.95, replicates: 2000, seed: 1, resample: clusters, limits: percentile}"
)

RULE = Rule(
    code="STAT141",
    name="repeats-counted-as-units",
    severity=Severity.ERROR,
    summary="An interval or a test counts the repeats of a unit as units.",
    why=(
        "Ten repeats of 100 units are 100 units. Counted as 1000 they make any interval as narrow as one likes, by "
        "repeating more. An error: no number of repeats adds a unit."
    ),
    help="leave the interval out, or say `repeats: each`: an interval each",
    source="Nadeau & Bengio 2003, Mach Learn 52:239",
    bad=(
        with_columns(_REPEATS + summary(more=", repeats: pooled" + WILSON)),
        with_columns(_REPEATS + summary(more=", repeats: macro, minimum_defined: 1" + WILSON)),
        _compared("test: mcnemar-exact"),
        _compared("interval: {method: newcombe-paired, level: 0.95}"),
    ),
    good=(
        with_columns(_REPEATS + CLUSTER + summary(more=", repeats: pooled" + _BY_CLUSTER)),
        _compared("measure: difference"),
        with_columns(_REPEATS + summary(more=", repeats: each" + WILSON)),
        with_columns(_REPEATS + summary(more=", repeats: macro, minimum_defined: 1")),
    ),
    text=text,
)
