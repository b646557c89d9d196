"""The populations that summaries are re-expressed in."""

from evalspec.plan.model import Plan
from evalspec.plan.model.design import Population


def used(plan: Plan) -> dict[str, Population]:
    """Those that a summary names, in the plan's order; an unused one is another rule's."""
    named = {s.population for s in plan.summaries}
    return {name: p for name, p in plan.populations.items() if name in named}


FIRST = (
    "summaries: [{id: s, role: primary, metric: precision, threshold: main, cohorts: pooled, population: screening}]\n"
)


def example(more: str) -> str:
    """A summary at a population, and what is said of the population beside its prevalence."""
    return FIRST + f"populations: {{screening: {{prevalence: 0.01, {more}}}}}\n"


SAID = "source: registry 2019, rates: assumed-constant, why: same spectrum"
UNCERTAIN = "uncertainty: {lower: 0.005, upper: 0.02, level: 0.95}"
