"""An average without its weights."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Objection, Rule
from evalspec.rules.plan._axes import AXES, said
from evalspec.rules.plan._words import AVERAGES
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    for k, summary in enumerate(plan.summaries):
        for axis in AXES:
            word = said(summary, axis)
            if isinstance(word, str) and word.lower() in AVERAGES:
                message = f"{summary.id}: `{word}` does not say what the members' weights are"
                yield Objection(path=("summaries", k, axis), message=message)


SUMMARY = (
    "summaries:\n"
    "  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n"
    "  - {id: mean, role: secondary, metric: sensitivity, threshold: main, cohorts: WORD, minimum_defined: 2}\n"
)

RULE = Rule(
    code="PLAN125",
    name="bare-average",
    severity=Severity.ERROR,
    summary="A summary says average or mean without saying of what.",
    why="The average over units and the average over cohorts are different numbers under one name.",
    help="say which: `pooled` (every unit counts the same) or `macro` (every cohort counts the same), or weights",
    source="Sebastiani 2002, ACM Comput Surv 34:1",
    bad=(SUMMARY.replace("WORD", "average"), SUMMARY.replace("WORD", "mean"), SUMMARY.replace("WORD", "weighted")),
    good=(SUMMARY.replace("WORD", "macro"),),
    instead_of=("unknown-name",),
    text=text,
)
