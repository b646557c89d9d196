"""OUTC106: a cohort has no positive unit."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Integrity
from evalspec.rules.base import Answer, Example, Rule
from evalspec.rules.outc._undefined import WITHOUT_POSITIVES, lacking
from evalspec.terms import Grade, Severity


def opened(plan: Plan, integrity: Integrity) -> Iterator[Answer]:
    yield from lacking(plan, "positive", integrity.positives, integrity.negatives, WITHOUT_POSITIVES)


_NONE_IN_B = "subject_id,outcome\n" + "".join(f"s{n:02},{int(n < 4)}\n" for n in range(1, 13))

RULE = Rule(
    code="OUTC106",
    name="cohort-without-positives",
    severity=Severity.NOTE,
    summary="A cohort has no positive unit: sensitivity and all that rests on it are undefined there.",
    why="0 of 0 is not 0: the cohort stands in no macro value, and the report says of how many cohorts it is the mean.",
    help="nothing need change: the value is reported as undefined, with the reason",
    source="Collins et al. 2024, BMJ 385:e078378 (TRIPOD+AI), item 20a",
    bad=(Example(files={"outcomes.csv": _NONE_IN_B}),),
    good=(Example(files={"outcomes.csv": _NONE_IN_B.replace("s12,0", "s12,1")}),),
    grade=Grade.PROVED,
    opened=opened,
)
