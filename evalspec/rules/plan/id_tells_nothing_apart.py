"""PLAN155: the id itself is named where a column that joins several ids is due."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Example, NotApplicable, Objection, Rule
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    if plan.units is None or (plan.units.cluster is None and not plan.units.match_on):
        yield NotApplicable("the plan names no cluster and no columns that tell persons apart")
        return
    if plan.units.cluster == plan.units.id:
        message = f"the cluster is `{plan.units.id}`, the id itself: each unit would be a cluster of its own"
        yield Objection(path=("units", "cluster"), message=message)
    for i, column in enumerate(plan.units.match_on):
        if column == plan.units.id:
            message = f"`{column}` is the id itself: by it nobody is found under two ids"
            yield Objection(path=("units", "match_on", i), message=message)


_PREDICTIONS = "subject_id,cohort,score,patient\n" + "".join(
    f"s{k:02},{'A' if k < 7 else 'B'},0.{k + 10},p{k}\n" for k in range(1, 13)
)

RULE = Rule(
    code="PLAN155",
    name="id-tells-nothing-apart",
    severity=Severity.ERROR,
    summary="The id itself is named as the cluster, or as what finds one person under two ids.",
    why="Rules that look for persons on both sides would look at ids again, find nothing, and call that a proof.",
    help="name the column that several units share (a patient, a family), or leave the key out",
    bad=("units: {id: subject_id, id_scope: study, match_on: [subject_id]}",),
    good=(
        Example(
            plan="units: {id: subject_id, id_scope: study, match_on: [patient]}",
            files={"predictions.csv": _PREDICTIONS},
        ),
    ),
    text=text,
)
