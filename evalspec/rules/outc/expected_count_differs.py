"""OUTC104: another number of units was analysed than the plan's flow says."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.study import Flow
from evalspec.records import Integrity, Path
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule
from evalspec.rules.outc._said import counted
from evalspec.terms import Grade, Severity


def opened(plan: Plan, integrity: Integrity) -> Iterator[Answer]:
    units = integrity.units
    if plan.flow is None:
        yield NotApplicable("the plan declares no flow")
    elif isinstance(plan.flow, Flow):
        yield from _compare(("flow", "analysed"), "", sum(units.values()), plan.flow.analysed)
    else:
        for cohort, flow in plan.flow.items():
            yield from _compare(
                ("flow", cohort, "analysed"), f" in cohort `{cohort}`", units.get(cohort, 0), flow.analysed
            )


def _compare(path: Path, where: str, units: int, due: int) -> Iterator[Answer]:
    if units != due:
        verb = "has" if units == 1 else "have"
        yield Objection(
            path=path, message=f"{counted(units, 'unit')}{where} {verb} an outcome where the flow says {due} analysed"
        )
    else:
        yield Evidence(Grade.PROVED, f"{counted(units, 'unit')}{where} analysed, as the flow says")


RULE = Rule(
    code="OUTC104",
    name="expected-count-differs",
    severity=Severity.ERROR,
    summary="Another number of units has an outcome than the plan's flow says were analysed.",
    why="A flow that does not end at the number of units in the results leaves open where the others went, or came from.",
    help="find the units that are missing or too many",
    source="Bossuyt et al. 2015, BMJ 351:h5527 (STARD 2015), item 19",
    bad=(Example(plan="flow: {screened: 20, excluded: {withdrew consent: 7}, analysed: 13}"),),
    good=(Example(plan="flow: {screened: 20, excluded: {withdrew consent: 8}, analysed: 12}"),),
    grade=Grade.PROVED,
    opened=opened,
)
