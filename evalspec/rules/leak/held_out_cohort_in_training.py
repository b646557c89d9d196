"""LEAK117: a fold trains on the cohort that it holds out."""

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


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    if plan.design.kind not in (DesignKind.LEAVE_ONE_COHORT_OUT, DesignKind.EXTERNAL):
        yield NotApplicable("the design does not hold out whole cohorts")
        return
    unknown = not_comparable(plan, blinded)
    if unknown:
        yield unknown
        return
    units = of_units(blinded)
    yield from _units(plan, blinded) if units else _cohorts(plan, blinded)
    missing = without_manifest(blinded)
    if missing:
        yield Undecided(f"the training side of {counted(len(missing), 'fold')} ({named(missing)})")
    if units:
        yield Evidence(Grade.PROVED, "no unit of a held-out cohort is on the training side of the manifest")
    else:
        yield Evidence(
            Grade.MATCHED,
            "by the manifest no cohort trains where it is held out",
            "a manifest of units, with their ids or masked ones",
        )


def _cohorts(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    found = blinded.ask(
        f"""
        SELECT e.fold, list(DISTINCT e.cohort ORDER BY e.cohort), min(m.line)
        FROM manifest m JOIN (SELECT DISTINCT fold, cohort FROM {EVALUATED}) e
            ON m.cohort = e.cohort AND {one_fold(blinded, "m", "e")}
        WHERE m.role = 'training' {_not_misplaced(blinded)} GROUP BY e.fold ORDER BY min(m.line)
        """
    )
    for fold, cohorts, line in found:
        trains = f"held-out {'cohort' if len(cohorts) == 1 else 'cohorts'} {named(cohorts)} also on the training side"
        yield _objection(plan, line, f"{in_fold(fold)} has {trains}, the first in line {line}")


def _units(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    """Units that are evaluated in the same fold are ``resubstitution``'s."""
    same_fold = one_fold(blinded, "m", "e")
    found = blinded.ask(
        f"""
        WITH evaluated AS {EVALUATED}, held AS (SELECT DISTINCT fold, cohort FROM evaluated)
        SELECT e.fold, list(DISTINCT e.cohort ORDER BY e.cohort), count(DISTINCT m.unit), min(m.line)
        FROM manifest m JOIN held e ON m.cohort = e.cohort AND {same_fold}
        WHERE m.role = 'training' AND m.unit <> '' AND NOT EXISTS (SELECT 1 FROM evaluated v WHERE v.fold = e.fold AND {one_unit(plan, "v", "m")})
            {_not_misplaced(blinded)}
        GROUP BY e.fold ORDER BY min(m.line)
        """
    )
    for fold, cohorts, units, line in found:
        of = f"of the held-out {'cohort' if len(cohorts) == 1 else 'cohorts'} {named(cohorts)}"
        yield _objection(
            plan, line, f"{in_fold(fold)} trains on {counted(units, 'unit')} {of}, the first in line {line}"
        )


def _not_misplaced(blinded: Blinded) -> str:
    """Cohorts that a fold evaluates by mistake are ``fold-holds-out-wrong-cohort``'s."""
    pairs = [f"({literal(m.fold)}, {literal(m.cohort)})" for m in misplaced(blinded)]
    return f"AND (e.fold, e.cohort) NOT IN ({', '.join(pairs)})" if pairs else ""


def _objection(plan: Plan, line: int, message: str) -> Objection:
    assert plan.data.training
    return Objection(path=("data", "training"), file=plan.data.training.path, line=line, message=message)


_PLAN = (
    "data: {predictions: predictions.csv, outcomes: outcomes.csv, training: {path: train.csv, columns: {fold: fold}}}\n"
    "design: {kind: leave-one-cohort-out, fold: cohort}\n"
    "thresholds: {main: {source: prespecified, value: 0.5, positive_when: score >= threshold, why: the label}}"
)

RULE = Rule(
    code="LEAK117",
    name="held-out-cohort-in-training",
    severity=Severity.ERROR,
    leakage=Leakage.NO_TEST_SET,
    summary="A fold trains on the cohort that it holds out.",
    why="Patients of one hospital share staff, machines and habits; a fit that has seen some of them knows the others better.",
    help="train each fold on the other cohorts alone, and write the manifest again",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, types L1.1 and L3.2",
    bad=(
        Example(
            plan=_PLAN, files={"train.csv": "fold,cohort,role\nA,A,test\nA,B,train\nA,A,train\nB,A,train\nB,B,test\n"}
        ),
    ),
    good=(Example(plan=_PLAN, files={"train.csv": "fold,cohort,role\nA,A,test\nA,B,train\nB,A,train\nB,B,test\n"}),),
    needs=("training", "predictions"),
    files=files,
)
