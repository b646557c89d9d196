"""A YAML tag."""

from evalspec.rules.base import Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN009",
    name="explicit-tag",
    severity=Severity.ERROR,
    summary="The plan uses a YAML tag.",
    why="A tag makes another kind of value out of the same text.",
    help="remove the tag",
    bad=(
        "units: {id: !!str subject_id, id_scope: study}",
        "units: !!python/name:os.system {id: subject_id}",
    ),
    good=('plan: {id: two-hospitals, title: "!sepsis", question: How often, target: these-cohorts}',),
    reader=True,
)
