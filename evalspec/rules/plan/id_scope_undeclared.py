"""Whether one id in two cohorts is one unit is not said."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    if plan.units is None:
        yield NotApplicable("the plan declares no units")
    elif plan.cohorts is None or len(plan.cohorts.members) < 2:
        yield NotApplicable("with one cohort an id can't mean two units")
    elif plan.units.id_scope is None:
        number = len(plan.cohorts.members)
        yield Objection(path=("units",), message=f"`id_scope` is not said, and there are {number} cohorts")


RULE = Rule(
    code="PLAN111",
    name="id-scope-undeclared",
    severity=Severity.ERROR,
    summary="With two or more cohorts, the plan does not say whether an id means one unit in all of them.",
    why="Patient 17 of two hospitals may be one person or two: joins, duplicates and leakage are judged by it.",
    help="say `id_scope: study` if an id means one unit everywhere, `id_scope: cohort` if only inside its cohort",
    bad=("units: {id: subject_id}",),
    good=("units: {id: subject_id, id_scope: study}",),
    text=text,
)
