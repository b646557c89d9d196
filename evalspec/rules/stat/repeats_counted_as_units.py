"""STAT141: an interval counts the repeats of a unit as units."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import combined, word
from evalspec.rules.stat._examples import WILSON, summary, with_columns
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    over = [(i, s, s.interval) for i, s in enumerate(plan.summaries) if s.interval and plan.design.repeat]
    if not over:
        yield NotApplicable("no summary over repeats has an interval")
    for i, s, interval in over:
        said = word(s, "repeats")
        if said == "pooled" or ("repeats" in combined(s) and "folds" not in combined(s)):
            message = f"`{interval.method}` of `{s.id}`, over repeats (`{said}`), counts each unit once a repeat"
            yield Objection(path=("summaries", i, "interval", "method"), message=message)


_REPEATS = "design: {kind: external, repeat: round}\n"

RULE = Rule(
    code="STAT141",
    name="repeats-counted-as-units",
    severity=Severity.ERROR,
    summary="An interval counts the repeats of a unit as units.",
    why=(
        "Ten repeats of 100 units are 100 units. Counted as 1000 they make any interval as narrow as one likes, by "
        "repeating more. An error: no number of repeats adds a unit."
    ),
    help="leave the interval out, or say `repeats: each`: an interval each",
    source="Nadeau & Bengio 2003, Mach Learn 52:239",
    bad=(
        with_columns(_REPEATS + summary(more=", repeats: pooled" + WILSON)),
        with_columns(_REPEATS + summary(more=", repeats: macro, minimum_defined: 1" + WILSON)),
    ),
    good=(
        with_columns(_REPEATS + summary(more=", repeats: each" + WILSON)),
        with_columns(_REPEATS + summary(more=", repeats: macro, minimum_defined: 1")),
    ),
    text=text,
)
