"""PLAN108: two cohorts' boundaries share a value."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Evidence, NotApplicable, Objection, Rule
from evalspec.rules.plan._cohorts import Bounded, bounded, in_both, one_in_the_other, overlaps, unit_told
from evalspec.rules.plan.boundary_holds_nobody import members
from evalspec.terms import Grade, Severity


def text(plan: Plan) -> Iterator[Answer]:
    there = bounded(plan)
    if len(there) < 2:
        yield NotApplicable("the plan does not tell cohorts apart by boundaries")
        return
    for one, other, unit in overlaps(there):
        yield Objection(
            path=("cohorts", "members", other.name, "where"),
            message=f"{unit_told(unit)} falls in both `{one.name}` and `{other.name}`",
        )
    open_ = _open(there)
    if open_:
        yield Evidence(Grade.ATTESTED, open_)
    else:
        yield Evidence(Grade.PROVED, "a column of each two cohorts keeps them apart")


def _open(there: list[Bounded]) -> str:
    """Why the text does not tell of all pairs; "" where it does. Whether there is such a unit, the files show."""
    for k, other in enumerate(there):
        for one in there[:k]:
            if not one_in_the_other(one, other) and (unit := in_both(one, other)) is not None:
                return (
                    f"the plan says that there is no such unit: {unit_told(unit)}, in `{one.name}` and `{other.name}`"
                )
    return ""


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
        members("{before: 61}"),
    ),
    good=(members("{before: 50}"), members('"40"', '["60", "61"]'), members("{before: 50}", '["60"]')),
    text=text,
)
