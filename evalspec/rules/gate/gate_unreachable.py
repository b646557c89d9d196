"""GATE102: a requirement that no result can meet."""

from collections.abc import Iterator
from decimal import Decimal

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Gate, Requirement
from evalspec.plan.model.summary import MetricUse, Summary
from evalspec.records import Path, Ratio
from evalspec.rules.base import Answer, Objection, Rule, Undecided
from evalspec.rules.gate._feasible import MOST, judged, limit_of, perfect, satisfies, sizes
from evalspec.rules.gate._requirements import example, metrics_of, no_gate, on_summaries
from evalspec.rules.plan._words import metrics
from evalspec.terms import Better, Bound, Severity

WIDER = {
    **dict.fromkeys(("youden", "mcc", "kappa"), (-1, 1)),
    **dict.fromkeys(("likelihood_ratio_positive", "likelihood_ratio_negative", "diagnostic_odds_ratio"), (0, None)),
}
"""Where a metric can lie, if not from 0 to 1."""


def text(plan: Plan) -> Iterator[Answer]:
    yield from no_gate(plan)
    for path, gate, requirement, summary in on_summaries(plan):
        demand = limit_of(requirement)
        for use in metrics_of(requirement, summary):
            if demand is None or use.word not in metrics():
                continue
            beyond = _beyond(use, *demand)
            if beyond:
                message = f"gate `{gate.id}`: {use} lies {beyond}, and must be {_must(*demand)}"
                yield Objection(path=(*path, demand[0]), message=message, help=_percent(demand[1]))
            elif requirement.bound is not None and requirement.bound is not Bound.ESTIMATE:
                yield from _by_counts(plan, path, gate, requirement, summary, use)


def _beyond(use: MetricUse, relation: str, limit: Decimal) -> str:
    """The metric's range, where it ends before the limit."""
    low, high = WIDER.get(use.word, (0, 1))
    reached = any(end is None or satisfies(relation, float(end), limit) for end in (low, high))
    return "" if reached else f"from {low} to {high}"


def _percent(limit: Decimal) -> str:
    return f"write shares as decimals: {limit / 100}" if 1 < limit <= 100 else ""


def _by_counts(
    plan: Plan, path: Path, gate: Gate, requirement: Requirement, summary: Summary, use: MetricUse
) -> Iterator[Answer]:
    """Even with every call right, as many trials as are expected do not bring the limit so far."""
    demand, bound = limit_of(requirement), requirement.bound
    assert demand
    assert bound
    if metrics()[use.word].better is Better.NEITHER:
        return
    worst: tuple[int, str, float] | None = None
    for cohort, there in sizes(plan, requirement, summary):
        ratios = perfect(use, there)
        values = [v for r in ratios if (v := judged(summary, bound, r)) is not None]
        if not ratios:
            yield Undecided(f"the planned positives and units of {f'cohort `{cohort}`' if cohort else 'the cohorts'}")
        elif values and not any(satisfies(demand[0], v, demand[1]) for v in values):
            n = max(r.denominator for r in ratios)
            best = max(values) if demand[0] in ("at_least", "more_than") else min(values)
            worst = min(worst, (n, cohort, float(best))) if worst else (n, cohort, float(best))
    if worst:
        n, cohort, best = worst
        where = f" in cohort `{cohort}`" if cohort else ""
        most = "at most" if demand[0] in ("at_least", "more_than") else "at least"
        message = (
            f"gate `{gate.id}`: with {n} {_of(use)}{where}, and every call right, the {bound} limit of `{summary.id}` is "
            f"{most} {best:.4f}, and must be {_must(*demand)}"
        )
        yield Objection(path=(*path, demand[0]), message=message, help=_enough(summary, requirement, use, n))


def _of(use: MetricUse) -> str:
    name: str = metrics()[use.word].weight_name
    return name.split(" (")[0]


def _must(relation: str, limit: Decimal) -> str:
    return f"{relation.replace('_', ' ')} {limit}"


def _enough(summary: Summary, requirement: Requirement, use: MetricUse, n: int) -> str:
    """How many would do, were every call right."""
    demand, bound = limit_of(requirement), requirement.bound
    assert demand
    assert bound
    all_right = metrics()[use.word].better is Better.HIGHER

    def reached(trials: int) -> bool:
        value = judged(summary, bound, Ratio(trials if all_right else 0, trials))
        return value is not None and satisfies(demand[0], value, demand[1])

    low, high = n, 2 * n + 1
    while not reached(high):
        low, high = high, 2 * high
        if high > MOST:
            return "no number of them would do: lower the limit"
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return f"it takes {high} {_of(use)} at the least: plan more, or lower the limit"


def planned(require: str, b: str = "{planned: {units: 100, positives: 12}}", **more: str) -> str:
    """An example with a gate, and what is planned of the cohorts."""
    cohorts = f"cohorts: {{column: cohort, members: {{A: {{planned: {{units: 100, positives: 18}}}}, B: {b}}}}}\n"
    return cohorts + example(require, **more)


RULE = Rule(
    code="GATE102",
    name="gate-unreachable",
    severity=Severity.ERROR,
    summary="A gate requires what no result can reach, with the numbers of units that are expected.",
    why=(
        "30 positives, all of them found, leave a lower 95 % limit of 0.89: a plan that requires 0.90 has decided before it "
        "has begun, and its units are examined for nothing."
    ),
    help="plan more units, or lower the limit",
    source="Wilson 1927, J Am Stat Assoc 22:209",
    bad=(
        planned("summary: found, bound: lower, at_least: 0.9"),
        planned("summary: found, bound: lower, at_least: 0.8, every: cohort", axis="each"),
        planned("summary: found, bound: lower, at_least: 0.9", b="{planned: {units: 40, prevalence: 0.2}}"),
        planned("summary: found, bound: upper, at_most: 0.05", metric="false_negative_rate"),
        planned("summary: found, bound: lower, at_least: 0.9", metric="precision"),
        example("summary: found, bound: lower, at_least: 90"),
        example("summary: found, bound: estimate, more_than: 1", interval=""),
    ),
    good=(
        planned("summary: found, bound: lower, at_least: 0.88"),
        planned("summary: found, bound: lower, at_least: 0.9", b="{planned: {units: 100, positives: 40}}"),
        planned("summary: found, bound: lower, at_least: 0.9", metric="specificity"),
        planned("summary: found, bound: lower, at_least: 0.7, every: cohort", axis="each"),
    ),
    text=text,
)
