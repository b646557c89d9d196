"""OUTC103: a unit has two outcomes."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Integrity
from evalspec.rules.base import Answer, Evidence, Example, Objection, Rule
from evalspec.rules.outc._said import OUTCOMES, counted, in_lines
from evalspec.terms import Grade, Severity


def opened(plan: Plan, integrity: Integrity) -> Iterator[Answer]:
    n = integrity.duplicate_outcome
    if n:
        verb = "has" if n == 1 else "have"
        again = integrity.lines.get("duplicate_outcome", ())
        where = in_lines(len(again), again)
        yield Objection(path=OUTCOMES, message=f"{counted(n, 'unit')} {verb} more than one outcome{where}")
    yield Evidence(Grade.PROVED, "no unit has two outcomes")


_TWELVE = "".join(f"s{n:02},{n % 2}\n" for n in range(1, 13))

RULE = Rule(
    code="OUTC103",
    name="duplicate-outcome",
    severity=Severity.ERROR,
    summary="A unit has two outcomes.",
    why=(
        "A join with two outcomes makes two units of one. That they agree does not help; where they differ, the one that "
        "suits the model could be chosen."
    ),
    help="keep one outcome a unit, by a rule that knows no prediction",
    source="Bossuyt et al. 2015, BMJ 351:h5527 (STARD 2015), item 11",
    bad=(Example(files={"outcomes.csv": f"subject_id,outcome\n{_TWELVE}s01,0\n"}),),
    good=(Example(files={"outcomes.csv": f"subject_id,outcome\n{_TWELVE}"}),),
    grade=Grade.PROVED,
    opened=opened,
)
