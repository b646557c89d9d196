"""Which columns of a blinded file the plan names."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.files import DataFile

_WORDS = ("unit", "cohort", "fold", "repeat", "model", "label", "role", "threshold")


def declared(plan: Plan, table: str) -> set[str]:
    """Names that the plan gives a meaning to in ``data.<table>``; columns of that name are no outcome in disguise."""
    file = getattr(plan.data, table, None)
    return {c for c in (*_everywhere(plan), *(_of_file(file) if file else ())) if c}


def _everywhere(plan: Plan) -> Iterator[str | None]:
    if plan.units:
        yield from (plan.units.id, plan.units.cluster, *plan.units.match_on)
    if plan.cohorts:
        yield plan.cohorts.column
        for cohort in plan.cohorts.members.values():
            yield from cohort.where or {}
    yield from (plan.design.fold, plan.design.repeat)
    for model in plan.models.values():
        yield from (model.score, model.calls, *(model.scores or {}).values())
    for subgroup in plan.subgroups.values():
        yield from (subgroup.by, *(subgroup.where or {}))
    if plan.sampling and plan.sampling.strata:
        yield plan.sampling.strata.column
    if plan.handling and plan.handling.indeterminate:
        yield plan.handling.indeterminate.column


def _of_file(file: DataFile) -> Iterator[str]:
    for word in _WORDS:
        yield file.columns.of(word)
