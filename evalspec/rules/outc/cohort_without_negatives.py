"""OUTC107: a cohort has no negative unit."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Integrity
from evalspec.rules.base import Answer, Example, Rule
from evalspec.rules.outc._undefined import WITHOUT_NEGATIVES, lacking
from evalspec.terms import Grade, Severity


def opened(plan: Plan, integrity: Integrity) -> Iterator[Answer]:
    yield from lacking(plan, "negative", integrity.negatives, integrity.positives, WITHOUT_NEGATIVES)


_ALL_IN_B = "subject_id,outcome\n" + "".join(f"s{n:02},{int(n > 3)}\n" for n in range(1, 13))

RULE = Rule(
    code="OUTC107",
    name="cohort-without-negatives",
    severity=Severity.NOTE,
    summary="A cohort has no negative unit: specificity and all that rests on it are undefined there.",
    why="0 of 0 is not 0: the cohort stands in no macro value, and the report says of how many cohorts it is the mean.",
    help="nothing need change: the value is reported as undefined, with the reason",
    source="Collins et al. 2024, BMJ 385:e078378 (TRIPOD+AI), item 20a",
    bad=(Example(files={"outcomes.csv": _ALL_IN_B}),),
    good=(Example(files={"outcomes.csv": _ALL_IN_B.replace("s12,1", "s12,0")}),),
    grade=Grade.PROVED,
    opened=opened,
)
