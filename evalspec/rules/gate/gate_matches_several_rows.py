"""GATE107: a requirement names several numbers, and not which of them."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Requirement
from evalspec.plan.model.summary import Summary
from evalspec.rules.base import Answer, Objection, Rule
from evalspec.rules.gate._requirements import example, metrics_of, no_gate, on_summaries
from evalspec.rules.plan._axes import evaluated, word
from evalspec.rules.plan._words import models_of
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    yield from no_gate(plan)
    for path, gate, requirement, summary in on_summaries(plan):
        several = list(_several(plan, requirement, summary))
        if several:
            helps = "; ".join(help for _, help in several)
            message = f"gate `{gate.id}`: `{summary.id}` has {' of '.join(what for what, _ in several)}, not one number"
            yield Objection(path=(*path, "summary"), message=message, help=helps)


def _several(plan: Plan, requirement: Requirement, summary: Summary) -> Iterator[tuple[str, str]]:
    """What there is more than one of, and how to say which."""
    metrics, models = metrics_of(requirement, summary), models_of(plan, summary)
    if len(metrics) > 1:
        yield f"{len(metrics)} metrics", "say `metric`"
    if len(models) > 1 and requirement.model is None:
        yield f"{len(models)} models", "say `model`"
    if word(summary, "cohorts") == "each" and requirement.every != "cohort" and len(evaluated(plan)) > 1:
        yield f"{len(evaluated(plan))} cohorts", "say `every: cohort`, or take a summary that combines them"


RULE = Rule(
    code="GATE107",
    name="gate-matches-several-rows",
    severity=Severity.ERROR,
    summary="A requirement names several numbers, and not which of them.",
    why="A gate that is met by one number and not by another has no verdict until somebody picks.",
    help="say `metric`, `model` or `every: cohort`, so that one number is left, or one a member",
    source="ICH E9 1998, Statistical Principles for Clinical Trials, section 5.1",
    bad=(
        example("summary: found, bound: lower, at_least: 0.8", metric="[sensitivity, npv]"),
        example("summary: found, bound: lower, at_least: 0.8", axis="each"),
    ),
    good=(
        example("summary: found, metric: npv, bound: lower, at_least: 0.8", metric="[sensitivity, npv]"),
        example("summary: found, bound: lower, at_least: 0.8, every: cohort", axis="each"),
    ),
    text=text,
)
