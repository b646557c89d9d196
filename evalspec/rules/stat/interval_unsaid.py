"""STAT123: the primary number stands without an interval."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import combined, evaluated
from evalspec.rules.plan._words import metrics
from evalspec.rules.stat._fit import fitting, is_known, listed
from evalspec.rules.stat.fixed_cohorts_interval_for_new_cohort_claim import FIXED
from evalspec.terms import Role, Severity, Target

TWO = 2


def text(plan: Plan) -> Iterator[Answer]:
    primary = [(i, s) for i, s in enumerate(plan.summaries) if s.role is Role.PRIMARY]
    if not primary:
        yield NotApplicable("the plan has no primary summary")
    for i, s in primary:
        methods = _methods(plan, s)
        if s.interval is None and methods:
            message = f"the primary summary `{s.id}` has no interval"
            yield Objection(
                path=("summaries", i), message=message, help=f"give it one: {listed(methods)}, with its level"
            )


def _methods(plan: Plan, summary: Summary) -> list[str]:
    """The methods that fit each of its metrics; none where none is honest: two cohorts tell little of a third."""
    if not is_known(summary):
        return []
    each = [fitting(plan, summary, u.word) if u.word in metrics() else [] for u in summary.uses]
    shared = [m for m in each[0] if m != "bootstrap" and all(m in methods for methods in each)]
    if not combined(summary) or plan.plan.target is not Target.NEW_COHORT:
        return shared
    return [m for m in shared if m not in FIXED] if len(evaluated(plan)) > TWO else []


_HEAD = "summaries: [{id: s, role: primary, metric: sensitivity, threshold: main, cohorts: pooled"

RULE = Rule(
    code="STAT123",
    name="interval-unsaid",
    severity=Severity.WARNING,
    summary="The primary number stands without an interval.",
    why="36 of 40 and 900 of 1000 are both 0.90; only the interval tells how much each leaves open.",
    help="give the primary summary an interval that fits it",
    source="Bossuyt et al. 2015, STARD, BMJ 351:h5527; Collins et al. 2024, TRIPOD+AI, BMJ 385:e078378",
    bad=(_HEAD + "}]",),
    good=(_HEAD + ", interval: {method: wilson, level: 0.95}}]",),
    text=text,
)
