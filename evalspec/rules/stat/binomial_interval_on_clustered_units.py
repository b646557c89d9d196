"""STAT117: an interval takes units as independent that the plan says are clustered."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.stat._dependence import BINOMIAL, intervals_of, is_clustered
from evalspec.rules.stat._examples import CLUSTER, WILSON, summary, with_columns
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    if plan.units is None or not is_clustered(plan):
        yield NotApplicable("the units are not said to be clustered")
        return
    for path, owner, interval in intervals_of(plan):
        if interval.method in BINOMIAL:
            message = f"`{interval.method}` in `{owner}` takes the units as independent; they are clustered by `{plan.units.cluster}`"
            yield Objection(path=path, message=message)


_CLUSTER_RATIO = ", interval: {method: cluster-ratio, level: 0.95}"

RULE = Rule(
    code="STAT117",
    name="binomial-interval-on-clustered-units",
    severity=Severity.ERROR,
    summary="A binomial interval is declared for clustered units.",
    why=(
        "Ten lesions of one patient are found or missed together, and tell less than ten of ten patients. An interval "
        "that counts them as ten is too narrow. An error: the plan itself says that they are clustered."
    ),
    help="say `cluster-ratio`, or a bootstrap that draws clusters; or plan one unit for each cluster",
    source="Rao & Scott 1992, Biometrics 48:577",
    bad=(with_columns(CLUSTER + summary(more=WILSON)),),
    good=(with_columns(CLUSTER + summary(more=_CLUSTER_RATIO)), summary(more=WILSON)),
    text=text,
)
