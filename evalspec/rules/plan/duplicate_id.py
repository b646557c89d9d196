"""One id for two declared numbers."""

from collections.abc import Iterator, Sequence

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Comparison, Curve, Gate
from evalspec.plan.model.summary import Summary
from evalspec.rules.base import Answer, Objection, Rule
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    lists: dict[str, Sequence[Summary | Comparison | Curve | Gate]] = {
        "summaries": plan.summaries, "comparisons": plan.comparisons, "curves": plan.curves, "gates": plan.gates
    }  # fmt: skip
    for section, entries in lists.items():
        first: dict[str, int] = {}
        for k, entry in enumerate(entries):
            if entry.id in first:
                message = f"`{entry.id}` is already the id of entry {first[entry.id] + 1} of {section}"
                yield Objection(path=(section, k, "id"), message=message)
            first.setdefault(entry.id, k)


RULE = Rule(
    code="PLAN023",
    name="duplicate-id",
    severity=Severity.ERROR,
    summary="Two summaries, comparisons, curves or gates have one id.",
    why="Gates, results and reports cite numbers by id: one id must mean one number.",
    help="give each its own id",
    bad=(
        "summaries:\n"
        "  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n"
        "  - {id: found, role: secondary, metric: specificity, threshold: main, cohorts: pooled}\n",
    ),
    good=(
        "summaries:\n"
        "  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n"
        "  - {id: spared, role: secondary, metric: specificity, threshold: main, cohorts: pooled}\n",
    ),
    text=text,
)
