"""SEAL104: the text differs from the sealed one in layout or comments only."""

from evalspec.rules.base import Example, Rule
from evalspec.terms import Severity

RULE = Rule(
    code="SEAL104",
    name="bytes-differ",
    severity=Severity.NOTE,
    summary="The plan's text was changed since the seal, and means the same.",
    why=("Comments and layout carry no number; that they changed is said, so that nobody wonders about the digest."),
    help="nothing to do; restore the sealed text if the digest of the file has to match",
    bad=(Example(),),
    good=(Example(),),
    reader=True,
    later="the plan is run or verified",
)
