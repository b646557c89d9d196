"""An axis is there, and the summary does not say how its members become one number."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import AXES, evaluated, is_open, said, why_not_there
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    there = False
    for k, summary in enumerate(plan.summaries):
        for axis in AXES:
            if why_not_there(plan, summary, axis) or is_open(summary, axis):
                continue
            there = True
            if said(summary, axis) is None:
                yield Objection(
                    path=("summaries", k),
                    message=f"{summary.id} does not say how the {_number(plan, axis)}{axis} become one number",
                    help=f"say `{axis}: pooled`, `{axis}: macro`, `{axis}: each`, or weights",
                )
    if not there:
        yield NotApplicable("there is no axis: one cohort, one class, no folds, no repeats")


def _number(plan: Plan, axis: str) -> str:
    return f"{len(evaluated(plan))} " if axis == "cohorts" else ""


RULE = Rule(
    code="PLAN124",
    name="axis-not-named",
    severity=Severity.ERROR,
    summary="A summary over several cohorts, classes, folds or repeats does not say how they become one number.",
    why="The pooled value and the mean of the cohorts' values answer different questions, and may differ much.",
    help="say one word for each axis: pooled, macro, each, or weights",
    source="Sebastiani 2002, ACM Comput Surv 34:1",
    bad=("summaries:\n  - {id: found, role: primary, metric: sensitivity, threshold: main}\n",),
    good=("summaries:\n  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: each}\n",),
    waivable=False,
    text=text,
)
