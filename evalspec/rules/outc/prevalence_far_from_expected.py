"""OUTC105: a cohort's prevalence is far from the one that was planned."""

from collections.abc import Iterator
from math import exp, fsum, lgamma, log

from evalspec.plan.model import Plan
from evalspec.records import Integrity
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule
from evalspec.terms import Grade, OutcomeKind, Severity

FAR = 0.001
"""Twice the smaller binomial tail, below which a prevalence is called far from the planned one."""


def opened(plan: Plan, integrity: Integrity) -> Iterator[Answer]:
    members = plan.cohorts.members if plan.cohorts else {}
    planned = {k: c.planned.prevalence for k, c in members.items() if c.planned and c.planned.prevalence is not None}
    if not planned or plan.outcome.kind is not OutcomeKind.BINARY:
        yield NotApplicable("the plan plans no prevalence of one outcome")
        return
    for cohort, share in planned.items():
        positives = integrity.positives.get(cohort, 0)
        units = positives + integrity.negatives.get(cohort, 0)
        if units and two_sided(positives, units, float(share)) < FAR:
            message = (
                f"cohort `{cohort}` has {positives} positives of {units} where a prevalence of {share} was planned"
            )
            yield Objection(path=("cohorts", "members", cohort, "planned", "prevalence"), message=message)
        else:
            yield Evidence(Grade.PROVED, f"cohort `{cohort}` is compatible with the planned prevalence")


def two_sided(positives: int, units: int, share: float) -> float:
    """Twice the smaller tail of Binomial(units, share) at ``positives``, at most 1; to about 12 digits."""
    below = fsum(_mass(k, units, share) for k in range(positives + 1))
    above = fsum(_mass(k, units, share) for k in range(positives, units + 1))
    return min(1.0, 2 * min(below, above))


def _mass(k: int, n: int, p: float) -> float:
    if p in (0.0, 1.0):
        return float(k == round(n * p))
    return exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(p) + (n - k) * log(1 - p))


RULE = Rule(
    code="OUTC105",
    name="prevalence-far-from-expected",
    severity=Severity.WARNING,
    summary="A cohort's prevalence is far from the one that was planned (two-sided binomial p below 0.001).",
    why=(
        "Other patients came than were meant, the outcome was established in another way, or its two tokens are swapped. "
        "Precision and npv follow the prevalence."
    ),
    help="look whether the right units and the right outcome are in the file, and report the difference",
    source="Clopper & Pearson 1934, Biometrika 26:404",
    bad=(Example(plan="cohorts: {column: cohort, members: {A: {planned: {prevalence: 0.01}}, B: {}}}"),),
    good=(Example(plan="cohorts: {column: cohort, members: {A: {planned: {prevalence: 0.4}}, B: {}}}"),),
    grade=Grade.PROVED,
    opened=opened,
)
