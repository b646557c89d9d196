"""STAT138: an interval is declared for the worst member's value."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import word
from evalspec.rules.stat._fit import takes_no_interval
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    worst = [(i, s, takes_no_interval(s)) for i, s in enumerate(plan.summaries) if takes_no_interval(s)]
    if not worst:
        yield NotApplicable("no summary takes the worst member's value")
    for i, s, axes in worst:
        if s.interval:
            message = f"`{s.id}` takes the `{word(s, axes[0])}` of its {axes[0]}, a value that carries no interval"
            yield Objection(path=("summaries", i, "interval"), message=message)


_WORST = "summaries: [{id: s, role: primary, metric: sensitivity, threshold: main, cohorts: worst, minimum_defined: 2"

RULE = Rule(
    code="STAT138",
    name="interval-on-worst",
    severity=Severity.ERROR,
    summary="An interval is declared for the worst member's value.",
    why=(
        "Which member is the worst is itself found in the data: the lowest of several estimates lies below the lowest "
        "true value more often than not. An error: no interval of one member's value covers that."
    ),
    help="leave the interval out; to bound every cohort, declare `cohorts: each` with an interval, and gate on `every: cohort`",
    source="Efron 2011, JASA 106:1602 (selection bias of extremes)",
    bad=(_WORST + ", interval: {method: wilson, level: 0.95}}]", _WORST + ", interval: {method: delta, level: 0.95}}]"),
    good=(_WORST + "}]",),
    text=text,
)
