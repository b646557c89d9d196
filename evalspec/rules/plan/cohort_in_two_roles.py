"""PLAN110: the same data in two roles."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Example, NotApplicable, Objection, Rule
from evalspec.rules.plan._boundaries import Held
from evalspec.rules.plan._cohorts import Bounded, bounded
from evalspec.terms import CohortRole, Severity, ThresholdSource


def text(plan: Plan) -> Iterator[Answer]:
    if plan.cohorts is None:
        yield NotApplicable("the plan has no cohorts")
        return
    yield from _by_threshold(plan)
    there = bounded(plan)
    for k, cohort in enumerate(there):
        for one in there[:k]:
            if one.role is not cohort.role and _content(one) == _content(cohort):
                message = (
                    f"`{one.name}` and `{cohort.name}` have one boundary, and the roles {one.role} and {cohort.role}"
                )
                yield Objection(path=("cohorts", "members", cohort.name, "where"), message=message)


def _by_threshold(plan: Plan) -> Iterator[Objection]:
    """A cut-off chosen on a cohort that is evaluated is a rule of leakage."""
    members = plan.cohorts.members if plan.cohorts else {}
    for name, threshold in plan.thresholds.items():
        cohort = threshold.cohort
        if threshold.source is not ThresholdSource.CALIBRATION_COHORT or cohort not in members or cohort is None:
            continue
        if members[cohort].role is CohortRole.TRAINING:
            message = f"`{cohort}` has the role training, and threshold `{name}` has it for its calibration cohort"
            help = "say `source: training` of the threshold, or `role: calibration` of the cohort"
            yield Objection(path=("thresholds", name, "cohort"), message=message, help=help)


def _content(cohort: Bounded) -> dict[str, Held | frozenset[str]]:
    """What it holds, whatever the order of its values."""
    return {c: frozenset(h) if isinstance(h, tuple) else h for c, h in cohort.where.items()}


def roles(first: str, second: str, role: str) -> Example:
    """An example with two cohorts by site, the second in this role, and a third that is evaluated."""
    members = (
        f"A: {{where: {{site: {first}}}}}, T: {{role: {role}, where: {{site: {second}}}}}, B: {{where: {{site: Chur}}}}"
    )
    rows = "".join(f"s{n:02},{'Basel' if n < 7 else 'Chur'},0.{n:02}\n" for n in range(1, 13))
    return Example(
        plan=f"cohorts: {{members: {{{members}}}}}\n", files={"predictions.csv": "subject_id,site,score\n" + rows}
    )


_CALIBRATED = (
    "thresholds: {main: {source: calibration-cohort, cohort: C, value: 0.5, positive_when: score >= threshold}}\n"
    "cohorts: {column: cohort, members: {A: {}, B: {}, C: {role: ROLE}}}\n"
)

RULE = Rule(
    code="PLAN110",
    name="cohort-in-two-roles",
    severity=Severity.ERROR,
    summary="The same data stand in two roles.",
    why=(
        "Data are evaluated, or gave the model its training, or a threshold its value. In two roles they judge what was "
        "made from them, and the plan can be read either way."
    ),
    help="give the data one role",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L1.1",
    bad=(
        roles("Basel", "Basel", "training"),
        roles("[Basel, Bern]", "[Bern, Basel]", "calibration"),
        _CALIBRATED.replace("ROLE", "training"),
    ),
    good=(roles("Basel", "Bern", "training"), _CALIBRATED.replace("ROLE", "calibration")),
    instead_of=("cohort-boundaries-overlap",),
    text=text,
)
