"""LEAK124: the cohort that a cut-off comes from is evaluated at it."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Evidence, NotApplicable, Objection, Rule, Undecided
from evalspec.terms import CohortRole, Grade, Leakage, Severity, ThresholdSource


def text(plan: Plan) -> Iterator[Answer]:
    chosen = {n: t.cohort for n, t in plan.thresholds.items() if t.source is ThresholdSource.CALIBRATION_COHORT}
    if not chosen:
        yield NotApplicable("no threshold comes from a calibration cohort")
    members = plan.cohorts.members if plan.cohorts else {}
    for name, cohort in chosen.items():
        if cohort is None:
            yield Undecided(f"thresholds.{name}.cohort, the cohort it was chosen on")
        elif cohort in members and members[cohort].role is CohortRole.EVALUATION:
            message = f"threshold `{name}` is chosen on cohort `{cohort}`, which is evaluated at it"
            yield Objection(path=("thresholds", name, "cohort"), message=message)
        else:
            yield Evidence(Grade.ATTESTED, f"the plan evaluates nothing in cohort `{cohort}`")


RULE = Rule(
    code="LEAK124",
    name="calibration-cohort-evaluated",
    severity=Severity.ERROR,
    leakage=Leakage.THRESHOLD,
    summary="The cohort that a cut-off comes from is evaluated at it.",
    why="The cut-off fits the labels of that cohort; judged by them it looks better than it is.",
    help="say `role: calibration` of that cohort, or choose the cut-off elsewhere",
    source="Leeflang et al. 2008, Clin Chem 54:729",
    bad=("thresholds: {main: {source: calibration-cohort, cohort: A, value: 0.5, positive_when: score >= threshold}}",),
    good=(
        "thresholds: {main: {source: calibration-cohort, cohort: C, value: 0.5, positive_when: score >= threshold}}\n"
        "cohorts: {column: cohort, members: {A: {}, B: {}, C: {role: calibration}}}",
    ),
    text=text,
)
