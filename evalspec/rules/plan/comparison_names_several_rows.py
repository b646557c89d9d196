"""PLAN137: a comparison leaves open which two numbers it compares."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Comparison
from evalspec.plan.model.summary import Summary
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import word
from evalspec.rules.plan._words import models_of
from evalspec.terms import Severity

_SIDES = ("models", "thresholds", "subgroups")


def text(plan: Plan) -> Iterator[Answer]:
    if not plan.comparisons:
        yield NotApplicable("the plan declares no comparison")
    summaries = {s.id: s for s in plan.summaries}
    for k, comparison in enumerate(plan.comparisons):
        sides = [side for side in _SIDES if getattr(comparison, side) is not None]
        if len(sides) != 1:
            given = " and ".join(f"`{s}`" for s in sides) if sides else "neither models, thresholds nor subgroups"
            message = f"comparison `{comparison.id}` names {given}, where one pair is due"
            yield Objection(path=("comparisons", k), message=message, help=_PAIR)
        elif comparison.summary in summaries:
            several = list(_several(plan, comparison, summaries[comparison.summary], sides[0]))
            if several:
                message = (
                    f"comparison `{comparison.id}`: `{comparison.summary}` has {' of '.join(w for w, _ in several)}"
                )
                yield Objection(
                    path=("comparisons", k, "summary"), message=message, help="; ".join(h for _, h in several)
                )


def names_one_pair(plan: Plan, comparison: Comparison) -> bool:
    """Whether it is said which two numbers are compared."""
    summary = next((s for s in plan.summaries if s.id == comparison.summary), None)
    sides = [side for side in _SIDES if getattr(comparison, side) is not None]
    return summary is not None and len(sides) == 1 and not list(_several(plan, comparison, summary, sides[0]))


def _several(plan: Plan, comparison: Comparison, summary: Summary, side: str) -> Iterator[tuple[str, str]]:
    """What each side has more than one of, and what would leave one."""
    if len(summary.uses) > 1 and comparison.metric is None:
        yield f"{len(summary.uses)} metrics", "say `metric`"
    models = models_of(plan, summary)
    if side != "models" and len(models) > 1:
        yield f"{len(models)} models", f"compare a summary of one: `models: [{models[0]}]`"
    groups = subgroups(plan, summary)
    if side != "subgroups" and groups > 1:
        yield f"{groups} subgroups", "compare a summary of one of them"
    for name in (side == "subgroups" and comparison.subgroups) or ():
        levels = getattr(plan.subgroups.get(name), "levels", None) or {}
        if levels:
            yield f"{len(levels)} subgroups in `{name}`", "compare subgroups that say `where`: a family has several"
    for axis in ("classes", "folds", "repeats"):
        if word(summary, axis) == "each":
            yield f"a row for each of its {axis}", f"compare a summary that combines {axis}"


def subgroups(plan: Plan, summary: Summary) -> int:
    """How many there are, each level of a family counted."""
    there = [plan.subgroups[name] for name in summary.subgroup or () if name in plan.subgroups]
    return sum(len(s.levels) if s.levels else 1 for s in there)


_PAIR = "say `models: [new, old]`, or `thresholds:` or `subgroups:` of two names"
_MODELS = (
    "models:\n  new: {score: score, scale: probability, direction: higher-is-positive}\n"
    "  old: {score: score, scale: probability, direction: higher-is-positive}\n"
)
_STRICT = (
    "thresholds:\n  main: {source: prespecified, value: 0.5, positive_when: score >= threshold}\n"
    "  strict: {source: prespecified, value: 0.9, positive_when: score >= threshold}\n"
)


def gain(comparison: str, metric: str = "sensitivity") -> str:
    """An example with a comparison of two models' scores in one long table."""
    return (
        "data: {predictions: {path: long.csv, layout: long, arrives: after-seal}, outcomes: outcomes.csv}\n"
        + _MODELS
        + f"summaries: [{{id: found, role: primary, metric: {metric}, threshold: main, cohorts: pooled}}]\n"
        + "multiplicity: {method: all-required, why: both must hold}\n"
        + f"comparisons: [{{id: gain, role: secondary, summary: found, {comparison}}}]\n"
    )


RULE = Rule(
    code="PLAN137",
    name="comparison-names-several-rows",
    severity=Severity.ERROR,
    summary="A comparison leaves open which two numbers it compares.",
    why="First minus second is one number where each side is one; of several, the better looking could be shown.",
    help="name one pair, and one metric of the summary",
    source="ICH E9 1998, Statistical Principles for Clinical Trials, section 5.1",
    bad=(
        gain("models: [new, old]", "[sensitivity, specificity]"),
        gain("measure: difference"),
        gain("models: [new, old], thresholds: [main, strict]") + _STRICT,
        gain("thresholds: [main, strict]") + _STRICT,
    ),
    good=(
        gain("models: [new, old]"),
        gain("models: [new, old], metric: specificity", "[sensitivity, specificity]"),
    ),
    text=text,
)
