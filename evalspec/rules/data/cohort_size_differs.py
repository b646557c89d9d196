"""DATA109: a cohort has another number of units than the plan expects."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.data._said import counted
from evalspec.rules.data._sizes import sizes
from evalspec.terms import Grade, Held, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    members = plan.cohorts.members if plan.cohorts else {}
    expected = {name: c.expected.units for name, c in members.items() if c.expected}
    if not expected:
        yield NotApplicable("the plan expects no number of units")
        return
    assert plan.data.predictions
    if plan.data.predictions.held is Held.BY_COHORT:
        yield Undecided("the rows of the other sites, which stay there")
        return
    there = sizes(blinded)
    for name, due in expected.items():
        units = there.get(name, 0)
        if units != due:
            message = f"cohort `{name}` has {counted(units, 'unit')} where the plan expects {due}"
            yield Objection(path=("cohorts", "members", name, "expected", "units"), message=message)
    yield Evidence(Grade.PROVED, f"the sizes of {counted(len(expected), 'cohort')} are as expected")


RULE = Rule(
    code="DATA109",
    name="cohort-size-differs",
    severity=Severity.ERROR,
    summary="A cohort has another number of units than the plan expects.",
    why=(
        "The expected size is what the study says of itself. Units that are missing, or too many, were lost or chosen "
        "somewhere between the study and this file."
    ),
    help="find the units that are missing or too many; correct `expected` only with a reason that knows no outcome",
    source="Bossuyt et al. 2015, BMJ 351:h5527 (STARD 2015), item 19",
    needs=("predictions",),
    bad=("cohorts: {column: cohort, members: {A: {expected: {units: 7}}, B: {expected: {units: 6}}}}",),
    good=("cohorts: {column: cohort, members: {A: {expected: {units: 6}}, B: {expected: {units: 6}}}}",),
    grade=Grade.PROVED,
    files=files,
)
