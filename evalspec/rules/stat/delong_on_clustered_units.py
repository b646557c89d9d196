"""STAT140: DeLong's method is declared for units that the plan says are clustered."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Path
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import combined
from evalspec.rules.plan._words import metrics
from evalspec.rules.stat._dependence import DELONG, intervals_of, is_clustered
from evalspec.rules.stat._examples import CLUSTER, ranking, with_columns
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    if plan.units is None or not is_clustered(plan):
        yield NotApplicable("the units are not said to be clustered")
        return
    tail = f"takes the units as independent; they are clustered by `{plan.units.cluster}`"
    said = set()
    misfit = _misfits(plan)
    for path, owner, interval in intervals_of(plan):
        if interval.method in DELONG and path[:2] not in misfit:
            said.add(owner)
            yield Objection(path=path, message=f"`{interval.method}` in `{owner}` {tail}")
    for i, c in enumerate(plan.comparisons):
        if c.test == "delong" and c.id not in said and ("comparisons", i) not in misfit:
            yield Objection(path=("comparisons", i, "test"), message=f"`delong` in `{c.id}` {tail}")


def _misfits(plan: Plan) -> set[Path]:
    """Where the value is not one AUROC: that the method does not fit at all is another rule's."""
    other = {s.id for s in plan.summaries if combined(s)}
    wrong: set[Path] = {("comparisons", i) for i, c in enumerate(plan.comparisons) if c.summary in other}
    for i, s in enumerate(plan.summaries):
        if s.id in other or any(u.word in metrics() and u.word != "auroc" for u in s.uses):
            wrong.add(("summaries", i))
    return wrong


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
