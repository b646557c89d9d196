"""DATA126: a cohort has fewer units than were planned."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.data._said import counted
from evalspec.rules.data._sizes import sizes
from evalspec.terms import Grade, Held, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    members = plan.cohorts.members if plan.cohorts else {}
    planned = {name: c.planned.units for name, c in members.items() if c.planned and c.planned.units is not None}
    if not planned:
        yield NotApplicable("the plan plans no number of units")
        return
    assert plan.data.predictions
    if plan.data.predictions.held is Held.BY_COHORT:
        yield Undecided("the rows of the other sites, which stay there")
        return
    there = sizes(blinded)
    for name, hoped in planned.items():
        units = there.get(name, 0)
        if units < hoped:
            message = f"cohort `{name}` has {counted(units, 'unit')}, {hoped - units} fewer than the {hoped} planned"
            yield Objection(path=("cohorts", "members", name, "planned", "units"), message=message)
    yield Evidence(Grade.PROVED, f"{counted(len(planned), 'cohort')} reached the planned size")


RULE = Rule(
    code="DATA126",
    name="planned-size-missed",
    severity=Severity.NOTE,
    summary="A cohort has fewer units than were planned.",
    why="What was planned decides how narrow an interval can be; with fewer units it will be wider than was hoped for.",
    help="nothing need change; say in the report why the size was missed",
    source="Riley et al. 2021, Stat Med 40:4230",
    needs=("predictions",),
    bad=("cohorts: {column: cohort, members: {A: {planned: {units: 7}}, B: {}}}",),
    good=(
        "cohorts: {column: cohort, members: {A: {planned: {units: 6}}, B: {}}}",
        Example(plan="cohorts: {column: cohort, members: {A: {planned: {prevalence: 0.5}}, B: {}}}"),
    ),
    grade=Grade.PROVED,
    files=files,
)
