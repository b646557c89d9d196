"""LEAK100: units that a fit was made on are judged by it."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.data._said import counted, named
from evalspec.rules.data._sql import literal, one_unit
from evalspec.rules.leak._sides import (
    EVALUATED,
    in_fold,
    misplaced,
    not_comparable,
    of_units,
    one_fold,
    without_manifest,
)
from evalspec.terms import DesignKind, Grade, Leakage, Severity


def text(plan: Plan) -> Iterator[Answer]:
    if plan.design.kind is DesignKind.RESUBSTITUTION:
        yield Objection(path=("design", "kind"), message="the classifier is judged by the units it was fitted on")


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    if plan.design.kind is DesignKind.RESUBSTITUTION:
        return
    unknown = _unknown(plan, blinded)
    if unknown:
        yield unknown
        return
    if not of_units(blinded):
        yield _of_cohorts(blinded)
        return
    yield from _both_sides(plan, blinded)
    missing = without_manifest(blinded)
    if missing:
        yield Undecided(f"the training units of {counted(len(missing), 'fold')} ({named(missing)})")
    yield Evidence(Grade.PROVED, _sizes(blinded))


def _sizes(blinded: Blinded) -> str:
    """The size of each side, for a reporting checklist."""
    folds, train = blinded.ask(
        "SELECT count(DISTINCT fold), count(*) FROM (SELECT DISTINCT fold, unit, cohort FROM manifest WHERE role = 'training')"
    )[0]
    (evaluated,) = blinded.ask("SELECT count(*) FROM (SELECT DISTINCT fold, unit, cohort FROM prediction)")[0]
    over = f" over {folds} folds" if folds > 1 else ""
    return (
        f"{counted(train, 'unit')} on the training side in the manifest and {counted(evaluated, 'unit')} evaluated{over}, "
        "none on both sides of a fold"
    )


def _unknown(plan: Plan, blinded: Blinded) -> Answer | None:
    if plan.data.training is None:
        if plan.design.kind in (DesignKind.EXTERNAL, DesignKind.TEMPORAL):
            return Evidence(
                Grade.ATTESTED,
                f"the plan says `{plan.design.kind}`",
                "data.training, a manifest of the training units; their ids may be masked",
            )
        return Undecided("data.training, a manifest of each fold's training units")
    for name in ("predictions", "training"):
        if name not in blinded.tables:
            return Undecided(
                f"data.{name}, which {'is not there yet' if name in blinded.missing else 'could not be read'}"
            )
    return not_comparable(plan, blinded)


def _of_cohorts(blinded: Blinded) -> Answer:
    trains = blinded.ask(
        "SELECT 1 FROM manifest m JOIN prediction p ON p.fold = m.fold AND p.cohort = m.cohort WHERE m.role = 'training' LIMIT 1"
    )
    if trains:
        return NotApplicable("the manifest names cohorts, not units: see held-out-cohort-in-training")
    return Evidence(
        Grade.MATCHED,
        "by the manifest no cohort trains where it is evaluated",
        "a manifest of units, with their ids or masked ones",
    )


def _both_sides(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    assert plan.data.training
    elsewhere = {(m.fold, m.cohort) for m in misplaced(blinded)}
    found = blinded.ask(
        f"""
        SELECT e.fold, e.cohort, count(DISTINCT m.unit), min(m.line)
        FROM manifest m JOIN {EVALUATED} e ON {one_unit(plan, "m", "e")} AND {one_fold(blinded, "m", "e")}
        WHERE m.role = 'training' AND m.unit <> ''
        GROUP BY e.fold, e.cohort ORDER BY min(m.line)
        """
    )
    folds: dict[str, list[tuple[int, int]]] = {}
    for fold, cohort, units, line in found:
        if (fold, cohort) not in elsewhere:
            folds.setdefault(fold, []).append((units, line))
    for fold, parts in folds.items():
        units, line = sum(n for n, _ in parts), min(at for _, at in parts)
        stand = "stands" if units == 1 else "stand"
        message = f"{in_fold(fold)}: {counted(units, 'unit')} {stand} on both sides, training and evaluation, the first in line {line}"
        message += _evaluated_at(plan, blinded, fold, line)
        yield Objection(path=("data", "training"), file=plan.data.training.path, line=line, message=message)


def _evaluated_at(plan: Plan, blinded: Blinded, fold: str, line: int) -> str:
    """Where the first of these units stands among the predictions."""
    found = blinded.ask(
        f"SELECT min(p.line) FROM manifest m JOIN prediction p ON {one_unit(plan, 'm', 'p')} "
        f"WHERE m.line = {line} AND p.fold = {literal(fold)}"
    )
    return f" and, evaluated, in line {found[0][0]} of the predictions" if found[0][0] is not None else ""


_MANIFEST = "data: {predictions: predictions.csv, outcomes: outcomes.csv, training: train.csv}"
_OTHERS = "subject_id,role\nt01,train\nt02,train\n"

RULE = Rule(
    code="LEAK100",
    name="resubstitution",
    severity=Severity.ERROR,
    leakage=Leakage.NO_TEST_SET,
    summary="Evaluated on units it was fitted on.",
    why="A fit remembers its own units: on them it looks better than it is on any other.",
    help="take these units off one side: fit without them, or do not evaluate them in this fold",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L1.1",
    bad=(
        "design: {kind: resubstitution}",
        Example(plan=_MANIFEST, files={"train.csv": _OTHERS + "s03,train\ns07,train\n"}),
    ),
    good=(
        "design: {kind: external}",
        Example(plan=_MANIFEST, files={"train.csv": _OTHERS}),
    ),
    text=text,
    files=files,
)
