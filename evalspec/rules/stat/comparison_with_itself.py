"""STAT131: a comparison names one thing twice."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    if not plan.comparisons:
        yield NotApplicable("the plan declares no comparison")
    for i, comparison in enumerate(plan.comparisons):
        for axis in ("models", "thresholds", "subgroups"):
            pair = getattr(comparison, axis)
            if pair and pair[0] == pair[1]:
                message = f"`{comparison.id}` compares `{pair[0]}` with itself: the difference is 0 whatever the data say"
                yield Objection(path=("comparisons", i, axis), message=message)


def _plan(second: str) -> str:
    return (
        "models:\n"
        "  m1: {score: score, scale: probability, direction: higher-is-positive}\n"
        "  m2: {score: second, scale: probability, direction: higher-is-positive}\n"
        f"comparisons: [{{id: new-against-old, role: secondary, summary: found, models: [m1, {second}], measure: difference}}]"
    )


RULE = Rule(
    code="STAT131",
    name="comparison-with-itself",
    severity=Severity.ERROR,
    summary="A comparison names one thing twice.",
    why="Its difference is 0 whatever the data say; most likely another name was meant.",
    help="name the two that are to be compared: first minus second",
    source="the plan language, comparisons",
    bad=(_plan("m1"),),
    good=(_plan("m2"),),
    instead_of=(),
    text=text,
)
