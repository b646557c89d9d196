"""DATA127: two models give every unit the same score."""

from collections.abc import Iterator
from itertools import combinations

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule
from evalspec.rules.data._scores import columns
from evalspec.rules.data._sql import literal
from evalspec.terms import Grade, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    scored = list(columns(plan))
    if len(scored) < 2:
        yield NotApplicable("fewer than two models have a score")
        return
    for first, second in combinations(scored, 2):
        both, unlike = blinded.ask(
            "SELECT count(*), count(*) FILTER (a.score IS DISTINCT FROM b.score) FROM prediction a JOIN prediction b "
            "ON a.unit = b.unit AND a.cohort = b.cohort AND a.fold = b.fold AND a.repeat = b.repeat "
            f"WHERE a.model = {literal(first)} AND b.model = {literal(second)}"
        )[0]
        if both and not unlike:
            message = f"models `{first}` and `{second}` give each of {both} units one and the same score"
            yield Objection(path=("models", second), message=message)
    yield Evidence(Grade.PROVED, "no two models agree on every unit")


_TWO = "models:\n" + "".join(
    f"  {m}: {{score: {c}, scale: probability, direction: higher-is-positive}}\n"
    for m, c in (("m1", "score"), ("m2", "second"))
)
_HEAD = "subject_id,cohort,score,second\n"

RULE = Rule(
    code="DATA127",
    name="identical-scores",
    severity=Severity.WARNING,
    summary="Two models give every unit the same score.",
    why="A comparison of a model with itself shows no difference, and nobody notices that the wrong column was written.",
    help="look whether the second model's scores were written as meant",
    needs=("predictions",),
    bad=(Example(plan=_TWO, files={"predictions.csv": _HEAD + "s01,A,0.9,0.9\ns02,A,0.1,0.1\ns07,B,0.2,0.2\n"}),),
    good=(Example(plan=_TWO, files={"predictions.csv": _HEAD + "s01,A,0.9,0.9\ns02,A,0.1,0.1\ns07,B,0.2,0.3\n"}),),
    grade=Grade.PROVED,
    files=files,
)
