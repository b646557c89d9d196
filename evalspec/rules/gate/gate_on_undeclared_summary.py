"""GATE100: a gate judges a number that the plan does not declare."""

from collections.abc import Iterator

from evalspec.plan.load import near
from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Objection, Rule
from evalspec.rules.gate._requirements import example, no_gate, requirements
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    yield from no_gate(plan)
    there = {"summary": [s.id for s in plan.summaries], "comparison": [c.id for c in plan.comparisons]}
    for path, gate, requirement in requirements(plan):
        named = {kind: getattr(requirement, kind) for kind in there if getattr(requirement, kind) is not None}
        if not named:
            yield Objection(
                path=path, message=f"a requirement of gate `{gate.id}` names neither a summary nor a comparison"
            )
        for kind, name in named.items():
            if name not in there[kind]:
                message = f"gate `{gate.id}` judges `{name}`, which the plan does not declare"
                yield Objection(path=(*path, kind), message=message, help=near(name, sorted(there[kind])))


RULE = Rule(
    code="GATE100",
    name="gate-on-undeclared-summary",
    severity=Severity.ERROR,
    summary="A gate judges a number that the plan does not declare.",
    why="Only declared numbers are computed; a decision on any other could be made up after the results are seen.",
    help="name one of the plan's summaries or comparisons, or declare the number that is meant",
    source="ICH E9 1998, Statistical Principles for Clinical Trials, section 5.1",
    bad=(
        example("summary: fuond, bound: lower, at_least: 0.8"),
        example("bound: lower, at_least: 0.8"),
    ),
    good=(example("summary: found, bound: lower, at_least: 0.8"),),
    instead_of=("unknown-name",),
    text=text,
)
