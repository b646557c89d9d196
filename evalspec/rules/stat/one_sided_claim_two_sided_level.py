"""STAT148: a claim on one side spends on it the error that a two-sided interval shares out."""

from collections.abc import Iterator
from decimal import Decimal

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Interval
from evalspec.records import Path
from evalspec.rules.base import Answer, Example, NotApplicable, Objection, Rule
from evalspec.rules.stat._examples import compared, summary
from evalspec.terms import Bound, Severity, Sides

_ONE_SIDED = Decimal("0.025")
"""Half of the customary two-sided error."""


def text(plan: Plan) -> Iterator[Answer]:
    judged = dict(_judged(plan))
    if not judged:
        yield NotApplicable("no claim is judged on one limit of an interval")
    for path, (owner, interval) in judged.items():
        error = 1 - Decimal(interval.level)
        if interval.sides is not Sides.TWO and error > _ONE_SIDED:
            message = f"the claim on `{owner}` is one-sided, and all of {error} lies beyond its limit: the error of a two-sided level"
            severity = Severity.WARNING if path[0] == "summaries" else None
            yield Objection(path=(*path, "level"), message=message, severity=severity)


def _judged(plan: Plan) -> Iterator[tuple[Path, tuple[str, Interval]]]:
    """The intervals whose one limit decides a requirement or a non-inferiority hypothesis."""
    named = {r.summary for g in plan.gates for r in g.require if r.bound in (Bound.LOWER, Bound.UPPER)}
    for i, s in enumerate(plan.summaries):
        if s.id in named and s.interval:
            yield ("summaries", i, "interval"), (s.id, s.interval)
    for i, c in enumerate(plan.comparisons):
        if c.interval and c.hypothesis and c.hypothesis.kind != "equivalence":
            yield ("comparisons", i, "interval"), (c.id, c.interval)


_GATE = "gates: [{id: g, require: [{summary: s, bound: lower, at_least: 0.5}]}]\n"


def _plan(level: str, sides: str) -> str:
    return summary(more=f", interval: {{method: wilson, level: {level}, sides: {sides}}}") + _GATE


def _compared(level: str, sides: str) -> Example:
    interval = f"interval: {{method: newcombe-paired, level: {level}, sides: {sides}}}"
    return compared(f"hypothesis: {{kind: non-inferiority, margin: 0.05}}, {interval}")


RULE = Rule(
    code="STAT148",
    name="one-sided-claim-two-sided-level",
    severity=Severity.ERROR,
    summary="A one-sided claim is judged at a two-sided level.",
    why=(
        "A two-sided interval of level 0.95 leaves 0.025 beyond each limit. One-sided at 0.95 leaves 0.05 beyond the one "
        "that decides: the claim is twice as likely to be met by chance, under the same number. An error for a "
        "hypothesis about two sides, where 0.025 is the custom; a warning for a rate against a goal, where a one-sided "
        "limit of 0.95 is in use: then the report must say so."
    ),
    help="say `level: 0.975` for one side, or a two-sided interval of level 0.95",
    source="ICH E9, section 5.5",
    bad=(_plan("0.95", "lower"), _compared("0.95", "lower")),
    good=(_plan("0.975", "lower"), _plan("0.95", "two"), _compared("0.975", "lower")),
    text=text,
)
