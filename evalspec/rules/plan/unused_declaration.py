"""Something is declared, and no number uses it."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.design import Costs
from evalspec.rules.base import Answer, Objection, Rule
from evalspec.rules.plan._references import declared, references
from evalspec.rules.plan._words import needs_costs
from evalspec.terms import Severity, ThresholdSource

KINDS = ("models", "thresholds", "populations", "costs", "subgroups")


def text(plan: Plan) -> Iterator[Answer]:
    used = {(r.kind, r.name) for r in references(plan) if r.path[0] != r.kind and not _a_value(r.path)}
    if any(s.models is None for s in plan.summaries):
        used |= {("models", name) for name in plan.models}
    there = declared(plan)
    for kind in KINDS:
        for name in there[kind]:
            if (kind, name) not in used:
                yield Objection(path=(kind, name), message=f"{name} is declared under {kind}, and nothing uses it")
    if isinstance(plan.costs, Costs) and not _counts_costs(plan):
        yield Objection(path=("costs",), message="costs are declared, and no metric, threshold or curve uses them")


def _a_value(path: tuple[str | int, ...]) -> bool:
    """A threshold's value for a model is no use of the model."""
    return path[0] == "thresholds" and "value" in path


def _counts_costs(plan: Plan) -> bool:
    metrics = any(needs_costs(use.word) for s in plan.summaries for use in s.uses)
    curves = any(c.kind == "expected-cost" for c in plan.curves)
    sources = any(
        t.source is ThresholdSource.COST or (t.rule is not None and t.rule.min is not None)
        for t in plan.thresholds.values()
    )
    crossover = any(c.measure == "crossover-prevalence" for c in plan.comparisons)
    return metrics or curves or sources or crossover


RULE = Rule(
    code="PLAN106",
    name="unused-declaration",
    severity=Severity.WARNING,
    summary="A model, threshold, population, set of costs or subgroup is declared, and no number uses it.",
    why="A number may have been forgotten; or the declaration is a leftover that misleads its readers.",
    help="use it in a summary, or remove it",
    bad=(
        "thresholds:\n"
        "  main: {source: prespecified, value: 0.5, positive_when: score >= threshold}\n"
        "  strict: {source: prespecified, value: 0.9, positive_when: score >= threshold}\n",
        "costs: {false_negative: 10, false_positive: 1, unit: EUR}",
    ),
    good=("thresholds: {main: {source: prespecified, value: 0.5, positive_when: score >= threshold}}",),
    text=text,
)
