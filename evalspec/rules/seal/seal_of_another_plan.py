"""SEAL105: the sealed plan has another id."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="SEAL105",
    name="seal-of-another-plan",
    severity=Severity.ERROR,
    summary="The record beside the plan is that of another plan.",
    why=("A seal vouches for the plan whose id it names, and for no other."),
    help="put the plan beside its own ledger, or seal it under a file name of its own",
    bad=(Example(),),
    good=(Example(),),
    reader=True,
    later="the plan is bound, run or verified",
)
