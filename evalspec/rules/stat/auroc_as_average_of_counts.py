"""STAT107: AUROCs are to be weighted by counts of units."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import AXES, word
from evalspec.rules.plan._words import ranks_units
from evalspec.rules.stat._examples import ranking
from evalspec.rules.stat._fit import uses
from evalspec.terms import Severity

_BY_COUNT = ("by-size", "by-support")


def text(plan: Plan) -> Iterator[Answer]:
    ranked = [(p, s, u) for p, s, u in uses(plan) if ranks_units(u.word)]
    if not ranked:
        yield NotApplicable("the plan ranks no scores")
    elif plan.data.counts is not None:
        yield NotApplicable("a table of counts has no scores to rank: another rule's")
        return
    for path, summary, use in ranked:
        weighted = [a for a in AXES if word(summary, a) in _BY_COUNT]
        if weighted:
            message = f"{use} in `{summary.id}` weighs its {weighted[0]} `{word(summary, weighted[0])}`, as if it were a share of units"
            yield Objection(path=(*path[:2], weighted[0]), message=message)


RULE = Rule(
    code="STAT107",
    name="auroc-as-average-of-counts",
    severity=Severity.ERROR,
    summary="AUROCs are put together with weights that are counts of units.",
    why=(
        "Weighted by their denominators, the sensitivities of cohorts give the pooled one. An AUROC has no such "
        "denominator among the units: it is a share of pairs, and pooled it has pairs between cohorts that no cohort "
        "has. The weighted mean is the value of no question. An error: the number would pass for the pooled one."
    ),
    help="say `each`, or `macro`; or `pooled`, which ranks all scores together",
    source="Hanley & McNeil 1982, Radiology 143:29",
    bad=(
        ranking("auroc", ", minimum_defined: 2", cohorts="by-size"),
        ranking("average_precision", ", minimum_defined: 2", cohorts="by-size"),
    ),
    good=(ranking("auroc", ", minimum_defined: 2", cohorts="macro"), ranking()),
    text=text,
)
