"""A threshold for a model whose calls stand in the data."""

from collections.abc import Iterator
from dataclasses import replace

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Example, NotApplicable, Objection, Rule
from evalspec.rules.plan._words import by_highest, models_of
from evalspec.rules.plan.threshold_missing import HIGHEST
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    if not any(_how(plan, m) for m in plan.models):
        yield NotApplicable("no model has calls")
    for k, summary in enumerate(plan.summaries):
        called = [m for m in models_of(plan, summary) if _how(plan, m)]
        if called and summary.threshold is not None:
            yield Objection(
                path=("summaries", k, "threshold"),
                message=f"{summary.id}: {called[0]} {_how(plan, called[0])}, the threshold {summary.threshold} "
                "does not enter them",
            )


def _how(plan: Plan, model: str) -> str:
    """Where the calls of a model come from, if not from a threshold."""
    column = plan.models[model].calls
    if column is not None:
        return f"has its calls in {column}"
    return "calls the class of the highest score" if by_highest(plan, model) else ""


SUMMARY = "summaries:\n  - {id: found, role: primary, metric: sensitivity, WHAT cohorts: pooled}\n"
CALLS = "subject_id,cohort,call\n" + "".join(f"s{k:02},{'A' if k < 7 else 'B'},{k % 2}\n" for k in range(1, 13))

THRESHOLD = "thresholds: {main: {source: prespecified, value: 0.5, positive_when: score >= threshold}}\n"

RULE = Rule(
    code="PLAN136",
    name="calls-with-threshold",
    severity=Severity.ERROR,
    summary="A summary names a threshold for a model whose calls stand in the data.",
    why="The calls were made elsewhere: the threshold shown beside the number would not be the one that made them.",
    help="remove the threshold from the summary, or name the models with scores under `models`",
    bad=(
        Example(
            plan="models: {m1: {calls: call}}\n" + SUMMARY.replace("WHAT", "threshold: main,"),
            files={"predictions.csv": CALLS},
        ),
        replace(
            HIGHEST,
            plan=THRESHOLD
            + HIGHEST.plan.replace("thresholds:\n", "").replace("accuracy,", "accuracy, threshold: main,"),
        ),
    ),
    good=(
        Example(
            plan="models: {m1: {calls: call}}\nthresholds:\n" + SUMMARY.replace("WHAT ", ""),
            files={"predictions.csv": CALLS},
        ),
    ),
    text=text,
)
