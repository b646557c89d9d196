"""A threshold on a metric that no threshold enters."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._words import ranks
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    if not any(ranks(u.word) for s in plan.summaries for u in s.uses):
        yield NotApplicable("no summary is of scores")
    for k, summary in enumerate(plan.summaries):
        words = [str(u) for u in summary.uses if ranks(u.word)]
        if words and summary.threshold is not None:
            yield Objection(
                path=("summaries", k, "threshold"),
                message=f"{summary.id}: {words[0]} is computed from all scores, the threshold {summary.threshold} "
                "does not enter it",
            )


RULE = Rule(
    code="PLAN113",
    name="threshold-on-ranking-metric",
    severity=Severity.ERROR,
    summary="A summary of scores names a threshold.",
    why="An AUROC at a threshold is no AUROC: either the scores are ranked, or calls are judged.",
    help="remove the threshold, or put the metrics of calls in a summary of their own",
    bad=(
        "summaries:\n"
        "  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n"
        "  - {id: ranking, role: secondary, metric: auroc, threshold: main, cohorts: each}\n",
    ),
    good=(
        "summaries:\n"
        "  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n"
        "  - {id: ranking, role: secondary, metric: auroc, cohorts: each}\n",
    ),
    text=text,
)
