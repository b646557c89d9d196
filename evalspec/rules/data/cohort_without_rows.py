"""DATA108: a cohort of the plan has no row."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.data._sql import no_prediction_is_declared
from evalspec.terms import CohortRole, Grade, Held, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    if plan.cohorts is None:
        yield NotApplicable("the plan has no cohorts")
        return
    assert plan.data.predictions
    if plan.data.predictions.held is Held.BY_COHORT:
        yield Undecided("the rows of the other sites, which stay there")
        return
    said = {cohort for (cohort,) in blinded.ask("SELECT DISTINCT cohort FROM prediction")}
    if not no_prediction_is_declared(plan):  # units without predictions are another rule's
        said |= {cohort for (cohort,) in blinded.ask("SELECT DISTINCT cohort FROM unit WHERE source = 'units'")}
    for name, cohort in plan.cohorts.members.items():
        owed = cohort.expected is not None and cohort.expected.units > 0  # then its size differs: another rule's
        if cohort.role is CohortRole.EVALUATION and name not in said and not owed:
            message = f"cohort `{name}` has no row: it is reported empty, and its values are undefined"
            yield Objection(path=("cohorts", "members", name), message=message)
    yield Evidence(Grade.PROVED, "every evaluation cohort has rows")


RULE = Rule(
    code="DATA108",
    name="cohort-without-rows",
    severity=Severity.WARNING,
    summary="A cohort of the plan has no row in the files.",
    why=(
        "Its values are undefined, and a summary over the cohorts stands on one cohort fewer. That may be how the study "
        "went, or a name that is written in two ways."
    ),
    help="compare the cohort's name with those in the file; say `expected: {units: …}` to make it an error",
    needs=("predictions",),
    bad=(Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns02,A,0.4\n"}),),
    good=(Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.9\ns07,B,0.4\n"}),),
    grade=Grade.PROVED,
    files=files,
)
