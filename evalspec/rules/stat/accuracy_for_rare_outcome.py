"""STAT100: accuracy is reported of an outcome so rare that calling nobody positive has a high one."""

from collections.abc import Iterator
from decimal import Decimal

from evalspec.plan.model import Plan
from evalspec.plan.model.study import Cohort
from evalspec.plan.model.summary import Summary
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.plan._axes import evaluated
from evalspec.rules.stat._fit import uses
from evalspec.terms import OutcomeKind, Role, Severity

RARE = Decimal("0.10")
"""Below it, calling nobody positive is right in more than 9 of 10 units."""


def text(plan: Plan) -> Iterator[Answer]:
    if plan.outcome.kind is not OutcomeKind.BINARY:
        yield NotApplicable("the outcome is not binary")
        return
    found = [(p, s) for p, s, u in uses(plan) if u.word == "accuracy"]
    if not found:
        yield NotApplicable("no summary reports accuracy")
    for path, summary in found:
        known = _prevalences(plan, summary)
        if not known:
            yield Undecided("cohorts.members.*.planned.prevalence, or planned units and positives")
            continue
        rare = {name: p for name, p in known.items() if p < RARE}
        if rare:
            name, prevalence = min(rare.items(), key=lambda item: item[1])
            claim = summary.role is Role.PRIMARY and len(rare) == len(known)
            message = (
                f"accuracy in `{summary.id}`: calling nobody positive reaches {_percent(1 - prevalence)} in {name}"
            )
            yield Objection(path=path, message=message, severity=None if claim else Severity.WARNING)


def _prevalences(plan: Plan, summary: Summary) -> dict[str, Decimal]:
    """The population's, where the summary is re-expressed in one; else those that the cohorts are planned with."""
    if summary.population in plan.populations:
        return {f"population `{summary.population}`": plan.populations[str(summary.population)].prevalence}
    members = plan.cohorts.members if plan.cohorts else {}
    planned = {f"cohort `{name}`": _planned(members[name]) for name in evaluated(plan)}
    return {name: p for name, p in planned.items() if p is not None}


def _planned(cohort: Cohort) -> Decimal | None:
    if cohort.planned is None:
        return None
    if cohort.planned.prevalence is not None:
        return cohort.planned.prevalence
    units = cohort.planned.units or (cohort.expected.units if cohort.expected else None)
    if cohort.planned.positives is None or not units:
        return None
    return Decimal(cohort.planned.positives) / units


def _percent(share: Decimal) -> str:
    return f"{share * 100:.4g} %"


def _plan(planned: str, metric: str = "accuracy", role: str = "primary") -> str:
    first = f"{{id: s, role: {role}, metric: {metric}, threshold: main, cohorts: pooled, interval: {{method: wilson, level: 0.95}}}}"
    return f"cohorts: {{column: cohort, members: {{A: {{planned: {planned}}}, B: {{planned: {planned}}}}}}}\nsummaries: [{first}]"


RULE = Rule(
    code="STAT100",
    name="accuracy-for-rare-outcome",
    severity=Severity.ERROR,
    summary="Accuracy is reported of a rare outcome.",
    why=(
        "Of an outcome in 2 of 100 units, a classifier that calls nobody positive is right in 98, and finds no case. "
        "Rare means here: planned below 1 in 10. An error where accuracy is the primary claim, a warning beside others."
    ),
    help="report sensitivity and specificity, or precision and sensitivity, with the counts they come from",
    source="Saito & Rehmsmeier 2015, PLoS ONE 10:e0118432",
    bad=(_plan("{prevalence: 0.02}"), _plan("{units: 200, positives: 8}")),
    good=(_plan("{prevalence: 0.3}"), _plan("{prevalence: 0.02}", metric="sensitivity")),
    text=text,
)
