"""STAT117: an interval takes units as independent that the plan says are clustered."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Path
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import combined
from evalspec.rules.plan._words import metrics
from evalspec.rules.stat._dependence import BINOMIAL, intervals_of, is_clustered
from evalspec.rules.stat._examples import CLUSTER, WILSON, ranking, summary, with_columns
from evalspec.rules.stat._fit import fits
from evalspec.summaries._quantity import quantity_of_cell
from evalspec.terms import Quantity, Severity


def text(plan: Plan) -> Iterator[Answer]:
    if plan.units is None or not is_clustered(plan):
        yield NotApplicable("the units are not said to be clustered")
        return
    for path, owner, interval in intervals_of(plan):
        if interval.method in BINOMIAL and not _between_clusters(plan, path, interval.method):
            message = f"`{interval.method}` in `{owner}` takes the units as independent; they are clustered by `{plan.units.cluster}`"
            yield Objection(path=path, message=message)


def _between_clusters(plan: Plan, path: Path, method: str) -> bool:
    """Whether the method takes each cohort's variance between its clusters: a mean of ratios over cohorts."""
    if method != "delta" or path[0] != "summaries":
        return False
    summary = plan.summaries[int(path[1])]
    words = [u.word for u in summary.uses if u.word in metrics()]
    return "cohorts" in combined(summary) and all(
        quantity_of_cell(plan, summary, metrics()[w]) is Quantity.CLUSTERED_RATIO and fits(plan, summary, w, method)
        for w in words
    )


_DELTA = ", interval: {method: delta, level: 0.95}"
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
    bad=(
        with_columns(CLUSTER + summary(more=WILSON)),
        with_columns(CLUSTER + ranking(more=", minimum_defined: 2" + _DELTA, cohorts="macro")),
    ),
    good=(
        with_columns(CLUSTER + summary(more=_CLUSTER_RATIO)),
        with_columns(CLUSTER + summary(more=", minimum_defined: 2" + _DELTA, cohorts="macro")),
        summary(more=WILSON),
    ),
    text=text,
)
