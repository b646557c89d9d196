"""STAT118: the claim is about a new cohort, the interval about these cohorts only."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Interval, Summary
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.plan._axes import evaluated, word
from evalspec.terms import Severity, Target

_ACROSS = ("pooled", "macro", "by-size", "weights", "inverse-variance")
FIXED = frozenset(
    {
        "wilson", "clopper-pearson", "jeffreys", "agresti-coull", "cluster-ratio", "delong", "logit-delong",
        "delong-cluster", "logit", "delta", "log-delta", "wald",
    }
)  # fmt: skip
"""Methods that take the cohorts as given, of a word other than random-effects."""


def text(plan: Plan) -> Iterator[Answer]:
    across = [(i, s, s.interval) for i, s in enumerate(plan.summaries) if s.interval and _is_across(plan, s)]
    if not across:
        yield NotApplicable("no summary across cohorts has an interval")
    elif plan.plan.target is None:
        yield Undecided("plan.target: whether a value across cohorts is about these cohorts or about a new one")
    for i, s, interval in across:
        if plan.plan.target is Target.NEW_COHORT and _is_fixed(interval):
            over = word(s, "cohorts")
            message = f"`{interval.method}` takes the cohorts of `{s.id}` (`{over}`) as given; the plan's target is `new-cohort`"
            yield Objection(path=("summaries", i, "interval", "method"), message=message)


def _is_across(plan: Plan, summary: Summary) -> bool:
    return len(evaluated(plan)) >= 2 and word(summary, "cohorts") in _ACROSS


def _is_fixed(interval: Interval) -> bool:
    return interval.method in FIXED or (interval.method == "bootstrap" and interval.resample in ("units", "clusters"))


def _plan(target: str, method: str = "delta", more: str = "", cohorts: str = "macro") -> str:
    return (
        f"plan: {{id: p, title: A classifier, question: How often does it find sepsis elsewhere, target: {target}}}\n"
        "summaries: [{id: s, role: primary, metric: sensitivity, threshold: main, "
        f"cohorts: {cohorts}, minimum_defined: 2, interval: {{method: {method}, level: 0.95{more}}}}}]\n"
    )


_DRAWN = ", replicates: 2000, seed: 1, limits: percentile, resample: "

RULE = Rule(
    code="STAT118",
    name="fixed-cohorts-interval-for-new-cohort-claim",
    severity=Severity.ERROR,
    summary="The claim is about a new cohort, the interval about these cohorts only.",
    why=(
        "Cohorts differ more than chance among their units explains. An interval that takes them as given leaves that "
        "out, and is too narrow for the next one. An error: it is no interval of what the plan says it is about."
    ),
    help="say `t-between`, or a bootstrap that draws cohorts; or `target: these-cohorts`, if the claim is about these",
    source="Riley et al. 2011, BMJ 342:d549; Higgins, Thompson & Spiegelhalter 2009, J R Stat Soc A 172:137",
    bad=(
        _plan("new-cohort"),
        _plan("new-cohort", "bootstrap", f"{_DRAWN}units"),
        _plan("new-cohort", "wald", cohorts="{inverse-variance: {scale: identity}}"),
    ),
    good=(
        _plan("these-cohorts"),
        _plan("new-cohort", "t-between"),
        _plan("new-cohort", "bootstrap", f"{_DRAWN}cohorts"),
    ),
    text=text,
)
