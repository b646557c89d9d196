"""STAT108: scores of different fits are put together and ranked as one."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._words import ranks_units
from evalspec.rules.stat._fit import uses
from evalspec.rules.stat._fits import draws_over_fits, mixed_over
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    ranking = [(p, s, u) for p, s, u in uses(plan) if ranks_units(u.word)]
    curves = [(i, c) for i, c in enumerate(plan.curves) if c.kind in ("roc", "precision-recall")]
    if not ranking and not curves:
        yield NotApplicable("the plan ranks no scores")
    for path, summary, use in ranking:
        axis = mixed_over(plan, summary)
        if axis:
            over = "fold" if axis == "cohorts" else axis[:-1]
            message = f"{use} in `{summary.id}` pools its {axis}: scores of one fit a {over} are ranked as if they were of one"
            yield Objection(path=(*path[:2], axis), message=message)
    for i, curve in curves:
        if draws_over_fits(plan, curve.cohorts):
            message = f"the {curve.kind} curve `{curve.id}` ranks scores of several fits as if they were of one"
            yield Objection(path=("curves", i, "kind"), message=message)


_LOCO = "design: {kind: leave-one-cohort-out, fold: cohort}\nthresholds:\n"

RULE = Rule(
    code="STAT108",
    name="scores-concatenated-across-fits",
    severity=Severity.ERROR,
    summary="Scores of different fits are put together and ranked as one.",
    why=(
        "A score of 0.4 from one fit and one from another need not mean the same: pairs of units from two fits compare "
        "the fits, not the units, and the pooled area can lie above or below that of every fit. An error: it is the area of no fit."
    ),
    help="rank inside each fit: `cohorts: each` or `macro` in leave-one-cohort-out, `folds: macro` in cross-validation",
    source="Parker, Günter & Bedo 2007, BMC Bioinformatics 8:326; Forman & Scholz 2010, SIGKDD Explor 12:49",
    bad=(
        _LOCO
        + "summaries: [{id: s, role: primary, metric: auroc, cohorts: pooled, interval: {method: delong, level: 0.95}}]",
        _LOCO + "summaries: [{id: s, role: primary, metric: average_precision, cohorts: pooled}]",
    ),
    good=(
        _LOCO
        + "summaries: [{id: s, role: primary, metric: auroc, cohorts: each, interval: {method: delong, level: 0.95}}]",
        _LOCO + "summaries: [{id: s, role: primary, metric: average_precision, cohorts: macro, minimum_defined: 2}]",
    ),
    text=text,
)
