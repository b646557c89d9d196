"""STAT149: strata are sampled at different shares, and numbers across them would need a weight for each unit."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import word
from evalspec.rules.stat._examples import summary, with_columns
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    strata = plan.sampling.strata if plan.sampling else None
    if strata is None:
        yield NotApplicable("the units are not said to be sampled by strata")
    elif len(set(strata.fractions.values())) > 1 and _is_across(plan, strata.column):
        message = f"the values of `{strata.column}` are sampled at different fractions, and no unit is weighted for it"
        yield Objection(path=("sampling", "strata"), message=message)


def _is_across(plan: Plan, column: str) -> bool:
    """Strata that are the cohorts are put together only where a summary pools them."""
    by_cohort = plan.cohorts is not None and plan.cohorts.column == column
    return not by_cohort or any(word(s, "cohorts") in ("pooled", "by-size") for s in plan.summaries)


def _plan(first: str, column: str = "group", names: str = "F M", cohorts: str = "pooled") -> str:
    a, b = names.split()
    strata = f"{{column: {column}, fractions: {{{a}: {first}, {b}: 0.1}}}}"
    return f"sampling: {{kind: random, strata: {strata}}}\n" + summary(cohorts=cohorts)


RULE = Rule(
    code="STAT149",
    name="unit-weights-not-in-version",
    severity=Severity.ERROR,
    summary="Strata are sampled at different shares, and this version weighs no unit.",
    why=(
        "Where one stratum is sampled whole and another at 1 in 10, the sample is not the population, in sensitivity "
        "and specificity too, unless each unit counts for those it stands for. An error: version 1 has no such weights, "
        "and the number would be about the sampling."
    ),
    help="make the strata cohorts, and say `each`, or `weights` with the population's shares",
    source="Horvitz & Thompson 1952, JASA 47:663",
    bad=(with_columns(_plan("1")), _plan("1", "cohort", "A B")),
    good=(with_columns(_plan("0.1")), _plan("1", "cohort", "A B", "each")),
    text=text,
)
