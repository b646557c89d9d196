"""GATE105: a gate decides on cohorts taken together, and nothing shows the worst of them."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import MetricUse, Summary
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.gate._requirements import example, metrics_of, no_gate, on_summaries
from evalspec.rules.plan._axes import evaluated, word
from evalspec.rules.stat._fit import takes_no_interval
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    yield from no_gate(plan)
    if plan.gates and len(evaluated(plan)) < 2:
        yield NotApplicable("the plan has fewer than two evaluation cohorts")
        return
    for path, gate, requirement, summary in on_summaries(plan):
        axis = word(summary, "cohorts")
        if axis in ("", "each") or takes_no_interval(
            summary
        ):  # an unsaid axis and a gate on the worst are other rules'
            continue
        hidden = [use for use in metrics_of(requirement, summary) if not _shown(plan, summary, use)]
        if hidden:
            message = f"gate `{gate.id}` is met by `{summary.id}`, {_how(axis)} over {len(evaluated(plan))} cohorts, however low {hidden[0]} is in one"
            yield Objection(path=(*path, "summary"), message=message)


def _shown(plan: Plan, summary: Summary, use: MetricUse) -> bool:
    """Whether the plan declares the metric for each cohort, at the same threshold."""
    return any(
        use in other.uses and word(other, "cohorts") == "each" and other.threshold == summary.threshold
        for other in plan.summaries
    )


def _how(axis: str) -> str:
    return "pooled" if axis == "pooled" else f"`{axis}`"


_EACH = "  - {id: in-each, role: secondary, metric: sensitivity, threshold: main, cohorts: each}\ngates:"

RULE = Rule(
    code="GATE105",
    name="gate-hides-worst-cohort",
    severity=Severity.WARNING,
    summary="A gate decides on a number over all cohorts, and the plan declares that metric for none of them alone.",
    why=(
        "A large good cohort carries a small bad one over the limit. Whoever is treated in the bad one is told that the "
        "classifier passed."
    ),
    help="require the metric of `every: cohort` too, or declare it with `cohorts: each`, so that the worst is seen beside the verdict",
    source="Oakden-Rayner et al. 2020, ACM CHIL 2020:151 (hidden stratification)",
    bad=(
        example("summary: found, bound: lower, at_least: 0.8"),
        example("summary: found, bound: lower, at_least: 0.8", axis="macro, minimum_defined: 2", interval="delta"),
    ),
    good=(
        example("summary: found, bound: lower, at_least: 0.8, every: cohort", axis="each"),
        example("summary: found, bound: lower, at_least: 0.8").replace("gates:", _EACH),
    ),
    text=text,
)
