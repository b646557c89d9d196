"""Which summaries a threshold serves."""

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary
from evalspec.terms import Role


def summaries_at(plan: Plan, threshold: str) -> list[Summary]:
    """The summaries whose calls it makes."""
    return [s for s in plan.summaries if s.threshold == threshold]


def only_exploratory(plan: Plan, threshold: str) -> bool:
    """It serves at least one summary, and every one says that it is exploratory."""
    used = summaries_at(plan, threshold)
    return bool(used) and all(s.role is Role.EXPLORATORY for s in used)
