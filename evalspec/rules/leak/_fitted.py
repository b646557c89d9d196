"""What the plan gives more than its word for a step: the number of units it learned from, and a digest for each fold."""

from collections.abc import Iterator, Mapping

from evalspec.plan.model import Plan
from evalspec.plan.model.design import Step
from evalspec.records import Blinded, Path
from evalspec.rules.base import Answer, Evidence, Objection, Undecided
from evalspec.rules.data._said import counted, named
from evalspec.rules.data._sql import key
from evalspec.rules.leak._sides import of_units
from evalspec.rules.leak._steps import Family, family, of, shows_more
from evalspec.tables.names import artefact_name
from evalspec.terms import DesignKind, Grade, Severity


def shown(plan: Plan, *families: Family) -> bool:
    """Whether any step of these families shows more than the plan's word."""
    return any(shows_more(step) for _, step in of(plan, *families))


def judged(plan: Plan, blinded: Blinded, *families: Family) -> Iterator[Answer]:
    """What the files say of each step that shows more than the plan's word."""
    sizes = _training_sizes(plan, blinded)
    for i, step in of(plan, *families):
        if shows_more(step):
            if step.fitted_on is not None:
                yield from _counts(i, step, sizes, blinded)
            if step.artefact is not None:
                yield from _artefacts(plan, blinded, i, step)


def _training_sizes(plan: Plan, blinded: Blinded) -> dict[str, int]:
    """Units on the training side of each fold: by the manifest, else, where each cohort is held out in turn, the others."""
    unit = f"count(DISTINCT ({key(plan)}))"
    if "training" in blinded.tables and of_units(blinded):
        found = blinded.ask(
            "SELECT fold, count(DISTINCT (unit, cohort)) FROM manifest WHERE role = 'training' GROUP BY fold"
        )
    elif "training" in blinded.tables:
        joined = "manifest m JOIN unit u ON u.cohort = m.cohort WHERE m.role = 'training'"
        found = blinded.ask(f"SELECT m.fold, count(DISTINCT (u.unit, u.cohort)) FROM {joined} GROUP BY m.fold")
    elif plan.design.kind is DesignKind.LEAVE_ONE_COHORT_OUT:
        every = f"(SELECT {unit} FROM unit)"
        found = blinded.ask(f"SELECT fold, {every} - {unit} FROM prediction WHERE fold <> '' GROUP BY fold")
    else:
        return {}
    return {str(fold): int(n) for fold, n in found}


def _counts(i: int, step: Step, sizes: Mapping[str, int], blinded: Blinded) -> Iterator[Answer]:
    given = step.fitted_on if isinstance(step.fitted_on, dict) else dict.fromkeys(sizes, step.fitted_on or 0)
    total = blinded.ask("SELECT count(*) FROM (SELECT DISTINCT unit, cohort FROM unit)")[0][0]
    if not sizes or set(given) - set(sizes):
        yield Undecided("data.training, a manifest of the training units of every fold that `fitted_on` names")
    for fold, n in given.items():
        if fold in sizes and n > sizes[fold]:
            where = f" in fold `{fold}`" if fold else ""
            all_of_them = ", as many as there are in all cohorts together" if n == total else ""
            path: Path = ("design", "steps", i, "fitted_on", *([fold] if isinstance(step.fitted_on, dict) else []))
            message = (
                f"step `{step.name}` learned from {counted(n, 'unit')}{where}{all_of_them}, where {sizes[fold]} train"
            )
            yield Objection(path=path, message=message)
    yield Evidence(Grade.MATCHED, "each step learned from no more units than its fold trains on, by the manifest")


def _artefacts(plan: Plan, blinded: Blinded, i: int, step: Step) -> Iterator[Answer]:
    """Different training data leave different artefacts: one for several folds was learned from something they share."""
    path = ("design", "steps", i, "artefact")
    folds = list(step.artefact) if isinstance(step.artefact, dict) else []
    if not folds:
        if plan.design.kind in (DesignKind.LEAVE_ONE_COHORT_OUT, DesignKind.CROSS_VALIDATION):
            message = (
                f"step `{step.name}` left one artefact for all folds, so it learned from what some of them hold out"
            )
            yield Objection(path=path, message=message, help=_ONE_EACH, severity=_severity(step))
        else:
            yield Evidence(Grade.ATTESTED, "the plan's steps say so; what the step left behind is bound by its digest")
        return
    by_digest: dict[str, list[str]] = {}
    for fold in folds:
        digest = blinded.digests.get(artefact_name(plan, i, fold))
        if digest is not None:
            by_digest.setdefault(digest, []).append(fold)
    for same in by_digest.values():
        if len(same) > 1:
            message = (
                f"step `{step.name}` left the same artefact in folds {named(same)}, which train on different units"
            )
            yield Objection(path=path, message=message, help=_ONE_EACH, severity=_severity(step))
    yield Evidence(Grade.MATCHED, "each fold has an artefact of its own, bound by its digest")


def _severity(step: Step) -> Severity | None:
    """The same list may be selected twice by chance; the same means or weights are not fitted twice."""
    chosen = family(step.kind) in (Family.SELECTS, Family.TUNES, Family.CHOOSES_MODEL, Family.RESAMPLES)
    return Severity.WARNING if chosen else None


_ONE_EACH = "learn the step anew in each fold; or, if it learned nothing from these data, say `learns_from: nothing`"
