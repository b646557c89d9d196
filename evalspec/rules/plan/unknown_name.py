"""A name of something that is not declared, or a word that the language does not have."""

from collections.abc import Iterator, Mapping
from typing import Any

from evalspec.plan.fields import near, one_near
from evalspec.plan.mend import spelled
from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Interval, MetricUse, Summary
from evalspec.records import Path
from evalspec.rules.base import Answer, Example, Objection, Rule
from evalspec.rules.plan._axes import AXES, said
from evalspec.rules.plan._references import declared, references
from evalspec.rules.plan._words import (
    axis_meant,
    axis_vocabulary,
    interval_meant,
    interval_words,
    intervals,
    is_known_axis_word,
    metric_meant,
    metric_words,
    metrics,
)
from evalspec.terms import Severity

TESTS = ("mcnemar-exact", "mcnemar-midp", "delong", "none")


def text(plan: Plan) -> Iterator[Answer]:
    there = declared(plan)
    for reference in references(plan):
        known = there[reference.kind]
        if reference.name not in known:
            message = f"`{reference.name}` is not declared under {reference.kind}"
            meant = spelled(one) if (one := one_near(reference.name, known)) else ""
            yield Objection(
                path=reference.path, message=message, help=near(reference.name, sorted(known)),
                mend="" if reference.as_key else meant, mend_key=one if reference.as_key else "",
            )  # fmt: skip
    for k, summary in enumerate(plan.summaries):
        yield from _words(summary, ("summaries", k))
    for k, comparison in enumerate(plan.comparisons):
        yield from _interval(comparison.interval, ("comparisons", k, "interval", "method"))
        if comparison.test is not None and comparison.test not in TESTS:
            help = near(comparison.test, list(TESTS))
            mend = one_near(comparison.test, TESTS)
            message = f"`{comparison.test}` is no test"
            yield Objection(path=("comparisons", k, "test"), message=message, help=help, mend=mend)
        yield from _metric_of(plan, comparison.summary, comparison.metric, ("comparisons", k, "metric"))
    for k, gate in enumerate(plan.gates):
        for n, requirement in enumerate(gate.require):
            path = ("gates", k, "require", n, "metric")
            yield from _metric_of(plan, requirement.summary, requirement.metric, path)


def _words(summary: Summary, path: Path) -> Iterator[Answer]:
    for n, use in enumerate(summary.uses):
        here: Path = (*path, "metric") if len(summary.metric) == 1 else (*path, "metric", n)
        if use.word in metrics():
            yield from _parameters(use, here)
        else:
            help, mend = metric_meant(use.word), metric_words().mend(use.word)
            yield Objection(path=here, message=f"`{use.word}` is no metric", help=help, mend=mend)
    yield from _interval(summary.interval, (*path, "interval", "method"))
    for axis in AXES:
        word = said(summary, axis)
        if isinstance(word, str) and not is_known_axis_word(word):
            message = f"`{word}` is no word for how {axis} become one number"
            mend = axis_vocabulary().mend(word) if word != "weights" else ""
            yield Objection(path=(*path, axis), message=message, help=axis_meant(word), mend=mend)


def _interval(interval: Interval | None, path: Path) -> Iterator[Answer]:
    if interval is not None and interval.method not in intervals():
        help, mend = interval_meant(interval.method), interval_words().mend(interval.method)
        yield Objection(path=path, message=f"`{interval.method}` is no interval", help=help, mend=mend)


def _parameters(use: MetricUse, path: Path) -> Iterator[Answer]:
    due: tuple[str, ...] = metrics()[use.word].parameters
    given: Mapping[str, Any] = use.parameters
    for name in given:
        if name not in due:
            help = near(name, list(due)) if due else f"write `metric: {use.word}`"
            has = "it has " + ", ".join(f"`{d}`" for d in due) if due else "it has none"
            message = f"{use.word} has no parameter `{name}`: {has}"
            yield Objection(path=(*path, use.word, name), message=message, help=help)
    metric = metrics()[use.word]
    for name in due:
        if name not in given and name not in metric.optional:
            help = _written(metric)
            yield Objection(path=path, message=f"{use.word} needs its `{name}`: {help}", help=help)
        elif name in given and metric.misfit and (why := metric.misfit(name, given[name])):
            message = f"`{name}` of {use.word} is {_shown(given[name])}, and must be {why}"
            yield Objection(path=(*path, use.word, name), message=message, help=_written(metric))


def _written(metric: Any) -> str:
    """The metric with its parameters, as its first worked case has them."""
    told: Mapping[str, Any] = next((w.parameters for w in metric.worked if w.parameters), {})
    return f"write {{{metric.id}: {{{', '.join(f'{name}: {value}' for name, value in told.items())}}}}}"


def _shown(value: Any) -> str:
    return (
        f'the text "{value}"'
        if isinstance(value, str)
        else str(value).replace("True", "true").replace("False", "false")
    )


def _metric_of(plan: Plan, ident: str | None, metric: str | None, path: Path) -> Iterator[Answer]:
    """The metric that a comparison or a requirement picks from its summary."""
    for summary in plan.summaries:
        words = [str(use) for use in summary.uses]
        if summary.id == ident and metric is not None and metric not in words:
            meant = [str(use) for use in summary.uses if use.word == metric]
            help = f"say `{meant[0]}`" if meant else near(metric, words)
            yield Objection(path=path, message=f"`{metric}` is no metric of {ident}", help=help)


SUMMARY = "summaries:\n  - {id: found, role: primary, metric: METRIC, threshold: main, cohorts: AXIS}\n"


def found(metric: str = "sensitivity", axis: str = "pooled") -> str:
    """An example's summaries with one word changed."""
    return SUMMARY.replace("METRIC", metric).replace("AXIS", axis)


GATE = "gates: [{id: go, require: [{summary: WHAT, bound: estimate, at_least: 0.4}]}]\n"

RULE = Rule(
    code="PLAN105",
    name="unknown-name",
    severity=Severity.ERROR,
    summary="The plan names what it does not declare, or a metric, interval or axis word that does not exist.",
    why="A misspelt name would leave a number out, or take another one.",
    help="name what is declared",
    bad=(
        found().replace("threshold: main", "threshold: mian"),
        found().replace("threshold: main", "threshold: main, models: [m2]"),
        found(metric="recall"),
        found(metric="{f_beta: {bta: 2}}"),
        found(metric="{f_beta: {beta: 1e10}}"),
        found(metric="{f_beta: {beta: 0.3333}}"),
        found(metric="{ece: {bins: 10, closed: both}}").replace("threshold: main, ", ""),
        found(metric="{log_loss: {clip: 0.5}}").replace("threshold: main, ", ""),
        found(axis="micro"),
        found().replace("pooled}", "pooled, interval: {method: wilsn, level: 0.95}}"),
        Example(plan="sampling: {kind: case-control, fractions: {C: {positive: 1, negative: 1}}}"),
    ),
    good=(
        found(),
        found(metric="{f_beta: {beta: 2}}"),
        found(metric="log_loss").replace("threshold: main, ", ""),
        found(metric="{log_loss: {clip: none}}").replace("threshold: main, ", ""),
        found(metric="{ece: {bins: 10, closed: right}}").replace("threshold: main, ", ""),
    ),
    waivable=False,
    text=text,
)
