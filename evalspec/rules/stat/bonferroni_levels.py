"""STAT153: the levels under bonferroni do not add up."""

from collections.abc import Iterator
from decimal import Decimal

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Interval, Summary
from evalspec.records import Path
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import evaluated, word
from evalspec.rules.plan._words import models_of
from evalspec.terms import Role, Severity, Sides

WHOLE = Decimal("0.05")
"""What all claims together may spend, two-sided: 0.025 on each side (ICH E9)."""

Claim = tuple[Path, str, Interval | None, int]
"""Where it is declared, its id, its interval, and how many numbers it stands for."""


def text(plan: Plan) -> Iterator[Answer]:
    if plan.multiplicity is None or plan.multiplicity.method != "bonferroni":
        yield NotApplicable("`multiplicity` is not bonferroni")
        return
    claims = list(_claims(plan))
    for path, owner, interval, _ in claims:
        if interval is None:
            message = f"`multiplicity` says bonferroni, and `{owner}` has no interval, whose level would be its part"
            yield Objection(
                path=path, message=message, help="write its interval, with its part of 0.05: {level: 0.975}"
            )
    parts = [(owner, number, spent(i)) for _, owner, i, number in claims if i is not None]
    total = sum((number * part for _, number, part in parts), Decimal(0))
    if total > WHOLE:
        said = " + ".join(f"{f'{n} x ' if n > 1 else ''}{part.normalize():f} ({owner})" for owner, n, part in parts)
        count = sum(n for _, n, _ in parts)
        message = f"the levels under bonferroni spend {said} = {total.normalize():f}, more than {WHOLE}"
        level = 1 - WHOLE / count
        help = f"write the levels out so that they add up: with {count} claims alike, `level: {_enough(level)}`"
        yield Objection(path=("multiplicity", "method"), message=message, help=help)


def spent(interval: Interval) -> Decimal:
    """1 - level; a one-sided interval spends all of it on the side that counts, as twice as much two-sided would."""
    return (1 - interval.level) * (1 if interval.sides is Sides.TWO else 2)


def _enough(level: Decimal) -> str:
    """The level, rounded up to 4 places."""
    return f"{(level + Decimal('0.00005')).quantize(Decimal('0.0001')).normalize():f}"


def _claims(plan: Plan) -> Iterator[Claim]:
    """The primary summaries and comparisons, and what else a gate judges by a limit."""
    judged = {r.summary for g in plan.gates for r in g.require if r.bound is not None and r.bound != "estimate"}
    judged_whole = {r.summary for g in plan.gates for r in g.require if r.every is not None}
    required = {r.comparison for g in plan.gates for r in g.require}
    for k, s in enumerate(plan.summaries):
        if s.role is Role.PRIMARY or s.id in judged:
            yield ("summaries", k), s.id, s.interval, _numbers(plan, s, together=s.id in judged_whole)
    for k, c in enumerate(plan.comparisons):
        if c.role is Role.PRIMARY or c.id in required:
            apart = any(s.id == c.summary and word(s, "cohorts") == "each" for s in plan.summaries)
            yield ("comparisons", k), c.id, c.interval, len(evaluated(plan)) if apart else 1


def _numbers(plan: Plan, summary: Summary, *, together: bool) -> int:
    """A metric of a model each; each cohort that is kept too, unless a gate requires every one of them."""
    cohorts = len(evaluated(plan)) if word(summary, "cohorts") == "each" and not together else 1
    return len(summary.uses) * max(1, len(models_of(plan, summary))) * max(1, cohorts)


def claims(first: str, second: str, more: str = "") -> str:
    """Two primary summaries with these intervals, under bonferroni."""
    one = "{{id: {}, role: primary, metric: {}, threshold: main, cohorts: pooled{}}}"
    both = one.format("found", "sensitivity", first) + ", " + one.format("spared", "specificity", second)
    return f"summaries: [{both}]\nmultiplicity: {{method: bonferroni, why: either would do}}\n{more}"


def wilson(level: str, more: str = "") -> str:
    """An interval of this level."""
    return f", interval: {{method: wilson, level: {level}{more}}}"


_LOWER = ", sides: lower"

RULE = Rule(
    code="STAT153",
    name="bonferroni-levels",
    severity=Severity.ERROR,
    summary="Under bonferroni the levels of the primary claims do not add up to one level of 0.95.",
    why=(
        "Two claims at 0.95 are both false alarms' chances: with either of them enough, one comes out by chance in nearly 10 "
        "of 100 studies. What 1 - level leaves over all claims may be 0.05 at most; a one-sided interval counts twice, for "
        "0.025 is the part of a side."
    ),
    help="write the levels out: two claims alike at 0.975, three at 0.9834",
    source="ICH E9 1998, section 2.2.5; Dunn 1961, JASA 56:52",
    bad=(
        claims(wilson("0.95"), wilson("0.95")),
        claims(wilson("0.975", _LOWER), wilson("0.975", _LOWER)),
        claims(wilson("0.975"), ""),
    ),
    good=(
        claims(wilson("0.975"), wilson("0.975")),
        claims(wilson("0.99"), wilson("0.96")),
        claims(wilson("0.9875", _LOWER), wilson("0.9875", _LOWER)),
    ),
    text=text,
)
