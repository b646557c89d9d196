"""STAT152: the interval or test of a comparison is one of another kind of difference."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Comparison
from evalspec.plan.model.summary import Summary
from evalspec.records import Path
from evalspec.rules.base import Answer, Example, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import combined, word
from evalspec.rules.plan._words import intervals, metrics
from evalspec.rules.plan.comparison_names_several_rows import names_one_pair
from evalspec.rules.plan.unknown_name import TESTS
from evalspec.rules.stat._compared import compared as compared_values
from evalspec.rules.stat._compared import fit
from evalspec.rules.stat._dependence import is_clustered
from evalspec.rules.stat._examples import FILES, TWO_MODELS, compared, with_columns
from evalspec.rules.stat._fit import listed
from evalspec.rules.stat.bootstrap_incomplete import ALL
from evalspec.rules.stat.paired_test_on_macro import ONE_TABLE
from evalspec.rules.stat.unpaired_test_on_paired_units import are_told_apart
from evalspec.terms import Severity, Takes


def text(plan: Plan) -> Iterator[Answer]:
    if not plan.comparisons:
        yield NotApplicable("the plan declares no comparison")
    for i, c, summary, use in compared_values(plan):
        if c.measure == "crossover-prevalence":
            yield from _crossover(("comparisons", i), c, summary, use.word)
        if is_clustered(plan) or not names_one_pair(plan, c) or are_told_apart(plan, c):
            continue
        fits = fit(plan, c, summary, use)
        taken = ONE_TABLE if combined(summary) else ()
        method = c.interval.method if c.interval else ""
        if method in intervals() and method not in (*fits.intervals, *taken):
            message = f"`{method}` in `{c.id}` is no interval of {fits.what}"
            help = f"say {listed(list(fits.intervals))}" if fits.intervals else "leave the interval out: there is none"
            yield Objection(path=("comparisons", i, "interval", "method"), message=message, help=help)
        if c.test in TESTS and c.test not in ("none", *fits.tests, *taken):
            message = f"`{c.test}` in `{c.id}` is no test of {fits.what}"
            help = f"say {listed(list(fits.tests))}" if fits.tests else "leave the test out: there is none"
            yield Objection(path=("comparisons", i, "test"), message=message, help=help)


def _crossover(path: Path, c: Comparison, summary: Summary, metric: str) -> Iterator[Objection]:
    """It is a prevalence, of two tables and their costs."""
    if metric != "expected_cost":
        message = f"`{c.id}` asks where two costs cross, and `{summary.id}` is of `{metric}`"
        yield Objection(path=(*path, "measure"), message=message, help="compare a summary of `expected_cost`")
    elif combined(summary):
        axis = combined(summary)[0]
        message = (
            f"`{c.id}` asks where two costs cross, and `{summary.id}` combines its {axis} (`{word(summary, axis)}`)"
        )
        help = f"compare a summary that says `{axis}: pooled` or `{axis}: each`"
        yield Objection(path=(*path, "measure"), message=message, help=help)
    if c.hypothesis is not None:
        message = f"`{c.id}` is to show {c.hypothesis.kind}, and a prevalence at which costs cross has no better end"
        yield Objection(path=(*path, "hypothesis"), message=message, help="leave the hypothesis out")


def _of(metric: str, more: str, cohorts: str = "pooled", tail: str = "") -> Example:
    """Two models' values of one metric, compared."""
    at = (
        ""
        if metric in metrics() and metrics()[metric].takes in (Takes.CUT_GROUPS, Takes.GROUPS)
        else "threshold: main, "
    )
    said = (
        f"summaries: [{{id: s, role: primary, metric: {metric}, {at}cohorts: {cohorts}}}]\n"
        f"comparisons: [{{id: c, role: secondary, summary: s, models: [m1, m2], {more}}}]\n"
    )
    return with_columns(TWO_MODELS + said + tail)


def _interval(method: str) -> str:
    return f"interval: {{method: {method}, level: 0.95}}"


_DRAWN = f"interval: {{method: bootstrap, level: 0.95{ALL}units}}"
_COSTS = "costs: {false_negative: 10, false_positive: 1, unit: EUR}\n"
_SEX = "subgroups: {women: {where: {group: [F]}}, men: {where: {group: [M]}}}\n"


def _women(more: str) -> Example:
    return Example(
        plan="summaries: [{id: s, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}]\n"
        f"comparisons: [{{id: c, role: secondary, summary: s, subgroups: [women, men], {more}}}]\n" + _SEX,
        files=FILES,
    )


RULE = Rule(
    code="STAT152",
    name="comparison-interval-does-not-fit",
    severity=Severity.ERROR,
    summary="The interval or test of a comparison is one of another kind of difference.",
    why=(
        "Newcombe's and McNemar's methods count the units that one side finds and the other does not; that needs one "
        "denominator for both, as sensitivity has and precision has not. On another difference their limits mean nothing."
    ),
    help="name a method that fits what is compared, or leave it out",
    source="Newcombe 1998, Stat Med 17:873 and 17:2635; Moskowitz & Pepe 2006, Clin Trials 3:272",
    bad=(
        _of("precision", _interval("newcombe-paired")),
        _of("f1", "test: mcnemar-exact"),
        _of("auroc", _interval("newcombe-paired"), "each"),
        _of("sensitivity", _interval("wilson")),
        _of("sensitivity", "measure: ratio, " + _interval("newcombe-paired")),
        _of("auroc", "test: mcnemar-exact", "each"),
        _of("sensitivity", _interval("delta-paired")),
        _of("expected_cost", "measure: crossover-prevalence, " + _DRAWN, tail=_COSTS),
        _of("sensitivity", "measure: crossover-prevalence", tail=_COSTS),
        _women(_interval("newcombe-paired")),
        _women("test: mcnemar-exact"),
    ),
    good=(
        _of("sensitivity", _interval("newcombe-paired") + ", test: mcnemar-midp"),
        _of("precision", _DRAWN),
        _of("auroc", _interval("delong-paired") + ", test: delong", "each"),
        _of("sensitivity", "measure: ratio, " + _DRAWN),
        _of("sensitivity", _interval("delta-paired"), "macro, minimum_defined: 2"),
        _of("expected_cost", "measure: crossover-prevalence", tail=_COSTS),
        _women(_interval("newcombe")),
        compared(_interval("wald-paired")),
    ),
    text=text,
)
