"""SEAL106: `plan.version` is lower than that of the seal."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="SEAL106",
    name="older-version-than-seal",
    severity=Severity.ERROR,
    summary="The plan is an older version than the sealed one.",
    why=("Going back to an earlier promise after a later one was sealed is a choice between promises."),
    help="take the sealed version; or seal a new plan that says why",
    bad=(Example(),),
    good=(Example(),),
    reader=True,
    later="the plan is bound or run",
)
