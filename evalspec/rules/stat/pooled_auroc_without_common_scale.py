"""STAT109: scores of different classes are ranked together without a common scale."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import MetricUse, Summary
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import why_not_there, word
from evalspec.rules.plan._words import models_of, ranks_units
from evalspec.rules.stat._examples import MULTILABEL, ranking, with_columns
from evalspec.rules.stat._fit import uses
from evalspec.terms import Scale, Severity


def text(plan: Plan) -> Iterator[Answer]:
    pooled = [(p, s, u) for p, s, u in uses(plan) if _ranks_classes_together(plan, s, u)]
    if not pooled:
        yield NotApplicable("no ranking pools the scores of several classes")
    for path, summary, use in pooled:
        bare = without_common_scale(plan, summary, use)
        if bare:
            message = f"{use} in `{summary.id}` ranks the scores of all classes together; those of `{bare[0]}` are no probabilities"
            yield Objection(path=(*path[:2], "classes"), message=message)


def without_common_scale(plan: Plan, summary: Summary, use: MetricUse) -> list[str]:
    """The models whose scores of several classes would be ranked together, and are no probabilities."""
    if not _ranks_classes_together(plan, summary, use):
        return []
    return [m for m in models_of(plan, summary) if plan.models[m].scale is not Scale.PROBABILITY]


def _ranks_classes_together(plan: Plan, summary: Summary, use: MetricUse) -> bool:
    ranked = ranks_units(use.word)
    return ranked and word(summary, "classes") == "pooled" and not why_not_there(plan, summary, "classes")


_MACRO = ", {id: m, role: secondary, metric: auroc, cohorts: pooled, classes: macro, minimum_defined: 2}]\n"
_POOLED = ranking(more=", classes: pooled", cohorts="pooled").replace("]\n", _MACRO)
_SCORES = MULTILABEL.replace("scale: probability", "scale: score")

RULE = Rule(
    code="STAT109",
    name="pooled-auroc-without-common-scale",
    severity=Severity.ERROR,
    summary="Scores of different classes are ranked together without a common scale.",
    why=(
        "Pooled over classes, a score of 2.1 for one class is ranked against 0.4 for another. Without a common scale "
        "the area compares the classifiers of the classes, not the units. An error: the number has no meaning then."
    ),
    help="say `classes: each` or `macro`; or give probabilities, and `scale: probability`",
    source="Hand & Till 2001, Mach Learn 45:171",
    bad=(with_columns(_SCORES + _POOLED), with_columns(_SCORES + ranking(more=", classes: pooled", cohorts="pooled"))),
    good=(
        with_columns(MULTILABEL + _POOLED),
        with_columns(_SCORES + ranking(more=", classes: macro, minimum_defined: 2", cohorts="pooled")),
    ),
    text=text,
)
