"""PLAN156: a number follows from what errors cost, and which costs is not said."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.design import Costs
from evalspec.records import Path
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._words import needs_costs
from evalspec.rules.stat._costs import calibrated, example
from evalspec.terms import Severity, ThresholdSource

Asked = tuple[Path, str, str | None]
"""Where a number from costs is declared, what it is, and the set of costs that it names."""


def text(plan: Plan) -> Iterator[Answer]:
    asked = list(_asked(plan))
    if not asked:
        yield NotApplicable("no number follows from costs")
    sets = () if plan.costs is None or isinstance(plan.costs, Costs) else tuple(plan.costs)
    for path, what, named in asked:
        if plan.costs is None:
            yield Objection(path=path, message=f"{what} follows from what errors cost, and `costs` is not declared")
        elif len(sets) > 1 and named is None:
            help = f"say `costs: {sets[0]}`, or another of {', '.join(sets)}"
            message = f"{what} follows from what errors cost, and which of {len(sets)} sets of costs is not said"
            yield Objection(path=path, message=message, help=help)


def _asked(plan: Plan) -> Iterator[Asked]:
    for name, t in plan.thresholds.items():
        if t.source is ThresholdSource.COST or (t.rule is not None and t.rule.min is not None):
            yield ("thresholds", name), name, t.costs
    for k, s in enumerate(plan.summaries):
        words = [u.word for u in s.uses if needs_costs(u.word)]
        if words:
            yield ("summaries", k), f"{s.id}: {words[0]}", s.costs
    costs_of = {s.id: s.costs for s in plan.summaries}
    for k, c in enumerate(plan.comparisons):
        if c.measure == "crossover-prevalence":
            yield ("comparisons", k), f"{c.id}: where costs cross", c.costs or costs_of.get(c.summary)
    for k, curve in enumerate(plan.curves):
        if curve.kind == "expected-cost":
            yield ("curves", k), f"{curve.id}: a curve of expected cost", curve.costs


GOOD = example(calibrated("screening"))
_PAYER = "payer: {false_negative: 10, false_positive: 1, unit: EUR}"
_SETS = f"{{{_PAYER}, patient: {{false_negative: 3, false_positive: 1, unit: days}}}}"
_ONE = "costs: {false_negative: 10, false_positive: 1, unit: EUR}\n"
_FIXED = "thresholds: {main: {source: prespecified, value: 0.5, positive_when: score >= threshold}}\n"


def _named(threshold: str = ", costs: payer", summary: str = ", costs: patient") -> str:
    """Two sets of costs, and which of them a threshold and a summary name."""
    return (
        GOOD.replace(_ONE, f"costs: {_SETS}\n")
        .replace("source: cost,", f"source: cost{threshold},")
        .replace("population: screening}]", f"population: screening{summary}}}]")
    )


RULE = Rule(
    code="PLAN156",
    name="costs-unsaid",
    severity=Severity.ERROR,
    summary="A metric, threshold or curve follows from what errors cost, and no costs are declared, or not which of several.",
    why="A missed case that costs ten false alarms and one that costs two give other numbers, and another best cut-off.",
    help="declare `costs: {false_negative: …, false_positive: …, unit: …}`",
    source="Elkan 2001, IJCAI, 'The foundations of cost-sensitive learning'",
    bad=(
        example("").replace(_ONE, "").split("thresholds:")[0]
        + _FIXED
        + "summaries: [{id: s, role: primary, metric: expected_cost, threshold: main, cohorts: pooled}]\n",
        _named(summary=""),
        _named(threshold=""),
    ),
    good=(GOOD, _named()),
    waivable=False,
    text=text,
)
