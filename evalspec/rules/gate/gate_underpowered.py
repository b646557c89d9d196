"""GATE103: what the plan expects would meet its gate too seldom."""

from collections.abc import Iterator
from decimal import Decimal

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Requirement
from evalspec.plan.model.summary import MetricUse, Summary
from evalspec.rules.base import Answer, Evidence, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.gate._feasible import chance, sizes, together, trials
from evalspec.rules.gate._requirements import metrics_of, no_gate, on_summaries, requirements
from evalspec.rules.gate.gate_unreachable import planned
from evalspec.rules.plan._words import metrics
from evalspec.terms import Denominator, Grade, Severity

LEAST = 0.8
"""The chance to pass below which a gate is called underpowered."""

_FIXED = {
    Denominator.POSITIVES: "positives",
    Denominator.NEGATIVES: "negatives",
    Denominator.UNITS: "units",
}


def text(plan: Plan) -> Iterator[Answer]:
    yield from no_gate(plan)
    if plan.gates and not any(r.expected is not None for _, _, r in requirements(plan)):
        yield NotApplicable("no requirement says what is expected")
    for path, gate, requirement, summary in on_summaries(plan):
        used = metrics_of(requirement, summary)
        if requirement.expected is None or len(used) != 1 or used[0].word not in metrics():
            continue
        place = (*path, "expected")
        if getattr(metrics()[used[0].word], "share_of", None) not in _FIXED:
            yield NotApplicable(f"the number of trials of {used[0]} is not fixed by the design")
        elif not 0 <= requirement.expected <= 1:
            message = f"gate `{gate.id}`: {used[0]} lies from 0 to 1, and {requirement.expected} is expected"
            yield Objection(path=place, message=message, help="write shares as decimals, such as 0.85")
        else:
            for answer in _judged(plan, requirement, summary, used[0], requirement.expected):
                yield (
                    Objection(path=place, message=f"gate `{gate.id}`: {answer}") if isinstance(answer, str) else answer
                )


def _judged(
    plan: Plan, requirement: Requirement, summary: Summary, use: MetricUse, expected: Decimal
) -> Iterator[str | Answer]:
    what = _FIXED[metrics()[use.word].share_of]
    rows = [(cohort, trials(use, there)) for cohort, there in sizes(plan, requirement, summary)]
    if not rows:
        yield NotApplicable("the chance of a value combined over cohorts is not worked out")
        return
    if any(n is None for _, n in rows):
        yield Undecided(f"the planned {what} of each cohort")
        return
    each = [chance(summary, requirement, n or 0, float(expected)) for _, n in rows]
    known = [c for c in each if c is not None]
    if len(known) < len(each) or not any(known):
        return  # no such interval here, or out of reach: another rule's
    number = " and ".join(str(n) for _, n in rows[:4]) + (" and so on" if len(rows) > 4 else "")
    told = f"if {use} is {expected}, the requirement on `{summary.id}` is met with a chance of {together(known):.2f}"
    if together(known) < LEAST:
        yield f"{told}, with {number} {what}"
    else:
        yield Evidence(Grade.PROVED, f"{told}, with {number} {what}")


RULE = Rule(
    code="GATE103",
    name="gate-underpowered",
    severity=Severity.WARNING,
    summary="If the classifier is as good as is expected, the gate is met with a chance below 0.8.",
    why="A gate that a good classifier fails by chance says little when it is not met, and tempts to look again.",
    help="plan more units, or lower the limit: what is expected has to lie well clear of it",
    source="Flahault et al. 2005, J Clin Epidemiol 58:859",
    bad=(
        planned("summary: found, bound: lower, at_least: 0.8, expected: 0.85"),
        planned("summary: found, bound: estimate, at_least: 0.9, expected: 0.9"),
        planned("summary: found, bound: lower, at_least: 0.5, expected: 0.8, every: cohort", axis="each"),
        planned("summary: found, bound: lower, at_least: 0.5, expected: 80"),
    ),
    good=(
        planned(
            "summary: found, bound: lower, at_least: 0.8, expected: 0.9", b="{planned: {units: 300, positives: 200}}"
        ),
        planned("summary: found, bound: lower, at_least: 0.5, expected: 0.8"),
    ),
    text=text,
)
