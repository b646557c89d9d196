"""A word for an axis that is not there."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import AXES, said, why_not_there
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    named = False
    for k, summary in enumerate(plan.summaries):
        for axis in AXES:
            if said(summary, axis) is None:
                continue
            named = True
            why = why_not_there(plan, summary, axis)
            if why:
                message = f"{summary.id} says how to combine {axis}, and {why}"
                yield Objection(path=("summaries", k, axis), message=message, help=f"remove `{axis}`")
    if not named:
        yield NotApplicable("no summary names an axis")


RULE = Rule(
    code="PLAN132",
    name="axis-not-there",
    severity=Severity.ERROR,
    summary="A summary says how to combine cohorts, classes, folds or repeats that the plan does not have.",
    why="The word promises a mean over several members where there is one value.",
    help="remove the word, or declare the members",
    bad=(
        "cohorts:\nsummaries:\n  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n",
    ),
    good=(
        "cohorts:\nsummaries:\n  - {id: found, role: primary, metric: sensitivity, threshold: main}\n",
        "summaries:\n  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n",
    ),
    text=text,
)
