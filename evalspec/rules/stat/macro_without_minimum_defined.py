"""STAT115: a value combined over members does not say how many of them it needs."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import combined, why_not_there, word
from evalspec.rules.plan._words import is_known_axis_word
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    found = [(i, s, _axes(plan, s)) for i, s in enumerate(plan.summaries)]
    if not any(axes for _, _, axes in found):
        yield NotApplicable("no summary combines the members of an axis")
    for i, s, axes in found:
        if axes and s.minimum_defined is None:
            message = (
                f"`{s.id}` combines its {axes[0]} (`{word(s, axes[0])}`), and does not say how many must be defined"
            )
            yield Objection(path=("summaries", i, axes[0]), message=message)


def _axes(plan: Plan, summary: Summary) -> list[str]:
    """The combined axes that are there, with a word that there is; what is wrong with others is other rules'."""
    words = [(a, word(summary, a)) for a in combined(summary) if not why_not_there(plan, summary, a)]
    return [a for a, w in words if is_known_axis_word(w) or w == "weights"]


_HEAD = "summaries: [{id: s, role: primary, metric: sensitivity, threshold: main, "

RULE = Rule(
    code="STAT115",
    name="macro-without-minimum-defined",
    severity=Severity.ERROR,
    summary="A value combined over members does not say how many of them must be defined.",
    why=(
        "A cohort without positives has no sensitivity. Left out in silence, the mean is over other cohorts than the "
        "plan says, and nobody decided beforehand how few are enough. An error: the number could change its meaning with the data."
    ),
    help="write `minimum_defined`, the fewest defined members with which the value still stands",
    source="Collins et al. 2024, TRIPOD+AI, BMJ 385:e078378",
    bad=(
        _HEAD + "cohorts: macro, interval: {method: delta, level: 0.95}}]",
        _HEAD + "cohorts: worst}]",
        _HEAD + "cohorts: {weights: {A: 2, B: 1}, why: beds}, interval: {method: delta, level: 0.95}}]",
    ),
    good=(
        _HEAD + "cohorts: macro, minimum_defined: 2, interval: {method: delta, level: 0.95}}]",
        _HEAD + "cohorts: pooled, interval: {method: wilson, level: 0.95}}]",
    ),
    text=text,
)
