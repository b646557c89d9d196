"""Where the plan names what it declares elsewhere."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Gate
from evalspec.plan.model.design import ByCohort, Costs, Fractions, Threshold
from evalspec.plan.model.study import Flow
from evalspec.records import Path


@dataclass(frozen=True, slots=True)
class Reference:
    """At ``path`` the plan names ``name``, which must be declared among the ``kind``; ``as_key``: a key names it."""

    path: Path
    kind: str
    name: str
    as_key: bool = False


def declared(plan: Plan) -> dict[str, tuple[str, ...]]:
    """What there is to name, by the section's word."""
    return {
        "models": tuple(plan.models),
        "thresholds": tuple(plan.thresholds),
        "populations": tuple(plan.populations),
        "costs": () if plan.costs is None or isinstance(plan.costs, Costs) else tuple(plan.costs),
        "subgroups": tuple(plan.subgroups),
        "cohorts": tuple(plan.cohorts.members) if plan.cohorts else (),
        "summaries": tuple(s.id for s in plan.summaries),
        "comparisons": tuple(c.id for c in plan.comparisons),
        "gates": tuple(g.id for g in plan.gates),
        "review roles": tuple(plan.review.approve) if plan.review else (),
    }


def references(plan: Plan) -> Iterator[Reference]:
    """Every name of something declared, in the plan's order; weights over cohorts are another rule's."""
    yield from _models(plan)
    for name, threshold in plan.thresholds.items():
        yield from _threshold(("thresholds", name), threshold)
    yield from _by_cohort(plan)
    yield from _summaries(plan)
    yield from _comparisons(plan)
    for k, curve in enumerate(plan.curves):
        yield from _list(("curves", k, "models"), "models", curve.models)
        yield from _one(("curves", k, "threshold"), "thresholds", curve.threshold)
        yield from _one(("curves", k, "costs"), "costs", curve.costs)
    for k, gate in enumerate(plan.gates):
        yield from _gate(("gates", k), gate)
    if plan.review is not None:
        yield from _list(("review", "different"), "review roles", plan.review.different)
        for role in plan.review.signers:
            yield Reference(("review", "signers", role), "review roles", role, as_key=True)


def _one(path: Path, kind: str, name: str | None) -> Iterator[Reference]:
    if name is not None:
        yield Reference(path, kind, name)


def _list(path: Path, kind: str, names: tuple[str, ...] | None) -> Iterator[Reference]:
    for k, name in enumerate(names or ()):
        yield Reference((*path, k), kind, name)


def _models(plan: Plan) -> Iterator[Reference]:
    for name, model in plan.models.items():
        yield from _one(("models", name, "calibrated_to"), "populations", model.calibrated_to)


def _threshold(path: Path, threshold: Threshold) -> Iterator[Reference]:
    yield from _one((*path, "cohort"), "cohorts", threshold.cohort)
    yield from _one((*path, "population"), "populations", threshold.population)
    yield from _one((*path, "costs"), "costs", threshold.costs)
    if threshold.rule is not None:
        yield from _one((*path, "rule", "population"), "populations", threshold.rule.population)
    if isinstance(threshold.value, ByCohort):
        for cohort in threshold.value.values:
            yield Reference((*path, "value", "values", cohort), "cohorts", cohort, as_key=True)
    elif isinstance(threshold.value, Mapping):
        for model in threshold.value:
            yield Reference((*path, "value", model), "models", model, as_key=True)


def _by_cohort(plan: Plan) -> Iterator[Reference]:
    fractions = plan.sampling.fractions if plan.sampling else None
    if fractions is not None and not isinstance(fractions, Fractions):
        for cohort in fractions:
            yield Reference(("sampling", "fractions", cohort), "cohorts", cohort, as_key=True)
    if plan.flow is not None and not isinstance(plan.flow, Flow):
        for cohort in plan.flow:
            yield Reference(("flow", cohort), "cohorts", cohort, as_key=True)


def _summaries(plan: Plan) -> Iterator[Reference]:
    for k, summary in enumerate(plan.summaries):
        path: Path = ("summaries", k)
        yield from _one((*path, "threshold"), "thresholds", summary.threshold)
        yield from _list((*path, "models"), "models", summary.models)
        yield from _list((*path, "subgroup"), "subgroups", summary.subgroup)
        yield from _one((*path, "population"), "populations", summary.population)
        yield from _one((*path, "costs"), "costs", summary.costs)


def _comparisons(plan: Plan) -> Iterator[Reference]:
    for k, comparison in enumerate(plan.comparisons):
        path: Path = ("comparisons", k)
        yield from _one((*path, "summary"), "summaries", comparison.summary)
        yield from _list((*path, "models"), "models", comparison.models)
        yield from _list((*path, "thresholds"), "thresholds", comparison.thresholds)
        yield from _list((*path, "subgroups"), "subgroups", comparison.subgroups)
        yield from _one((*path, "costs"), "costs", comparison.costs)


def _gate(path: Path, gate: Gate) -> Iterator[Reference]:
    yield from _one((*path, "after"), "gates", gate.after)
    for k, requirement in enumerate(gate.require):
        here: Path = (*path, "require", k)
        yield from _one((*here, "summary"), "summaries", requirement.summary)
        yield from _one((*here, "comparison"), "comparisons", requirement.comparison)
        yield from _one((*here, "model"), "models", requirement.model)
