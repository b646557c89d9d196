"""A metric of calls without the threshold that makes them."""

from collections.abc import Iterator

from evalspec.plan.load import near
from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary
from evalspec.rules.base import Answer, Example, NotApplicable, Objection, Rule
from evalspec.rules.plan._words import by_highest, models_of, needs_decision
from evalspec.rules.stat._examples import FILES
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    if plan.data.counts is not None and not plan.thresholds:
        yield NotApplicable("the table of counts holds the calls, and the plan declares no thresholds")
        return
    deciding = [s for s in plan.summaries if _decides(plan, s)]
    if not deciding:
        yield NotApplicable("no summary needs a threshold")
    for k, summary in enumerate(plan.summaries):
        if summary in deciding and summary.threshold is None:
            word = next(str(u) for u in summary.uses if needs_decision(u.word))
            yield Objection(
                path=("summaries", k),
                message=f"{summary.id}: {word} needs calls, and no threshold is named",
                help=_help(plan),
            )


def _decides(plan: Plan, summary: Summary) -> bool:
    """Whether a threshold makes the calls: not those that stand in the data, or are the class of the highest score."""
    by_score = any(plan.models[m].calls is None and not by_highest(plan, m) for m in models_of(plan, summary))
    return by_score and any(needs_decision(u.word) for u in summary.uses)


def _help(plan: Plan) -> str:
    if not plan.thresholds:
        return "declare a threshold under `thresholds`, and name it in the summary"
    return f"name a threshold: {near('', sorted(plan.thresholds))}"


HIGHEST = Example(
    plan='outcome: {kind: multiclass, column: outcome, classes: ["0", "1"], definition: grade, reference_standard: records}\n'
    'models: {m1: {scores: {"0": score, "1": other}, scale: probability, direction: higher-is-positive}}\n'
    "thresholds:\nsummaries: [{id: s, role: primary, metric: accuracy, cohorts: pooled}]\n",
    files=FILES,
)
"""The class with the highest score is called: no threshold makes the calls."""

RULE = Rule(
    code="PLAN112",
    name="threshold-missing",
    severity=Severity.ERROR,
    summary="A summary of calls names no threshold.",
    why="Each threshold gives another sensitivity: which one is meant decides the number.",
    help="name a threshold of the plan in the summary",
    bad=("summaries:\n  - {id: found, role: primary, metric: sensitivity, cohorts: pooled}\n",),
    good=(
        "summaries:\n  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n",
        "summaries:\n"
        "  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n"
        "  - {id: ranking, role: secondary, metric: auroc, cohorts: each}\n",
        HIGHEST,
    ),
    waivable=False,
    text=text,
)
