"""PLAN159: a word that combines the members of another axis."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import AXES, combined, why_not_there, word
from evalspec.rules.stat._examples import summary
from evalspec.terms import Severity

FOR = {
    "by-support": ("classes",),
    "by-size": ("cohorts", "folds"),
    "inverse-variance": ("cohorts",),
    "random-effects": ("cohorts",),
}
"""The axes that a word is for; one that is not here is for all of them."""

_WHY = {
    "by-support": "it weighs a class by its actual members",
    "by-size": "its members hold the same units",
    "inverse-variance": "it weighs cohorts, whose units are their own",
    "random-effects": "it weighs cohorts, whose units are their own",
}


def text(plan: Plan) -> Iterator[Answer]:
    if not any(combined(s) for s in plan.summaries):
        yield NotApplicable("no summary combines the members of an axis")
    for k, s in enumerate(plan.summaries):
        for axis in combined(s):
            said = word(s, axis)
            if axis not in FOR.get(said, AXES) and not why_not_there(plan, s, axis):
                message = f"{s.id}: `{said}` is no word for {axis}: {_WHY[said]}"
                yield Objection(path=("summaries", k, axis), message=message, help=_help(axis))


def _help(axis: str) -> str:
    fitting = [w for w, axes in FOR.items() if axis in axes and w.startswith("by-")]
    return "say " + ", ".join(f"`{axis}: {w}`" for w in ["macro", *fitting]) + ", or declared weights"


RULE = Rule(
    code="PLAN159",
    name="axis-word-does-not-fit",
    severity=Severity.ERROR,
    summary="A word combines members of another axis: by-support is for classes, by-size for cohorts and folds.",
    why=(
        "A class is weighed by its actual members, a cohort by its units. Over cohorts the support of a class would be one "
        "more mean that no word of the language stands for; over repeats every member has the same size."
    ),
    help="say `macro`, the word that this axis has, or declared weights",
    bad=(summary(more=", minimum_defined: 2", cohorts="by-support"),),
    good=(
        summary(more=", minimum_defined: 2", cohorts="by-size"),
        summary(more=", minimum_defined: 2", cohorts="macro"),
    ),
    waivable=False,
    text=text,
)
