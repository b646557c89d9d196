"""An anchor, an alias or a merge."""

from evalspec.rules.base import Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN008",
    name="anchor-or-alias",
    severity=Severity.ERROR,
    summary="The plan uses an anchor, an alias or a merge key.",
    why="A plan reads as it stands: a reviewer of one section must not need another to know what it says.",
    help="write the value out",
    bad=(
        "units: &u {id: subject_id, id_scope: study}",
        "units: {<<: {id: subject_id}, id_scope: study}",
    ),
    good=('plan: {id: two-hospitals, title: "*sepsis", question: How often, target: these-cohorts}',),
    reader=True,
)
