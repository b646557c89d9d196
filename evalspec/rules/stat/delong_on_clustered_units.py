"""STAT140: DeLong's method is declared for units that the plan says are clustered."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.stat._dependence import DELONG, intervals_of, is_clustered
from evalspec.rules.stat._examples import CLUSTER, ranking, with_columns
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    if plan.units is None or not is_clustered(plan):
        yield NotApplicable("the units are not said to be clustered")
        return
    tail = f"takes the units as independent; they are clustered by `{plan.units.cluster}`"
    said = set()
    for path, owner, interval in intervals_of(plan):
        if interval.method in DELONG:
            said.add(owner)
            yield Objection(path=path, message=f"`{interval.method}` in `{owner}` {tail}")
    for i, c in enumerate(plan.comparisons):
        if c.test == "delong" and c.id not in said:
            yield Objection(path=("comparisons", i, "test"), message=f"`delong` in `{c.id}` {tail}")


RULE = Rule(
    code="STAT140",
    name="delong-on-clustered-units",
    severity=Severity.ERROR,
    summary="DeLong's method is declared for clustered units.",
    why=(
        "DeLong's variance comes from units that are independent. Several units of one patient are ranked alike, and "
        "the interval is too narrow. An error: the plan itself says that they are clustered."
    ),
    help="say `delong-cluster`, or a bootstrap that draws clusters; or plan one unit for each cluster",
    source="Obuchowski 1997, Biometrics 53:567",
    bad=(with_columns(CLUSTER + ranking(more=", interval: {method: delong, level: 0.95}")),),
    good=(with_columns(CLUSTER + ranking(more=", interval: {method: delong-cluster, level: 0.95}")), ranking()),
    text=text,
)
