"""Scores are others than those on the record."""

from evalspec.rules.base import Rule
from evalspec.terms import Leakage, Severity

RULE = Rule(
    code="LEAK122",
    name="scores-changed-since-seal",
    severity=Severity.ERROR,
    leakage=Leakage.BLINDING,
    summary="The predictions are others than those whose digest is on the record.",
    why="Scores that change after the seal may have changed because of what was seen meanwhile; the plan promised the old ones.",
    help="restore the file that was sealed or bound; or seal a new plan that says why there are new scores",
    bad=("",),
    good=("",),
    reader=True,
    later="the plan is bound or run",
)
