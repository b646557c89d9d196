"""SEAL101: a run while an input declared `arrives: after-seal` has no digest on the record."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="SEAL101",
    name="late-file-never-bound",
    severity=Severity.ERROR,
    summary="An input that the seal awaited was never put on the record.",
    why=("Its digest would be unknown: nobody could say later which scores the outcomes were opened for."),
    help="`evalspec bind PLAN` records it, before any outcome is opened",
    bad=(Example(),),
    good=(Example(),),
    reader=True,
    later="the plan is run",
)
