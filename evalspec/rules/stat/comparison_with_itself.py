"""STAT131: a comparison names one thing twice."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.terms import Severity

# placed at the section: there this version says that it computes no comparison, and this says more


def text(plan: Plan) -> Iterator[Answer]:
    if not plan.comparisons:
        yield NotApplicable("the plan declares no comparison")
    for comparison in plan.comparisons:
        for axis in ("models", "thresholds", "subgroups"):
            pair = getattr(comparison, axis)
            if pair and pair[0] == pair[1]:
                message = (
                    f"`{comparison.id}` compares `{pair[0]}` with itself: the difference is 0 whatever the data say"
                )
                yield Objection(path=("comparisons",), message=message)


_COMPARISON = (
    "comparisons: [{id: new-against-old, role: secondary, summary: found, models: [m1, m1], measure: difference}]"
)

RULE = Rule(
    code="STAT131",
    name="comparison-with-itself",
    severity=Severity.ERROR,
    summary="A comparison names one thing twice.",
    why="Its difference is 0 whatever the data say; most likely another name was meant.",
    help="name the two that are to be compared: first minus second",
    source="Bossuyt et al. 2015, STARD, BMJ 351:h5527, item 14",
    bad=(_COMPARISON,),
    good=("comparisons: []",),
    instead_of=("not-computed-by-this-version",),
    text=text,
)
