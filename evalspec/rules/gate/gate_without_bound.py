"""GATE101: a requirement does not say what is held against which limit."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Requirement
from evalspec.plan.model.summary import Summary
from evalspec.rules.base import Answer, Objection, Rule
from evalspec.rules.gate._requirements import LIMITS, example, no_gate, on_summaries, requirements
from evalspec.terms import Bound, Severity, Sides

_OPEN = {Bound.LOWER: Sides.UPPER, Bound.UPPER: Sides.LOWER}
"""The one-sided interval that has no such limit."""


def text(plan: Plan) -> Iterator[Answer]:
    yield from no_gate(plan)
    for path, gate, requirement in requirements(plan):
        lacks = _lacks(requirement)
        if lacks:
            subject = requirement.summary or requirement.comparison
            yield Objection(path=path, message=f"gate `{gate.id}`: the requirement on `{subject}` {lacks}")
    for path, gate, requirement, summary in on_summaries(plan):
        if requirement.bound and requirement.bound is not Bound.ESTIMATE:
            why = _no_limit(requirement.bound, summary)
            if why:
                message = f"gate `{gate.id}` judges the {requirement.bound} limit of `{summary.id}`, which {why}"
                help = "give the summary an interval with that limit, or say `bound: estimate`"
                yield Objection(path=(*path, "bound"), message=message, help=help)


def _lacks(requirement: Requirement) -> str:
    """A requirement that names nothing is another rule's."""
    if requirement.summary is not None:
        limits = [word for word in LIMITS if getattr(requirement, word) is not None]
        if len(limits) > 1:
            return f"has two limits, `{limits[0]}` and `{limits[1]}`, where one is due"
        if not limits:
            return "has no limit"
        return "" if requirement.bound else "does not say whether the estimate or a limit of its interval counts"
    if requirement.comparison is not None and requirement.concludes is None:
        return "does not say what it must conclude"
    return ""


def _no_limit(bound: Bound, summary: Summary) -> str:
    if summary.interval is None:
        return "has no interval"
    return "is left open by its one-sided interval" if summary.interval.sides is _OPEN[bound] else ""


RULE = Rule(
    code="GATE101",
    name="gate-without-bound",
    severity=Severity.ERROR,
    summary="A requirement does not say what is held against which limit.",
    why=(
        "An estimate of 0.84 passes 0.80, its lower limit of 0.76 does not. Which of them decides changes the verdict, "
        "so it is said before the number is known."
    ),
    help="say `bound: estimate`, `lower` or `upper`, and one of at_least, more_than, at_most, less_than",
    source="FDA 2007, Statistical Guidance on Reporting Results from Studies Evaluating Diagnostic Tests",
    bad=(
        example("summary: found, at_least: 0.8"),
        example("summary: found, bound: lower"),
        example("summary: found, bound: estimate, at_least: 0.8, at_most: 0.9"),
        example("summary: found, bound: lower, at_least: 0.8", interval=""),
    ),
    good=(
        example("summary: found, bound: lower, at_least: 0.8"),
        example("summary: found, bound: estimate, at_least: 0.8", interval=""),
    ),
    text=text,
)
