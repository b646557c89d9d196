"""STAT150: what a bootstrap draws, how often and how its limits are read off is not all said, or can't be done."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Interval
from evalspec.records import Path
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule
from evalspec.rules.plan._axes import evaluated, word
from evalspec.rules.plan._words import intervals
from evalspec.rules.stat._dependence import intervals_of, is_clustered
from evalspec.rules.stat._examples import CLUSTER, summary, with_columns
from evalspec.terms import Severity

DUE = ("replicates", "seed", "resample", "limits")
"""`strata` may be left out: then units are drawn from all of them together."""

FEWEST = 1000


def text(plan: Plan) -> Iterator[Answer]:
    there = list(intervals_of(plan))
    if not there:
        yield NotApplicable("the plan declares no interval")
    for path, owner, interval in there:
        here = path[:-1]
        if interval.method == "bootstrap":
            yield from _bootstrap(plan, here, owner, interval)
        elif interval.method in intervals():
            yield from _another_method(here, owner, interval)


def _another_method(path: Path, owner: str, interval: Interval) -> Iterator[Objection]:
    given = [key for key in (*DUE, "strata") if getattr(interval, key) is not None]
    if given:
        message = f"`{given[0]}` in `{owner}` is a word of the bootstrap, and the method is `{interval.method}`"
        help = f"remove {', '.join(f'`{g}`' for g in given)}, or say `method: bootstrap`"
        yield Objection(path=(*path, given[0]), message=message, help=help)


def _bootstrap(plan: Plan, path: Path, owner: str, interval: Interval) -> Iterator[Objection]:
    missing = [key for key in DUE if getattr(interval, key) is None]
    if missing:
        listed = ", ".join(f"`{m}`" for m in missing)
        yield Objection(path=path, message=f"the bootstrap in `{owner}` does not say its {listed}")
    if interval.replicates is not None and interval.replicates < FEWEST:
        message = f"{interval.replicates} replicates in `{owner}`: the limits move with the seed"
        help = f"say at least `replicates: {FEWEST}`; 2000 or more for bca"
        yield Objection(path=(*path, "replicates"), message=message, help=help, severity=Severity.WARNING)
    if interval.resample == "clusters":
        yield from _clusters(plan, path, owner, interval)
    if interval.resample == "cohorts":
        yield from _cohorts(plan, path, owner, interval)


def _clusters(plan: Plan, path: Path, owner: str, interval: Interval) -> Iterator[Objection]:
    if not is_clustered(plan):
        message = f"the bootstrap in `{owner}` draws clusters, and `units.cluster` is not said"
        help = "say which column names the cluster, or `resample: units`"
        yield Objection(path=(*path, "resample"), message=message, help=help)
    elif "outcome" in (interval.strata or ()):
        message = f"the bootstrap in `{owner}` draws clusters within outcomes, and a cluster holds units of both"
        yield Objection(path=(*path, "strata"), message=message, help="remove `outcome` from `strata`")


def _cohorts(plan: Plan, path: Path, owner: str, interval: Interval) -> Iterator[Objection]:
    number = len(evaluated(plan))
    if number < 2:
        message = f"the bootstrap in `{owner}` draws cohorts, and the plan evaluates {number or 'none'}"
        yield Objection(path=(*path, "resample"), message=message, help="say `resample: units`")
    elif path[0] == "summaries" and word(plan.summaries[int(path[1])], "cohorts") == "each":
        message = f"the bootstrap in `{owner}` draws cohorts, and each cohort has a row of its own"
        yield Objection(path=(*path, "resample"), message=message, help="say `resample: units`")
    elif path[0] == "summaries" and word(plan.summaries[int(path[1])], "cohorts") == "weights":
        message = f"the bootstrap in `{owner}` draws cohorts, and each has its declared weight"
        help = "say `resample: units` with `strata: [cohort]`: declared weights are about these cohorts"
        yield Objection(path=(*path, "resample"), message=message, help=help)
    elif interval.strata:
        message = f"the bootstrap in `{owner}` draws whole cohorts within `{', '.join(interval.strata)}`"
        yield Objection(path=(*path, "strata"), message=message, help="remove `strata`, or say `resample: units`")


def drawn(more: str, cohorts: str = "pooled") -> str:
    """An example's bootstrap, with these words."""
    return summary(more=f", interval: {{method: bootstrap, level: 0.95{more}}}", cohorts=cohorts)


ALL = ", replicates: 2000, seed: 1, limits: percentile, resample: "
_WEIGHTS = "{weights: {A: 2, B: 1}, why: beds}, minimum_defined: 2"

RULE = Rule(
    code="STAT150",
    name="bootstrap-incomplete",
    severity=Severity.ERROR,
    summary="A bootstrap does not say all that decides its limits, or what it says can't be drawn.",
    why=(
        "What is drawn, within which strata, how often and from which seed decides the limits; the language has no defaults "
        "for it. Below 1000 replicates the limits of another seed differ visibly: a warning."
    ),
    help="say `replicates`, `seed`, `resample` and `limits`, such as {replicates: 2000, seed: 20261130, resample: units, limits: percentile}",
    source="Efron & Tibshirani 1993, An Introduction to the Bootstrap; Davison & Hinkley 1997",
    bad=(
        drawn(""),
        drawn(", replicates: 2000, seed: 1, resample: units"),
        drawn(ALL.replace("2000", "200") + "units"),
        drawn(ALL + "clusters"),
        drawn(ALL + "cohorts, strata: [cohort]"),
        drawn(ALL + "cohorts", _WEIGHTS),
        "cohorts:\n" + drawn(ALL + "cohorts").replace(", cohorts: pooled", ""),
        with_columns(CLUSTER + drawn(ALL + "clusters, strata: [outcome]")),
        summary(more=", interval: {method: wilson, level: 0.95, replicates: 2000}"),
    ),
    good=(
        drawn(ALL + "units"),
        drawn(ALL + "units, strata: [cohort, outcome]"),
        with_columns(CLUSTER + drawn(ALL + "clusters")),
        drawn(ALL + "units, strata: [cohort]", _WEIGHTS),
    ),
    waivable=False,
    text=text,
)
