"""GATE110: a requirement or a margin that a worse classifier, or fewer data, would meet."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Comparison
from evalspec.plan.model.summary import MetricUse, Summary
from evalspec.records import Path
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.gate._feasible import limit_of
from evalspec.rules.gate._requirements import example, metrics_of, on_summaries
from evalspec.rules.gate.gate_unreachable import WIDER
from evalspec.rules.plan._words import metrics
from evalspec.terms import Better, Bound, Severity, Sides

_UPWARD = ("at_least", "more_than")
_TURNED = {"at_least": "at_most", "more_than": "less_than", "at_most": "at_least", "less_than": "more_than"}


def text(plan: Plan) -> Iterator[Answer]:
    hypotheses = [(k, c) for k, c in enumerate(plan.comparisons) if c.hypothesis is not None]
    if not plan.gates and not hypotheses:
        yield NotApplicable("the plan declares no gate and no hypothesis")
    for path, gate, requirement, summary in on_summaries(plan):
        demand = limit_of(requirement)
        if demand is None or requirement.bound is None:
            continue
        upward, bound = demand[0] in _UPWARD, requirement.bound
        if bound is (Bound.UPPER if upward else Bound.LOWER):
            right = Bound.LOWER if upward else Bound.UPPER
            message = (
                f"gate `{gate.id}`: that the {bound} limit of `{summary.id}` is {_spaced(demand[0])} {demand[1]} is the "
                "easier to meet the fewer the data"
            )
            yield Objection(
                path=(*path, "bound"), message=message, help=f"say `bound: {right}`, or `{_TURNED[demand[0]]}`"
            )
            continue
        worse = [
            use
            for use in metrics_of(requirement, summary)
            if _better(use) is (Better.LOWER if upward else Better.HIGHER)
        ]
        if worse:
            end = "lower" if upward else "higher"
            message = f"gate `{gate.id}` is met by a worse classifier: {worse[0]} must be {_spaced(demand[0])} {demand[1]}, and {end} is better"
            help = f"say `{_TURNED[demand[0]]}`; for a gate that stops the work, waive this with the reason"
            yield Objection(path=(*path, demand[0]), message=message, help=help, severity=Severity.WARNING)
    summaries = {s.id: s for s in plan.summaries}
    for k, comparison in hypotheses:
        if comparison.summary in summaries:
            yield from _hypothesis(("comparisons", k), comparison, summaries[comparison.summary])


def _better(use: MetricUse) -> Better | None:
    return metrics()[use.word].better if use.word in metrics() else None


def _spaced(relation: str) -> str:
    return relation.replace("_", " ")


def _hypothesis(path: Path, comparison: Comparison, summary: Summary) -> Iterator[Objection]:
    """First minus second, the margin turned round where lower is better; each kind needs its limit of the interval."""
    hypothesis = comparison.hypothesis
    assert hypothesis
    uses = [u for u in summary.uses if comparison.metric in (None, str(u))]
    better = _better(uses[0]) if len(uses) == 1 else None
    if better is Better.NEITHER:
        message = (
            f"`{comparison.id}` is to show {hypothesis.kind}, and neither a high nor a low {uses[0]} is the better one"
        )
        help = "compare a metric that has a better end, or leave the hypothesis out"
        yield Objection(path=(*path, "hypothesis", "kind"), message=message, help=help)
        return
    if better is not None and _is_vacuous(comparison, uses[0]):
        message = f"`{comparison.id}`: a margin of {hypothesis.margin} is never passed, whatever the data say"
        help = "write the margin on the scale of `measure`, as a decimal such as 0.05"
        yield Objection(path=(*path, "hypothesis", "margin"), message=message, help=help)
    sides = comparison.interval.sides if comparison.interval else Sides.TWO
    needed = None if better is None else (Sides.LOWER if better is Better.HIGHER else Sides.UPPER)
    if hypothesis.kind == "equivalence" and sides is not Sides.TWO:
        message = f"`{comparison.id}` is to show equivalence, and its interval has one limit only, the {sides}"
        yield Objection(
            path=(*path, "interval", "sides"), message=message, help="say `sides: two`: both limits are judged"
        )
    elif needed and sides not in (Sides.TWO, needed) and hypothesis.kind != "equivalence":
        end = "higher" if better is Better.HIGHER else "lower"
        message = (
            f"`{comparison.id}` is to show {hypothesis.kind}, and its interval has the {sides} limit only: {end} {uses[0]} "
            f"is better, so the {needed} one decides"
        )
        yield Objection(path=(*path, "interval", "sides"), message=message, help=f"say `sides: {needed}`, or two")


def _is_vacuous(comparison: Comparison, use: MetricUse) -> bool:
    """Two shares differ by less than 1; what a margin of a ratio is, is not settled by its size."""
    margin = comparison.hypothesis.margin if comparison.hypothesis else None
    return margin is not None and margin >= 1 and comparison.measure == "difference" and use.word not in WIDER


def gain(hypothesis: str, *, metric: str = "sensitivity", interval: str = "") -> str:
    """An example with a comparison and what it is to show."""
    return (
        "data: {predictions: {path: long.csv, layout: long, arrives: after-seal}, outcomes: outcomes.csv}\n"
        "models:\n  new: {score: score, scale: probability, direction: higher-is-positive}\n"
        "  old: {score: score, scale: probability, direction: higher-is-positive}\n"
        f"summaries: [{{id: found, role: primary, metric: {metric}, threshold: main, cohorts: pooled}}]\n"
        f"comparisons: [{{id: gain, role: secondary, summary: found, models: [new, old], hypothesis: {hypothesis}{interval}}}]\n"
    )


def sided(side: str) -> str:
    return f", interval: {{method: newcombe-paired, level: 0.975, sides: {side}}}"


RULE = Rule(
    code="GATE110",
    name="margin-sign",
    severity=Severity.ERROR,
    summary="A requirement or a hypothesis looks the wrong way: fewer data or a worse classifier would meet it.",
    why=(
        "An upper limit above 0.8 shows nothing but that the data are few, and a sensitivity of at most 0.8 is the easier the "
        "worse the classifier. With one sign turned the plan promises the opposite of what it means."
    ),
    help="turn the sign round: what must be high is judged by its lower limit, what must be low by its upper",
    source="ICH E9 1998, Statistical Principles for Clinical Trials, section 3.3.2",
    bad=(
        example("summary: found, bound: upper, at_least: 0.8"),
        example("summary: found, bound: lower, at_most: 0.1", metric="false_positive_rate"),
        example("summary: found, bound: upper, at_most: 0.8"),
        example("summary: found, bound: lower, at_least: 0.1", metric="false_positive_rate"),
        gain("{kind: non-inferiority, margin: 0.05}", interval=sided("upper")),
        gain("{kind: non-inferiority, margin: 0.05}", metric="false_positive_rate", interval=sided("lower")),
        gain("{kind: equivalence, margin: 0.05}", interval=sided("lower")),
        gain("{kind: non-inferiority, margin: 5}"),
        gain("{kind: superiority}", metric="positive_rate"),
    ),
    good=(
        example("summary: found, bound: lower, at_least: 0.8"),
        example("summary: found, bound: upper, at_most: 0.1", metric="false_positive_rate"),
        gain("{kind: non-inferiority, margin: 0.05}", interval=sided("lower")),
        gain("{kind: non-inferiority, margin: 0.05}", metric="false_positive_rate", interval=sided("upper")),
        gain("{kind: equivalence, margin: 0.05}", interval=sided("two")),
    ),
    text=text,
)
