"""OUTC101: a predicted unit has no outcome, and the plan says nothing of such units."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Excluded
from evalspec.records import Integrity
from evalspec.rules.base import Answer, Evidence, Example, Objection, Rule
from evalspec.rules.outc._said import OUTCOMES, counted, in_lines, named
from evalspec.terms import Grade, Severity


def opened(plan: Plan, integrity: Integrity) -> Iterator[Answer]:
    lost = []
    if integrity.missing_outcome:
        lost.append(
            f"{counted(integrity.missing_outcome, 'predicted unit')} {_have(integrity.missing_outcome)} no outcome"
            + in_lines(integrity.missing_outcome, integrity.lines.get("missing_outcome", ()), of="of the predictions")
        )
    if integrity.unknown_status:
        lost.append(
            f"{counted(integrity.unknown_status, 'row')} {_have(integrity.unknown_status)} an unknown status ({named(plan.outcome.unknown)})"
        )
    if lost and plan.handling and isinstance(plan.handling.missing_outcome, Excluded):
        yield Evidence(Grade.PROVED, f"{' and '.join(lost)}: left out, as the plan says")
        return
    if lost and plan.handling and plan.handling.missing_outcome == "bounds":
        yield Evidence(
            Grade.PROVED, f"{' and '.join(lost)}: taken as all positive, and as all negative, as the plan says"
        )
        return
    if lost:
        yield Objection(path=OUTCOMES, message=" and ".join(lost))
    yield Evidence(Grade.PROVED, "every predicted unit has an outcome")


def _have(n: int) -> str:
    return "has" if n == 1 else "have"


_EIGHT = "".join(f"s{n:02},{n % 2}\n" for n in range(1, 13) if n % 5)

RULE = Rule(
    code="OUTC101",
    name="missing-outcome",
    severity=Severity.ERROR,
    summary="A predicted unit has no outcome, or one without a status, and the plan says nothing of such units.",
    why=(
        "Units whose outcome is missing are seldom like the others. Whether they are left out has to be said before the "
        "outcomes are seen; it is never done on the way."
    ),
    help="find the outcomes; a plan that leaves such units out, or takes `bounds`, says so in `handling.missing_outcome`",
    source="Naaktgeboren et al. 2016, BMJ 352:i402",
    bad=(Example(files={"outcomes.csv": f"subject_id,outcome\n{_EIGHT}"}),),
    good=(
        Example(
            plan="handling: {missing_prediction: refuse, missing_outcome: {exclude: lost to follow-up}}",
            files={"outcomes.csv": f"subject_id,outcome\n{_EIGHT}"},
        ),
        Example(
            plan="handling: {missing_prediction: refuse, missing_outcome: bounds}",
            files={"outcomes.csv": f"subject_id,outcome\n{_EIGHT}"},
        ),
    ),
    grade=Grade.PROVED,
    opened=opened,
)
