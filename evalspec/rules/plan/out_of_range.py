"""A number or a list outside its limits."""

from evalspec.rules.base import Rule
from evalspec.terms import Severity

RULE = Rule(
    code="PLAN018",
    name="out-of-range",
    severity=Severity.ERROR,
    summary="A number is outside its range, or a list too short or too long.",
    why="A level of 95 or a share of 1.2 has no meaning.",
    help="write a value within the range",
    bad=(
        "plan:\n  id: two-hospitals\n  title: Sepsis\n  question: How often?\n  target: these-cohorts\n  version: 0\n",
        "summaries: []",
    ),
    good=(
        "plan:\n  id: two-hospitals\n  title: Sepsis\n  question: How often?\n  target: these-cohorts\n  version: 1\n",
    ),
    reader=True,
)
