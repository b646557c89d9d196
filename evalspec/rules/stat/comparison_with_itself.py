"""STAT131: a comparison names one thing twice."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Example, NotApplicable, Objection, Rule
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    if not plan.comparisons:
        yield NotApplicable("the plan declares no comparison")
    for i, comparison in enumerate(plan.comparisons):
        for axis in ("models", "thresholds", "subgroups"):
            pair = getattr(comparison, axis)
            if pair and pair[0] == pair[1]:
                message = (
                    f"`{comparison.id}` compares `{pair[0]}` with itself: the difference is 0 whatever the data say"
                )
                yield Objection(path=("comparisons", i, axis), message=message)


_MODELS = (
    "models:\n"
    "  m1: {score: score, scale: probability, direction: higher-is-positive}\n"
    "  m2: {score: other, scale: probability, direction: higher-is-positive}\n"
    "multiplicity: {method: all-required, why: both models are to reach it}\n"
)
_ROWS = "".join(f"s{n:02},{'A' if n < 7 else 'B'},0.{n:02},0.{2 * n:02}\n" for n in range(1, 13))


def _example(second: str) -> Example:
    pair = f"comparisons: [{{id: new-against-old, role: secondary, summary: found, models: [m1, {second}], measure: difference}}]"
    return Example(plan=_MODELS + pair, files={"predictions.csv": "subject_id,cohort,score,other\n" + _ROWS})


RULE = Rule(
    code="STAT131",
    name="comparison-with-itself",
    severity=Severity.ERROR,
    summary="A comparison names one thing twice.",
    why="Its difference is 0 whatever the data say; most likely another name was meant. An error: no data could change it.",
    help="name the two that are to be compared: first minus second",
    source="Bossuyt et al. 2015, STARD, BMJ 351:h5527",
    bad=(_example("m1"),),
    good=(_example("m2"),),
    text=text,
)
