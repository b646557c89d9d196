"""GATE108: a gate judges the worst member's value."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Objection, Rule
from evalspec.rules.gate._requirements import example, no_gate, on_summaries
from evalspec.rules.plan._axes import word
from evalspec.rules.stat._fit import takes_no_interval
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    yield from no_gate(plan)
    for path, gate, _, summary in on_summaries(plan):
        for axis in takes_no_interval(summary)[:1]:
            message = f"gate `{gate.id}` judges `{summary.id}`, the `{word(summary, axis)}` of its {axis}"
            yield Objection(path=(*path, "summary"), message=message)


RULE = Rule(
    code="GATE108",
    name="gate-on-worst",
    severity=Severity.ERROR,
    summary="A gate judges the worst member's value.",
    why=(
        "The lowest of several estimates lies below the lowest true value more often than not, the more so the smaller "
        "the members, and it has no interval. A limit that every member must reach says the same and can be bounded."
    ),
    help="declare the metric with `cohorts: each` and an interval, and require it of `every: cohort`",
    source="Efron 2011, JASA 106:1602 (selection bias of extremes)",
    bad=(example("summary: found, bound: estimate, at_least: 0.8", axis="worst, minimum_defined: 2", interval=""),),
    good=(example("summary: found, bound: lower, at_least: 0.8, every: cohort", axis="each"),),
    text=text,
)
