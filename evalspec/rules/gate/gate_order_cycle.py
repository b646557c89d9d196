"""GATE109: gates wait for each other."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.gate._requirements import no_gate
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    yield from no_gate(plan)
    after = {g.id: g.after for g in plan.gates}
    if plan.gates and not any(after.values()):
        yield NotApplicable("no gate is `after` another")
    told: set[str] = set()
    for k, gate in enumerate(plan.gates):
        cycle = _cycle(gate.id, after)
        if cycle and not told & set(cycle):
            told |= set(cycle)
            if len(cycle) == 1:
                message = f"gate `{gate.id}` waits for itself"
            else:
                message = "gates wait for each other: " + " after ".join(f"`{name}`" for name in (*cycle, cycle[0]))
            yield Objection(path=("gates", k, "after"), message=message)


def _cycle(start: str, after: dict[str, str | None]) -> list[str]:
    """The gates from ``start`` back to it; empty where the chain ends, or turns without it."""
    seen = [start]
    while (before := after.get(seen[-1])) is not None and before not in seen:
        seen.append(before)
    return seen if before == start else []


def _plan(first: str) -> str:
    require = "require: [{summary: found, bound: lower, at_least: 0.8}]"
    return f"gates: [{{id: safe, {require}{first}}}, {{id: useful, {require}, after: safe}}]"


RULE = Rule(
    code="GATE109",
    name="gate-order-cycle",
    severity=Severity.ERROR,
    summary="Gates wait for each other.",
    why="A gate is tested when the one before it is met; in a circle none is ever tested.",
    help="take one `after` out, so that one gate is tested first",
    source="Maurer, Hothorn & Lehmacher 1995, Multiple comparisons in drug clinical trials (fixed sequence)",
    bad=(_plan(", after: useful"), _plan(", after: safe")),
    good=(_plan(""),),
    text=text,
)
