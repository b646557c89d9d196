"""STAT136: the method is an interval of another kind of value."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import combined
from evalspec.rules.plan._words import intervals, metrics
from evalspec.rules.stat._dependence import BINOMIAL, DELONG, is_clustered
from evalspec.rules.stat._fit import fits, fitting, is_known, listed, takes_no_interval
from evalspec.rules.stat._populations import SAID, UNCERTAIN, example
from evalspec.terms import Quantity, Severity


def text(plan: Plan) -> Iterator[Answer]:
    if not any(s.interval for s in plan.summaries):
        yield NotApplicable("the plan declares no interval")
    for i, summary in enumerate(plan.summaries):
        if summary.interval and summary.interval.method in intervals() and is_known(summary):
            yield from _summary(plan, ("summaries", i, "interval", "method"), summary, summary.interval.method)


def _summary(plan: Plan, path: tuple[str | int, ...], summary: Summary, method: str) -> Iterator[Objection]:
    """A binomial or DeLong interval of a combined value is ``interval-of-another-quantity``'s."""
    of = intervals()[method].fits
    if takes_no_interval(summary) or {"folds", "repeats"} & set(combined(summary)):
        return
    if combined(summary) and {*of} <= _ONE_CELL:
        return
    judged = [u.word for u in summary.uses if u.word in metrics()]
    if is_clustered(plan) and (method in BINOMIAL or (method in DELONG and {*judged} == {"auroc"})):
        return  # that the units are not independent is the rules' of clusters
    misfits = [w for w in judged if not fits(plan, summary, w, method)]
    if not misfits:
        return
    kind = "combined " if combined(summary) else ""
    known = {w: fitting(plan, summary, w) for w in misfits}
    help = "; ".join(
        f"for {w}, say {listed(methods)}" if methods else f"for {kind}{w}, leave the interval out: there is none"
        for w, methods in known.items()
    )
    named = ", ".join(f"`{w}`" for w in misfits) + (" at a population" if summary.population else "")
    message = f"`{method}` is an interval of {of[0]}, not of {kind}{named} in `{summary.id}`"
    yield Objection(path=path, message=message, help=help)


_ONE_CELL = {
    Quantity.RATIO,
    Quantity.CLUSTERED_RATIO,
    Quantity.AUROC,
    Quantity.CLUSTERED_AUROC,
    Quantity.AVERAGE_PRECISION,
}

_HEAD = "summaries: [{id: s, role: primary, "

RULE = Rule(
    code="STAT136",
    name="interval-does-not-fit",
    severity=Severity.ERROR,
    summary="The method is an interval of another kind of value.",
    why=(
        "Each method rests on how its value varies: Wilson's on one binomial count, DeLong's on the AUROC, the delta "
        "method on a smooth function of counts, or a mean of such values. On another value its limits mean nothing. An error: they would be read all the same."
    ),
    help="name a method that fits the value, or leave the interval out",
    source="Wilson 1927, JASA 22:209; DeLong et al. 1988, Biometrics 44:837",
    bad=(
        _HEAD + "metric: auroc, cohorts: each, interval: {method: wilson, level: 0.95}}]\nthresholds:",
        _HEAD + "metric: f1, threshold: main, cohorts: pooled, interval: {method: wilson, level: 0.95}}]",
        _HEAD + "metric: sensitivity, threshold: main, cohorts: each, interval: {method: delong, level: 0.95}}]",
        _HEAD + "metric: sensitivity, threshold: main, cohorts: pooled, interval: {method: delta, level: 0.95}}]",
        _HEAD
        + "metric: sensitivity, threshold: main, cohorts: macro, minimum_defined: 2, interval: {method: log-delta, level: 0.95}}]",
    ),
    good=(
        _HEAD + "metric: auroc, cohorts: each, interval: {method: delong, level: 0.95}}]\nthresholds:",
        _HEAD + "metric: precision, threshold: main, cohorts: each, interval: {method: jeffreys, level: 0.95}}]",
        example(f"{SAID}, {UNCERTAIN}").replace(
            "population: screening}", "population: screening, interval: {method: delta, level: 0.95}}"
        ),
        _HEAD
        + "metric: [specificity, precision], threshold: main, cohorts: macro, minimum_defined: 2, interval: {method: delta, level: 0.95}}]\n"
        "multiplicity: {method: all-required, why: both must hold}\n",
        _HEAD + "metric: f1, threshold: main, cohorts: pooled, interval: {method: delta, level: 0.95}}]",
    ),
    text=text,
)
