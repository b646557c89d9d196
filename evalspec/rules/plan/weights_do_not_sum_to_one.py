"""Weights that are no weights."""

from collections.abc import Iterator
from decimal import Decimal

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Weighting
from evalspec.records import Path
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import weighting_kinds, weightings
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    there = list(weightings(plan))
    if not there:
        yield NotApplicable("no summary declares weights")
    for path, axis, weighting in there:
        kinds = weighting_kinds(weighting)
        if not kinds:
            yield Objection(
                path=path, message=f"`{axis}` declares no weights", help="say {weights: {A: 2, B: 1}, why: …}"
            )
        elif len(kinds) > 1:
            message = f"`{axis}` declares {' and '.join(kinds)}"
            yield Objection(path=path, message=message, help="keep one of them")
        else:
            yield from _sum((*path, "weights"), weighting)


def _sum(path: Path, weighting: Weighting) -> Iterator[Answer]:
    weights = weighting.weights or {}
    below = [name for name, weight in weights.items() if weight < 0]
    total = sum(weights.values(), Decimal(0))
    if below:
        message = f"the weight of {below[0]} is {weights[below[0]]}"
        yield Objection(path=(*path, below[0]), message=message, help="a weight is 0 or more")
    elif weights and total == 0:
        yield Objection(path=path, message="all weights are 0", help="one weight must be above 0")
    elif any(_is_decimal(weight) for weight in weights.values()) and total != 1:
        yield Objection(path=path, message=f"the weights {' + '.join(map(str, weights.values()))} make {total}, not 1")


def _is_decimal(weight: Decimal) -> bool:
    """Whether it is written with decimal places: 2.0 is, 2 is not."""
    exponent = weight.as_tuple().exponent
    return isinstance(exponent, int) and exponent < 0


SUMMARY = (
    "summaries:\n"
    "  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n"
    "  - {id: region, role: secondary, metric: sensitivity, threshold: main, minimum_defined: 2,\n"
    "     cohorts: {weights: {WHAT}, why: shares of the region}}\n"
)

RULE = Rule(
    code="PLAN126",
    name="weights-do-not-sum-to-one",
    severity=Severity.ERROR,
    summary="Decimal weights do not sum to exactly 1, or a weight is below 0.",
    why="A sum of 0.99 is a slip: which weight is wrong can't be told, and dividing by the sum would hide it.",
    help="correct the weights so that they sum to exactly 1, or write whole numbers as shares: {A: 2, B: 1}",
    bad=(
        SUMMARY.replace("WHAT", "A: 0.7, B: 0.2"),
        SUMMARY.replace("WHAT", "A: 2, B: -1"),
        SUMMARY.replace("WHAT", "A: 0, B: 0"),
        SUMMARY.replace("WHAT", "A: 2.0, B: 3.0"),
    ),
    good=(SUMMARY.replace("WHAT", "A: 0.70, B: 0.3"), SUMMARY.replace("WHAT", "A: 2, B: 1")),
    text=text,
)
