"""STAT125: a cut-off that is best in one population is judged in another."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.plan._words import models_of
from evalspec.rules.stat._costs import calibrated, example
from evalspec.terms import Severity, ThresholdSource


def text(plan: Plan) -> Iterator[Answer]:
    found = [(i, s, best) for i, s in enumerate(plan.summaries) if (best := _best_in(plan, s))]
    if not found:
        yield NotApplicable("no threshold is the best for the costs in a population that the plan names")
    for i, s, best in found:
        other = sorted(p for p in best if p != s.population)
        if s.population is None:
            yield Undecided(f"summaries.{s.id}.population: where the threshold from costs is judged")
        elif other:
            message = (
                f"`{s.threshold}` is the best for the costs in `{other[0]}`; `{s.id}` judges it in `{s.population}`"
            )
            yield Objection(path=("summaries", i, "population"), message=message)


def _best_in(plan: Plan, summary: Summary) -> set[str]:
    """The populations for which the summary's threshold is the best, by costs."""
    threshold = plan.thresholds.get(summary.threshold or "")
    if threshold is None:
        return set()
    if threshold.source is ThresholdSource.COST:
        named = {plan.models[m].calibrated_to for m in models_of(plan, summary)}
    else:
        rule = threshold.rule
        named = {threshold.population or rule.population} if rule and rule.min == "expected_cost" else set()
    return {p for p in named if p is not None}


RULE = Rule(
    code="STAT125",
    name="cost-threshold-at-other-prevalence",
    severity=Severity.ERROR,
    summary="A threshold from costs is judged at another prevalence than its own.",
    why=(
        "At costs of 10 to 1 the best likelihood ratio to call from is 0.23 at a prevalence of 0.3, and 9.9 at 0.01. The "
        "cut-off of one population is not the best in another. An error: the cost shown would be of no one's rule."
    ),
    help="calibrate the model to the summary's population, or judge it in the population it is calibrated to",
    source="Elkan 2001, IJCAI, 'The foundations of cost-sensitive learning'",
    bad=(example(calibrated("clinic")),),
    good=(example(calibrated("screening")),),
    text=text,
)
