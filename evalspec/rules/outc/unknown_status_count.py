"""OUTC109: how many outcomes have a declared token without a status."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Integrity
from evalspec.rules.base import Answer, Example, NotApplicable, Objection, Rule
from evalspec.rules.outc._said import OUTCOMES, counted, named
from evalspec.terms import Grade, Severity


def opened(plan: Plan, integrity: Integrity) -> Iterator[Answer]:
    if not plan.outcome.unknown:
        yield NotApplicable("the plan declares no token without a status")
    elif integrity.unknown_status:
        rows = counted(integrity.unknown_status, "row")
        verb = "has" if integrity.unknown_status == 1 else "have"
        message = (
            f"{rows} {verb} an unknown status ({named(plan.outcome.unknown)}), of {integrity.rows_predicted} predicted"
        )
        yield Objection(path=OUTCOMES, message=message)


_OUTCOME = (
    'outcome: {kind: binary, column: outcome, positive: "1", negative: "0", unknown: ["lost"], '
    "definition: sepsis within 28 days of sampling, reference_standard: adjudication by two physicians}\n"
    "handling: {missing_prediction: refuse, missing_outcome: {exclude: lost to follow-up}}\n"
)
_TWELVE = "subject_id,outcome\n" + "".join(f"s{n:02},{n % 2}\n" for n in range(1, 13))

RULE = Rule(
    code="OUTC109",
    name="unknown-status-count",
    severity=Severity.NOTE,
    summary="Some outcomes have a declared token that says that the status is not known.",
    why="How many there are decides how much the results could change if they were known: readers need the count.",
    help="nothing need change; the count stands in the table of each cohort",
    source="Naaktgeboren et al. 2016, BMJ 352:i402",
    bad=(Example(plan=_OUTCOME, files={"outcomes.csv": _TWELVE.replace("s05,1", "s05,lost")}),),
    good=(Example(plan=_OUTCOME, files={"outcomes.csv": _TWELVE}),),
    grade=Grade.PROVED,
    opened=opened,
)
