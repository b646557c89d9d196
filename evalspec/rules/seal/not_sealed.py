"""SEAL100: a run or a binding of a plan that no ledger records."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="SEAL100",
    name="not-sealed",
    severity=Severity.ERROR,
    summary="The plan is not on the record.",
    why=("A plan that can still change promises nothing: its numbers could have been chosen after they were seen."),
    help="seal it first: `evalspec seal PLAN`",
    source="Chan et al. 2013, BMJ 346:e7586 (SPIRIT 2013)",
    bad=(Example(),),
    good=(Example(),),
    reader=True,
    later="the plan is bound or run",
)
