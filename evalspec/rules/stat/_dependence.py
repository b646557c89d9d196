"""Which declared intervals and tests take the units as independent."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Interval
from evalspec.records import Path

BINOMIAL = frozenset(
    {
        "wilson",
        "clopper-pearson",
        "jeffreys",
        "agresti-coull",
        "delta",
        "newcombe-paired",
        "wald-paired",
        "delta-paired",
    }
)
DELONG = frozenset({"delong", "logit-delong", "delong-paired"})


def intervals_of(plan: Plan) -> Iterator[tuple[Path, str, Interval]]:
    """Every declared interval with its place and whose it is."""
    for section in ("summaries", "comparisons"):
        for i, owner in enumerate(getattr(plan, section)):
            if owner.interval:
                yield (section, i, "interval", "method"), owner.id, owner.interval


def is_clustered(plan: Plan) -> bool:
    return plan.units is not None and plan.units.cluster is not None
