"""STAT144: a population's prevalence is taken as known exactly."""

from collections.abc import Iterator
from decimal import Decimal

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.stat._populations import FIRST, SAID, UNCERTAIN, example, used
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    named = {name: p for name, p in used(plan).items() if _is_estimated(plan, name)}
    if not named:
        yield NotApplicable("no summary with an interval is re-expressed in one population alone")
    for name, population in named.items():
        if population.uncertainty is None:
            message = f"the prevalence of `{name}` ({population.prevalence}) is taken as known exactly"
            yield Objection(path=("populations", name, "prevalence"), message=message)


def _is_estimated(plan: Plan, population: str) -> bool:
    """Whether an interval would pass over the prevalence's: not where one metric is shown at several prevalences."""
    at = [s for s in plan.summaries if s.population == population and s.interval]
    return any(len(_prevalences(plan, str(use), s.threshold)) == 1 for s in at for use in s.uses)


def _prevalences(plan: Plan, metric: str, threshold: str | None) -> set[Decimal]:
    """Those at which the plan shows a metric."""
    shown = [s for s in plan.summaries if s.threshold == threshold and metric in {str(u) for u in s.uses}]
    return {plan.populations[s.population].prevalence for s in shown if s.population in plan.populations}


_DELTA = ", interval: {method: delta, level: 0.95}}"


def _plan(more: str) -> str:
    return example(more).replace("population: screening}", "population: screening" + _DELTA)


_BOTH = (
    f"populations: {{screening: {{prevalence: 0.01, {SAID}}}, clinic: {{prevalence: 0.2, {SAID}}}}}\n"
    + FIRST.replace("screening}", "screening" + _DELTA).replace(
        "]\n",
        ", {id: t, role: secondary, metric: precision, threshold: main, cohorts: pooled, population: clinic"
        + _DELTA
        + "]\n",
    )
)

RULE = Rule(
    code="STAT144",
    name="prevalence-uncertainty-ignored",
    severity=Severity.WARNING,
    summary="A population's prevalence is taken as known exactly.",
    why=(
        "An interval of a number at a population holds the chance in sensitivity and specificity, never that in the "
        "prevalence. A warning: a prevalence may be stipulated, as a scenario; then show the metric at several, or waive this."
    ),
    help="write `uncertainty: {lower, upper, level}`: the number is then shown at each limit too",
    bad=(_plan(SAID),),
    good=(_plan(f"{SAID}, {UNCERTAIN}"), example(SAID), _BOTH),
    text=text,
)
