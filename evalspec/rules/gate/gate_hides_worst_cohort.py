"""GATE105: a gate decides on cohorts taken together, and nothing shows the worst of them."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Requirement
from evalspec.plan.model.summary import MetricUse, Summary
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.data._said import named
from evalspec.rules.gate._requirements import example, metrics_of, no_gate, on_summaries
from evalspec.rules.plan._axes import evaluated, word
from evalspec.rules.plan._words import models_of
from evalspec.rules.stat._fit import takes_no_interval
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    yield from no_gate(plan)
    if plan.gates and len(evaluated(plan)) < 2:
        yield NotApplicable("the plan has fewer than two evaluation cohorts")
        return
    for k, gate in enumerate(plan.gates):
        hiding = [(path, s) for path, g, r, s in on_summaries(plan) if g is gate and _hides(plan, r, s)]
        if hiding:
            told = named(dict.fromkeys(s.id for _, s in hiding))
            message = (
                f"gate `{gate.id}` is met by {told} over {len(evaluated(plan))} cohorts, however bad one of them is"
            )
            yield Objection(path=("gates", k) if len(hiding) > 1 else (*hiding[0][0], "summary"), message=message)


def _hides(plan: Plan, requirement: Requirement, summary: Summary) -> bool:
    """An axis that is not said and a gate on the worst are other rules'."""
    if word(summary, "cohorts") in ("", "each") or takes_no_interval(summary):
        return False
    return not all(_shown(plan, requirement, summary, use) for use in metrics_of(requirement, summary))


def _shown(plan: Plan, requirement: Requirement, summary: Summary, use: MetricUse) -> bool:
    """Whether the plan declares the metric for each cohort, of the same model at the same threshold."""
    models = {requirement.model} if requirement.model else set(models_of(plan, summary))
    return any(
        use in other.uses
        and word(other, "cohorts") == "each"
        and other.threshold == summary.threshold
        and models <= set(models_of(plan, other))
        for other in plan.summaries
    )


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
