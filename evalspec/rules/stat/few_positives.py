"""STAT122: so few positives that one of them moves the sensitivity far."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Path
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.plan._axes import why_not_there, word
from evalspec.rules.stat._counts import NEEDS, cohorts, counted, most_positives
from evalspec.rules.stat._examples import summary
from evalspec.rules.stat._fit import uses
from evalspec.terms import OutcomeKind, Severity

FEW = 20
"""Below it, one case moves the sensitivity by more than 0.05."""

_OF_POSITIVES = frozenset(
    {
        "sensitivity", "false_negative_rate", "ppa", "youden", "balanced_accuracy", "f1", "f_beta", "auroc",
        "average_precision", "likelihood_ratio_positive", "likelihood_ratio_negative", "diagnostic_odds_ratio",
    }
)  # fmt: skip


def text(plan: Plan) -> Iterator[Answer]:
    asked = [s for _, s, u in uses(plan) if u.word in _OF_POSITIVES]
    if plan.outcome.kind is not OutcomeKind.BINARY or not asked:
        yield NotApplicable("no metric of a binary outcome rests on the positives")
        return
    known = {name: n for name, c in cohorts(plan).items() if (n := most_positives(c)) is not None}
    complete = known and len(known) == len(cohorts(plan))
    if not complete:
        yield Undecided(NEEDS)
    path: Path = ("cohorts", "members")
    total = sum(known.values())
    if complete and total < FEW:
        yield Objection(path=path, message=f"at most {counted(total)} in all cohorts together: {_step(total)}")
    elif any(not why_not_there(plan, s, "cohorts") and word(s, "cohorts") != "pooled" for s in asked):
        few = {name: n for name, n in known.items() if n < FEW}
        if few:
            name, number = min(few.items(), key=lambda item: item[1])
            message = f"at most {counted(number)} in cohort `{name}`: {_step(number)}"
            if len(few) > 1:
                message += f"; {len(few)} of {len(cohorts(plan))} cohorts have fewer than {FEW}"
            yield Objection(path=path, message=message)


def _step(positives: int) -> str:
    if not positives:
        return "its sensitivity is undefined"
    if positives == 1:
        return "its sensitivity can only be 0 or 1 (N+ is 1)"
    return f"one case moves its sensitivity by 1/N+ = 1/{positives}"


def _plan(planned: str, cohorts: str = "each") -> str:
    members = f"{{A: {{planned: {planned}}}, B: {{planned: {planned}}}}}"
    return f"cohorts: {{column: cohort, members: {members}}}\n" + summary(cohorts=cohorts)


RULE = Rule(
    code="STAT122",
    name="few-positives",
    severity=Severity.WARNING,
    summary="So few positives are expected that one of them moves the sensitivity far.",
    why=(
        "Of 4 positives, one more found moves the sensitivity from 0.50 to 0.75. Few means here: fewer than 20, a step "
        "(1/N+) above 0.05. A warning: with its interval the number is honest, and says little."
    ),
    help="plan more positives, report the cohorts pooled, or keep to counts and intervals in what is claimed",
    source="Collins, Ogundimu & Altman 2016, Stat Med 35:214",
    bad=(
        _plan("{units: 200, positives: 4}"),
        _plan("{units: 200, positives: 1}"),
        _plan("{units: 60, positives: 6}", "pooled"),
    ),
    good=(_plan("{units: 200, positives: 40}"), _plan("{units: 200, positives: 12}", "pooled")),
    text=text,
)
