"""How many fits the scores of a plan come from, and where they would be put together."""

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary
from evalspec.rules.plan._axes import evaluated, word
from evalspec.terms import DesignKind


def mixed_over(plan: Plan, summary: Summary) -> str:
    """The axis over which a pooled ranking of this summary would put scores of several fits together; "" if none."""
    if plan.design.repeat and word(summary, "repeats") == "pooled":
        return "repeats"
    kind = plan.design.kind
    if kind is DesignKind.LEAVE_ONE_COHORT_OUT:
        return "cohorts" if len(evaluated(plan)) >= 2 and word(summary, "cohorts") == "pooled" else ""
    if kind is DesignKind.CROSS_VALIDATION or plan.design.fold is not None:
        return "folds" if word(summary, "folds") == "pooled" else ""
    return ""


def pools_cohorts(plan: Plan, summary: Summary) -> bool:
    return len(evaluated(plan)) >= 2 and word(summary, "cohorts") == "pooled"


def draws_over_fits(plan: Plan, cohorts: str | None) -> bool:
    """Whether a figure over pooled cohorts would put scores of several fits together."""
    kind = plan.design.kind
    if kind is DesignKind.LEAVE_ONE_COHORT_OUT:
        return cohorts == "pooled" and len(evaluated(plan)) >= 2
    return kind is DesignKind.CROSS_VALIDATION
