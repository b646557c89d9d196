"""GATE107: a requirement names several numbers, and not which of them."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Requirement
from evalspec.plan.model.summary import Summary
from evalspec.rules.base import Answer, Example, Objection, Rule
from evalspec.rules.gate._requirements import example, metrics_of, no_gate, on_summaries
from evalspec.rules.plan._axes import classes_of, evaluated, word
from evalspec.rules.plan._words import models_of
from evalspec.rules.plan.comparison_names_several_rows import subgroups
from evalspec.rules.stat._examples import MULTICLASS, with_columns
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
    for every, what, number in _kept(plan, summary):
        if number > 1 and requirement.every != every:
            rest = "of one of them" if every == "subgroup" else "that combines them"
            say = f"say `every: {every}`, or take" if requirement.every is None and every else "take"
            yield (
                f"{number} {what}" if every else f"a row for each of its {what}",
                f"{say} a summary {rest}",
            )


def _kept(plan: Plan, summary: Summary) -> Iterator[tuple[str, str, int]]:
    """Of what the summary has a row each: the word for `every`, what they are, and how many; folds are not known here."""
    if word(summary, "cohorts") == "each":
        yield "cohort", "cohorts", len(evaluated(plan))
    if word(summary, "classes") == "each":
        yield "class", "labels" if plan.outcome.labels else "classes", len(classes_of(plan))
    yield "subgroup", "subgroups", subgroups(plan, summary)
    for axis in ("folds", "repeats"):
        if word(summary, axis) == "each":
            yield "", axis, 2


SEX = "\nsubgroups: {sex: {by: group, levels: {women: [F], men: [M]}}}\n"
REPEATS = "design: {kind: external, repeat: round}\n"


def apart(axis: str, every: str = "", head: str = MULTICLASS, threshold: str = "") -> Example:
    """A summary with a row for each member of an axis, and a gate on it."""
    demand = f"summary: found, bound: estimate, at_least: 0.8{every}"
    said = f"summaries: [{{id: found, role: primary, metric: sensitivity, cohorts: pooled, {axis}: each{threshold}}}]\n"
    return with_columns(f"{head}{said}gates: [{{id: go, require: [{{{demand}}}]}}]\n")


RULE = Rule(
    code="GATE107",
    name="gate-matches-several-rows",
    severity=Severity.ERROR,
    summary="A requirement names several numbers, and not which of them.",
    why="A gate that is met by one number and not by another has no verdict until somebody picks.",
    help="say `metric`, `model` or `every`, so that one number is left, or one a member",
    source="ICH E9 1998, Statistical Principles for Clinical Trials, section 5.1",
    bad=(
        example("summary: found, bound: lower, at_least: 0.8", metric="[sensitivity, npv]"),
        example("summary: found, bound: lower, at_least: 0.8", axis="each"),
        with_columns(example("summary: found, bound: lower, at_least: 0.8", axis="pooled, subgroup: sex") + SEX),
        with_columns(
            example("summary: found, bound: lower, at_least: 0.8, every: subgroup", axis="each, subgroup: sex") + SEX
        ),
        apart("classes"),
        apart("repeats", head=REPEATS, threshold=", threshold: main"),
    ),
    good=(
        example("summary: found, metric: npv, bound: lower, at_least: 0.8", metric="[sensitivity, npv]"),
        example("summary: found, bound: lower, at_least: 0.8, every: cohort", axis="each"),
        with_columns(
            example("summary: found, bound: lower, at_least: 0.8, every: subgroup", axis="pooled, subgroup: sex") + SEX
        ),
        apart("classes", ", every: class"),
    ),
    text=text,
)
