"""A text with nothing in it."""

from evalspec.rules.base import Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN021",
    name="empty-text",
    severity=Severity.ERROR,
    summary="A text that must say something is empty.",
    why="An empty reason is no reason.",
    help="say it, or remove the key",
    bad=('plan: {id: two-hospitals, title: " ", question: How often, target: these-cohorts}',),
    good=("plan: {id: two-hospitals, title: Sepsis, question: How often, target: these-cohorts}",),
    reader=True,
)
