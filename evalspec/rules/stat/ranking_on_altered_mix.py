"""STAT103: average precision, or a probability metric, is read off a sample of another mix."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.stat._fit import uses
from evalspec.rules.stat._mix import altered, is_said, needs
from evalspec.terms import Severity

_OF_THE_MIX = frozenset({"average_precision", "brier", "log_loss", "calibration_intercept", "calibration_slope", "ece"})


def text(plan: Plan) -> Iterator[Answer]:
    at_stake = [(p, s, u) for p, s, u in uses(plan) if u.word in _OF_THE_MIX]
    curves = [(i, c) for i, c in enumerate(plan.curves) if c.kind in ("precision-recall", "calibration")]
    if not at_stake and not curves:
        yield NotApplicable("no ranking or probability metric of the plan depends on the prevalence")
    elif not is_said(plan):
        yield Undecided(needs())
    how = altered(plan)
    if not how:
        return
    for path, summary, use in at_stake:
        yield Objection(path=path, message=f"{use} in `{summary.id}` is that of the sample's mix, and {how}")
    for i, curve in curves:
        yield Objection(
            path=("curves", i, "kind"),
            message=f"the {curve.kind} curve `{curve.id}` is that of the sample's mix, and {how}",
        )


_AP = "summaries: [{id: s, role: primary, metric: average_precision, cohorts: each}]\nthresholds:\n"

RULE = Rule(
    code="STAT103",
    name="ranking-on-altered-mix",
    severity=Severity.ERROR,
    summary="Average precision, or a probability metric, is read off a sample of another mix.",
    why=(
        "Average precision has the prevalence for its baseline, and Brier score and calibration move with it: after "
        "enrichment they describe the sample. They can't be re-expressed at another prevalence. An error: no "
        "later step mends them."
    ),
    help="evaluate on units in the population's mix; or report auroc, which does not depend on the prevalence",
    source="Saito & Rehmsmeier 2015, PLoS ONE 10:e0118432; Boyd et al. 2012, ICML, 'Unachievable region in PR space'",
    bad=(_AP + "sampling: {kind: resampled}", _AP + "sampling: {kind: case-control}"),
    good=(
        _AP + "sampling: {kind: consecutive}",
        "summaries: [{id: s, role: primary, metric: auroc, cohorts: each}]\nthresholds:\nsampling: {kind: case-control}",
    ),
    text=text,
)
