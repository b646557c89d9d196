"""PLAN108: two cohorts' boundaries share a value."""

from collections.abc import Iterator, Mapping
from itertools import combinations

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._boundaries import boundaries, common
from evalspec.rules.plan.boundary_holds_nobody import members
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    there = [(path, name, where) for path, name, where in boundaries(plan) if path[0] == "cohorts"]
    if len(there) < 2:
        yield NotApplicable("the plan does not tell cohorts apart by boundaries")
    for (_, one, first), (path, other, second) in combinations(there, 2):
        both = shared(first, second)
        if both:
            told = " and ".join(f"`{column}` {value}" for column, value in both.items())
            yield Objection(path=path, message=f"{one} and {other} both hold a unit with {told}")


def shared(one: Mapping[str, object], other: Mapping[str, object]) -> dict[str, str]:
    """A value of each column of both that lies in both; none where they keep apart, or the text does not tell."""
    if not (set(one) <= set(other) or set(other) <= set(one)):
        return {}
    found = {column: common(one[column], other[column]) for column in one if column in other}
    told = {column: value for column, value in found.items() if value is not None}
    return told if len(told) == len(found) else {}


RULE = Rule(
    code="PLAN108",
    name="cohort-boundaries-overlap",
    severity=Severity.ERROR,
    summary="The boundaries of two cohorts share a value.",
    why="A unit with that value would be in two cohorts and count twice; that no such unit is there now is luck.",
    help="move a limit: `from` is inside, `before` outside, so that one cohort ends where the next begins",
    source="Collins et al. 2024, BMJ 385:e078378 (TRIPOD+AI), item 5",
    bad=(
        members("{before: 55}"),
        members("{before: 50}", '["45", "60"]'),
        members('["40", "70"]', '["60", "70"]'),
    ),
    good=(members("{before: 50}"), members('"40"', '["60", "61"]'), members("{before: 50}", '["60"]')),
    text=text,
)
