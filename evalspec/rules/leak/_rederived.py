"""What a threshold's rule gives on its derivation data, beside what the plan or its file of values declares."""

from collections.abc import Iterator
from dataclasses import dataclass

from evalspec.plan.model import Plan
from evalspec.records import Blinded, Path, Rederived, ThresholdRow
from evalspec.terms import ThresholdSource

CHOSEN = (ThresholdSource.TRAINING, ThresholdSource.INNER_VALIDATION, ThresholdSource.CALIBRATION_COHORT)
"""Sources whose value was chosen on data that we could be given."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One declared value, and what the rule gives for it."""

    declared: ThresholdRow
    found: Rederived


def pairs(blinded: Blinded, threshold: str) -> tuple[Pair, ...]:
    """Each recomputed model and fold of a threshold with its declared value, where there is one."""
    rows = [r for r in blinded.thresholds if r.threshold == threshold]
    found = [d for d in blinded.rederived if d.threshold == threshold]
    one_fit = len({d.fold for d in found}) == 1
    return tuple(
        Pair(row, d)
        for d in found
        for row in rows
        if row.model == d.model and (row.fold == d.fold or row.fold is None or (one_fit and not d.fold))
    )


def derived(plan: Plan) -> Iterator[str]:
    """Thresholds that a rule chose on data that the plan names."""
    for name, t in plan.thresholds.items():
        if t.source in CHOSEN and t.rule is not None and t.derivation is not None:
            yield name


def is_derived(plan: Plan) -> bool:
    """Whether there is such a threshold."""
    return any(True for _ in derived(plan))


def place(plan: Plan, threshold: str, row: ThresholdRow) -> tuple[Path, str, int | None]:
    """(path, file, line) of a declared value: its line in the file of values, else its place in the plan."""
    values = plan.thresholds[threshold].values
    if row.line is not None and values is not None:
        return ("thresholds", threshold, "values"), values.path, row.line
    return ("thresholds", threshold, "value"), "", None


def proved(blinded: Blinded, threshold: str) -> bool:
    """Whether every value was recomputed from data without a held-out unit, and none differs."""
    found = pairs(blinded, threshold)
    declared = [r for r in blinded.thresholds if r.threshold == threshold]
    met = {(p.declared.model, p.declared.fold) for p in found if p.found.chosen == p.declared.value}
    return bool(found) and not any(p.found.held_out for p in found) and met == {(r.model, r.fold) for r in declared}


def fit(model: str, fold: str) -> str:
    """``model `m1`, fold `A```: what a value is for."""
    return f"model `{model}`, fold `{fold}`" if fold else f"model `{model}`"
