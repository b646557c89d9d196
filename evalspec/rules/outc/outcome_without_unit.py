"""OUTC102: an outcome is about a unit that has no prediction."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Excluded
from evalspec.records import Integrity
from evalspec.rules.base import Answer, Evidence, Example, Objection, Rule
from evalspec.rules.outc._said import OUTCOMES, counted
from evalspec.terms import Grade, Severity


def opened(plan: Plan, integrity: Integrity) -> Iterator[Answer]:
    n = integrity.outcome_without_unit
    if n and plan.handling and isinstance(plan.handling.missing_prediction, Excluded):
        yield Evidence(Grade.PROVED, f"{counted(n, 'outcome')} without a prediction, left out as the plan says")
        return
    if n:
        belongs = "is about a unit" if n == 1 else "are about units"
        yield Objection(path=OUTCOMES, message=f"{counted(n, 'outcome')} {belongs} without a prediction")
    yield Evidence(Grade.PROVED, "every outcome is about a predicted unit")


_MORE = "".join(f"s{n:02},{n % 2}\n" for n in range(1, 15))

RULE = Rule(
    code="OUTC102",
    name="outcome-without-unit",
    severity=Severity.ERROR,
    summary="An outcome is about a unit that has no prediction.",
    why=(
        "Either the model was silent about that unit, or the two files write its id in different ways. Dropped without "
        "a word, both would make the model look better than it is."
    ),
    help="compare how both files write the ids, and find the predictions that are missing",
    source="Bossuyt et al. 2015, BMJ 351:h5527 (STARD 2015), item 16",
    bad=(Example(files={"outcomes.csv": f"subject_id,outcome\n{_MORE}"}),),
    good=(
        Example(
            plan="handling: {missing_prediction: {exclude: the assay failed}, missing_outcome: refuse}",
            files={"outcomes.csv": f"subject_id,outcome\n{_MORE}"},
        ),
    ),
    grade=Grade.PROVED,
    opened=opened,
)
