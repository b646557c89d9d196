"""OUTC102: an outcome is about a unit that has no prediction."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Excluded
from evalspec.records import Integrity
from evalspec.rules.base import Answer, Evidence, Example, Objection, Rule
from evalspec.rules.outc._said import OUTCOMES, counted, in_lines
from evalspec.terms import Grade, Severity


def opened(plan: Plan, integrity: Integrity) -> Iterator[Answer]:
    n = integrity.outcome_without_unit
    if n and plan.handling and isinstance(plan.handling.missing_prediction, Excluded):
        yield Evidence(Grade.PROVED, f"{counted(n, 'outcome')} without a prediction, left out as the plan says")
        return
    if n:
        belongs = "is about a unit" if n == 1 else "are about units"
        of = f"{n} of {counted(integrity.outcomes, 'outcome')}" if integrity.outcomes else counted(n, "outcome")
        where = in_lines(n, integrity.lines.get("outcome_without_unit", ()))
        yield Objection(path=OUTCOMES, message=f"{of} {belongs} without a prediction{where}", help=_help(integrity))
    yield Evidence(Grade.PROVED, "every outcome is about a predicted unit")


def _help(integrity: Integrity) -> str:
    if not integrity.near_misses:
        return ""
    told = f"{counted(integrity.near_misses, 'id')} of one file {'agrees' if integrity.near_misses == 1 else 'agree'} with the other's"
    return f"{told} but for leading zeros, case or spaces: write ids alike in both; none is matched by guess"


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
            plan="cohorts:\nsummaries: [{id: found, role: primary, metric: sensitivity, threshold: main}]\n"
            "handling: {missing_prediction: {exclude: the assay failed}, missing_outcome: refuse}\n",
            files={"outcomes.csv": f"subject_id,outcome\n{_MORE}"},
        ),
    ),
    grade=Grade.PROVED,
    opened=opened,
)
