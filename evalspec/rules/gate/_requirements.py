"""Every requirement of a gate with its place and the summary it names."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Gate, Requirement
from evalspec.plan.model.summary import MetricUse, Summary
from evalspec.records import Path
from evalspec.rules.base import NotApplicable

LIMITS = ("at_least", "more_than", "at_most", "less_than")


def requirements(plan: Plan) -> Iterator[tuple[Path, Gate, Requirement]]:
    for k, gate in enumerate(plan.gates):
        for n, requirement in enumerate(gate.require):
            yield ("gates", k, "require", n), gate, requirement


def on_summaries(plan: Plan) -> Iterator[tuple[Path, Gate, Requirement, Summary]]:
    """The requirements on a summary that is declared."""
    declared = {s.id: s for s in plan.summaries}
    for path, gate, requirement in requirements(plan):
        if requirement.summary in declared:
            yield path, gate, requirement, declared[str(requirement.summary)]


def metrics_of(requirement: Requirement, summary: Summary) -> list[MetricUse]:
    """The summary's metrics that the requirement is about."""
    return [u for u in summary.uses if requirement.metric in (None, str(u))]


def no_gate(plan: Plan) -> Iterator[NotApplicable]:
    if not plan.gates:
        yield NotApplicable("the plan declares no gate")


EXAMPLE = (
    "summaries:\n"
    "  - {id: found, role: ROLE, metric: METRIC, threshold: main, cohorts: AXISINTERVAL}\n"
    "  - {id: spared, role: primary, metric: specificity, threshold: main, cohorts: pooled,"
    " interval: {method: wilson, level: 0.95}}\n"
    "gates: [{id: worth-a-trial, require: [{REQUIRE}]}]"
)


def example(
    require: str,
    *,
    metric: str = "sensitivity",
    role: str = "secondary",
    axis: str = "pooled",
    interval: str = "wilson",
) -> str:
    """Two summaries, and a gate with one requirement."""
    shown = f", interval: {{method: {interval}, level: 0.95}}" if interval else ""
    changes = {"ROLE": role, "METRIC": metric, "AXIS": axis, "INTERVAL": shown, "REQUIRE": require}
    text = EXAMPLE
    for word, value in changes.items():
        text = text.replace(word, value)
    return text
