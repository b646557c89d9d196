"""STAT120: the variance between cohorts is to be estimated from two."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import combined, evaluated, word
from evalspec.rules.stat._examples import summary
from evalspec.terms import Severity

_BETWEEN = ("t-between", "hartung-knapp", "prediction-t", "prediction-normal")


def text(plan: Plan) -> Iterator[Answer]:
    number = len(evaluated(plan))
    found = [(i, s, key) for i, s in enumerate(plan.summaries) if (key := _between(s))]
    if number < 2 or not found:
        yield NotApplicable("no variance between cohorts is to be estimated")
    elif number == 2:
        for i, s, key in found:
            message = f"`{key}` in `{s.id}` estimates the variance between cohorts from two of them"
            path = ("cohorts",) if key == "random-effects" else ("interval", "method")
            yield Objection(path=("summaries", i, *path), message=message)


def _between(summary: Summary) -> str:
    """The word that asks for a variance between cohorts; one finding where both do."""
    if word(summary, "cohorts") == "random-effects":
        return "random-effects"
    method = summary.interval.method if summary.interval and "cohorts" in combined(summary) else ""
    return method if method in _BETWEEN else ""


_RANDOM = "{random-effects: {scale: logit, zero_cells: half-where-zero, tau2: reml}}"
_T = ", minimum_defined: 2, interval: {method: t-between, level: 0.95}"
_THREE = "cohorts: {column: cohort, members: {A: {}, B: {}, C: {}}}\n"

RULE = Rule(
    code="STAT120",
    name="two-cohort-random-effects",
    severity=Severity.WARNING,
    summary="The variance between cohorts is to be estimated from two cohorts.",
    why=(
        "Two cohorts give one difference: one degree of freedom, where the t quantile at 0.95 is 12.7. Random effects are "
        "undefined below three. A warning: nothing false is shown, and nothing useful either."
    ),
    help="show both cohorts (`each`), or take them as given (`macro` with `delta`)",
    source="Higgins, Thompson & Spiegelhalter 2009, J R Stat Soc A 172:137",
    bad=(
        summary(more=", minimum_defined: 2", cohorts=_RANDOM),
        summary(more=_T, cohorts="macro"),
    ),
    good=(
        _THREE + summary(more=_T, cohorts="macro"),
        summary(more=", minimum_defined: 2, interval: {method: delta, level: 0.95}", cohorts="macro"),
    ),
    text=text,
)
