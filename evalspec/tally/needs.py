"""Which integers the declared numbers need: nothing else is tallied."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import evalspec.metrics
from evalspec.catalogue import collect
from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary
from evalspec.terms import CohortRole

ALL = "all"
"""The one cohort of a plan without cohorts."""


@cache
def metrics() -> dict[str, Any]:
    """Every metric, by id."""
    return collect(evalspec.metrics, "METRIC", "id")


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """``decisions``: (threshold, model) pairs, threshold "" for calls and for metrics that need no decision.

    ``each`` and ``pooled``: models whose scores are ranked within each cohort, and over all cohorts put together.
    """

    decisions: tuple[tuple[str, str], ...]
    each: tuple[str, ...]
    pooled: tuple[str, ...]


def cohorts_of(plan: Plan) -> tuple[str, ...]:
    """The evaluation cohorts, in the plan's order."""
    if plan.cohorts is None:
        return (ALL,)
    return tuple(k for k, c in plan.cohorts.members.items() if c.role is CohortRole.EVALUATION)


def models_of(plan: Plan, summary: Summary) -> tuple[str, ...]:
    """The models of a summary, in the plan's order where it names none."""
    return summary.models or tuple(plan.models)


def decision_of(plan: Plan, summary: Summary, model: str) -> str:
    """The threshold that makes a model's calls; "" where its calls are given or no decision is needed."""
    return summary.threshold or ""


def is_pooled(summary: Summary, n_cohorts: int) -> bool:
    """Whether all cohorts are put together at once."""
    return summary.cohorts == "pooled" or (summary.cohorts is None and n_cohorts < 2)


def needs(plan: Plan) -> Needs:
    """What the plan's summaries need, each thing once, in the order it is first declared."""
    decisions: dict[tuple[str, str], None] = {}
    each: dict[str, None] = {}
    pooled: dict[str, None] = {}
    n_cohorts = len(cohorts_of(plan))
    for summary in plan.summaries:
        for use in summary.uses:
            for model in models_of(plan, summary):
                if not metrics()[use.word].needs_scores:
                    decisions[decision_of(plan, summary, model), model] = None
                elif is_pooled(summary, n_cohorts) and n_cohorts > 1:
                    pooled[model] = None
                else:
                    each[model] = None
                if metrics()[use.word].needs_scores and is_pooled(summary, n_cohorts):
                    each[model] = None  # the companion table shows each cohort beside the pooled value
    return Needs(decisions=tuple(decisions), each=tuple(each), pooled=tuple(pooled))
