"""LEAK103: one person stands on both sides under two ids. Without columns that tell persons apart it can't be seen."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Rule, Undecided
from evalspec.terms import Grade, Severity


def text(plan: Plan) -> Iterator[Answer]:
    if plan.units is None:
        yield NotApplicable("the plan has no units")
    elif not plan.units.match_on:
        yield Undecided("units.match_on, columns that tell persons apart: copies of a record under a new id can't be seen from ids")
    else:
        columns = ", ".join(plan.units.match_on)
        yield Evidence(Grade.MATCHED, f"by {columns}; what they can't tell apart, declared-duplicates can't see")


_UNITS = "units: {id: subject_id, id_scope: study, match_on: [born]}\n"
_HEAD = "subject_id,cohort,score,born\n"

RULE = Rule(
    code="LEAK103",
    name="duplicate-units",
    severity=Severity.ERROR,
    summary="One person, or one record, stands on the training and on the evaluation side under two ids.",
    why="A copy of a training record is recognised, not predicted; ids alone can't show a copy under a new id.",
    help="declare `units.match_on`, and give one person one id",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L1.4",
    bad=(Example(plan=_UNITS, files={"predictions.csv": _HEAD + "s01,A,0.9,1950-01-01\ns07,B,0.8,1950-01-01\n"}),),
    good=(Example(plan=_UNITS, files={"predictions.csv": _HEAD + "s01,A,0.9,1950-01-01\ns07,B,0.8,1951-01-01\n"}),),
    text=text,
)
