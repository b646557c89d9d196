"""GATE104: a gate decides on an exploratory number."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Objection, Rule
from evalspec.rules.gate._requirements import example, no_gate, on_summaries, requirements
from evalspec.terms import Role, Severity


def text(plan: Plan) -> Iterator[Answer]:
    yield from no_gate(plan)
    for path, gate, _, summary in on_summaries(plan):
        if summary.role is Role.EXPLORATORY:
            yield Objection(
                path=(*path, "summary"), message=f"gate `{gate.id}` decides on `{summary.id}`, which is exploratory"
            )
    exploratory = {c.id for c in plan.comparisons if c.role is Role.EXPLORATORY}
    for path, gate, requirement in requirements(plan):
        if requirement.comparison in exploratory:
            message = f"gate `{gate.id}` decides on `{requirement.comparison}`, which is exploratory"
            yield Objection(path=(*path, "comparison"), message=message)


RULE = Rule(
    code="GATE104",
    name="gate-on-exploratory",
    severity=Severity.ERROR,
    summary="A gate decides on an exploratory number.",
    why="Exploratory says that nothing is claimed from it; a decision is a claim.",
    help="give the summary the role it has, `primary` or `secondary`, or take it out of the gate",
    source="ICH E9 1998, Statistical Principles for Clinical Trials, section 2.1.3",
    bad=(example("summary: found, bound: lower, at_least: 0.8", role="exploratory"),),
    good=(example("summary: found, bound: lower, at_least: 0.8"),),
    text=text,
)
