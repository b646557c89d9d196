"""STAT139: the bootstrap draws units one by one that the plan says are clustered."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.stat._dependence import intervals_of, is_clustered
from evalspec.rules.stat._examples import CLUSTER, summary, with_columns
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    drawn = [(p, o, i) for p, o, i in intervals_of(plan) if i.method == "bootstrap"]
    if plan.units is None or not is_clustered(plan) or not drawn:
        yield NotApplicable("no bootstrap of clustered units is declared")
        return
    for path, owner, interval in drawn:
        if interval.resample == "units":
            message = f"the bootstrap in `{owner}` draws units one by one; they are clustered by `{plan.units.cluster}`"
            yield Objection(path=(*path[:-1], "resample"), message=message)
        elif interval.resample is None:
            yield Undecided(f"{owner}: interval.resample, what the bootstrap draws")


def _drawing(what: str) -> str:
    more = f"replicates: 2000, seed: 1, resample: {what}, limits: percentile"
    return CLUSTER + summary(more=f", interval: {{method: bootstrap, level: 0.95, {more}}}")


RULE = Rule(
    code="STAT139",
    name="bootstrap-ignores-cluster",
    severity=Severity.ERROR,
    summary="The bootstrap draws clustered units one by one.",
    why=(
        "Drawn one by one, units of one patient count as independent, and the limits come out as narrow as if they "
        "were. An error: the plan itself says that they are clustered."
    ),
    help="say `resample: clusters`",
    source="Davison & Hinkley 1997, Bootstrap Methods and their Application",
    bad=(with_columns(_drawing("units")),),
    good=(with_columns(_drawing("clusters")),),
    text=text,
)
