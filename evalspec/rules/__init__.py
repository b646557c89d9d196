"""What is objected to, one rule a file. From here a project's own rules take what they are made of."""

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.terms import Grade, Severity

__all__ = [
    "Answer",
    "Blinded",
    "Evidence",
    "Example",
    "Grade",
    "NotApplicable",
    "Objection",
    "Plan",
    "Rule",
    "Severity",
    "Undecided",
]
