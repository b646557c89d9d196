"""SEAL103: the canonical meaning of the plan is not the sealed one."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="SEAL103",
    name="plan-differs-from-seal",
    severity=Severity.ERROR,
    summary="The plan means something else than what was sealed.",
    why=("What is computed would not be what was promised."),
    help="restore the sealed text, or seal what stands there now as a new plan",
    source="Chan et al. 2013, BMJ 346:e7586 (SPIRIT 2013)",
    bad=(Example(),),
    good=(Example(),),
    reader=True,
    later="the plan is bound, run or verified",
)
