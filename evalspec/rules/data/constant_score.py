"""DATA115: a model gives every unit the same score."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule
from evalspec.rules.data._said import named, objection
from evalspec.rules.data._scores import columns
from evalspec.rules.data._sql import evaluated, listed
from evalspec.terms import Grade, Severity

ENOUGH = 10
"""Units of a cohort from which a single score is worth a word."""


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    scored = columns(plan)
    if not scored:
        yield NotApplicable("no model has a score")
        return
    found = blinded.ask(
        f"SELECT model, cohort, count(*), min(score), max(score), min(line) FROM prediction p "
        f"WHERE score IS NOT NULL AND model IN {listed(scored)} AND {evaluated(plan, 'p')} GROUP BY model, cohort ORDER BY min(line)"
    )
    for model in scored:
        yield from _of(blinded, model, [row[1:] for row in found if row[0] == model])
    yield Evidence(Grade.PROVED, "every model tells units apart")


def _of(blinded: Blinded, model: str, cohorts: list[tuple[str, int, float, float, int]]) -> Iterator[Objection]:
    alike = [(cohort, n, low, line) for cohort, n, low, high, line in cohorts if low == high]
    everywhere = len(alike) == len(cohorts) and len({low for _, _, low, _ in alike}) == 1
    if everywhere and sum(n for _, n, _, _ in alike) > 1:
        yield objection(
            blinded, "predictions", f"model `{model}` gives every unit the score {alike[0][2]:g}", line=alike[0][3]
        )
        return
    some = [(cohort, line) for cohort, n, _, line in alike if n >= ENOUGH]
    if some:
        where = "cohort" if len(some) == 1 else "each of the cohorts"
        message = f"model `{model}` gives every unit of {where} {named(c for c, _ in some)} one score"
        yield objection(blinded, "predictions", message, line=some[0][1])


RULE = Rule(
    code="DATA115",
    name="constant-score",
    severity=Severity.WARNING,
    summary="A model gives every unit the same score, in all cohorts or in one of at least ten units.",
    why="Nothing is ranked by one score: the fit may have failed, or a column was filled with a default.",
    help="look whether the model was fitted and the column written as meant",
    needs=("predictions",),
    bad=(Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.5\ns02,A,0.5\ns07,B,0.5\n"}),),
    good=(Example(files={"predictions.csv": "subject_id,cohort,score\ns01,A,0.5\ns02,A,0.5\ns07,B,0.6\n"}),),
    grade=Grade.PROVED,
    files=files,
)
