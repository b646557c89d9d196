"""LEAK106: units of one cluster stand on both sides of a fold."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.data._said import counted
from evalspec.rules.data._sql import one_unit
from evalspec.rules.leak._sides import EVALUATED, in_fold, not_comparable, of_units, one_fold
from evalspec.terms import Grade, Leakage, Scope, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    if plan.units is None or plan.units.cluster is None:
        yield NotApplicable("the plan declares no units.cluster")
        return
    unknown = not_comparable(plan, blinded)
    if unknown:
        yield unknown
        return
    trains = _TRAINS_UNITS if of_units(blinded) else _TRAINS_COHORTS
    with_ = trains.format(one_unit=one_unit(plan, "u", "m"))
    yield from _both_sides(plan, blinded, with_)
    without = blinded.ask(
        f"WITH trains AS ({with_}) SELECT count(DISTINCT unit) FROM trains WHERE coalesce(cluster, '') = ''"
    )[0][0]
    if without:
        yield Undecided(f"the {plan.units.cluster} of {counted(without, 'unit')} on the training side")
    yield Evidence(Grade.PROVED, f"no {plan.units.cluster} stands on both sides of a fold")


_TRAINS_UNITS = """
    SELECT m.fold, m.unit, u.cohort, u.cluster, m.line FROM manifest m LEFT JOIN unit u ON {one_unit}
    WHERE m.role = 'training' AND m.unit <> ''"""
_TRAINS_COHORTS = """
    SELECT m.fold, u.unit, u.cohort, u.cluster, m.line FROM manifest m JOIN unit u ON u.cohort = m.cohort
    WHERE m.role = 'training'"""


def _both_sides(plan: Plan, blinded: Blinded, trains: str) -> Iterator[Answer]:
    """A unit that stands on both sides itself is ``resubstitution``'s, and a whole cohort another rule's."""
    assert plan.data.training
    assert plan.units
    scoped = "AND e.cohort = t.cohort" if plan.units.id_scope is Scope.COHORT else ""
    found = blinded.ask(
        f"""
        WITH trains AS ({trains}), evaluated AS {EVALUATED},
        held AS (
            SELECT DISTINCT e.fold, e.unit, u.cohort, u.cluster
            FROM evaluated e JOIN unit u ON u.unit = e.unit AND u.cohort = e.cohort WHERE coalesce(u.cluster, '') <> '')
        SELECT e.fold, count(DISTINCT e.cluster), count(DISTINCT t.unit), min(t.line)
        FROM trains t JOIN held e ON e.cluster = t.cluster AND {one_fold(blinded, "t", "e")} {scoped}
        WHERE NOT EXISTS (SELECT 1 FROM evaluated v WHERE v.fold = e.fold AND {one_unit(plan, "v", "t")})
        GROUP BY e.fold ORDER BY min(t.line)
        """
    )
    for fold, clusters, units, line in found:
        side = f"{counted(units, 'unit')} of the training side {'belongs' if units == 1 else 'belong'}"
        of = f"{clusters} {plan.units.cluster} {'value' if clusters == 1 else 'values'} that {'is' if clusters == 1 else 'are'}"
        message = f"{in_fold(fold)}: {side} to {of} evaluated there too, the first in line {line}"
        yield Objection(path=("data", "training"), file=plan.data.training.path, line=line, message=message)


_PLAN = (
    "units: {id: subject_id, id_scope: study, cluster: patient}\n"
    "data: {predictions: predictions.csv, outcomes: outcomes.csv, training: train.csv, units: units.csv}\n"
    "design: {kind: external}\n"
    "summaries: [{id: ranking, role: primary, metric: auroc, cohorts: each}]"
)


def _units(patient_of_t01: str) -> str:
    rows = [f"s{n:02},{'A' if n < 7 else 'B'},p{n:02}" for n in range(1, 13)]
    return "\n".join(["subject_id,cohort,patient", *rows, f"t01,C,{patient_of_t01}"]) + "\n"


_COHORTS = "\ncohorts: {column: cohort, members: {A: {}, B: {}, C: {role: training}}}"
_TRAIN = "subject_id,role\nt01,train\n"

RULE = Rule(
    code="LEAK106",
    name="shared-cluster",
    severity=Severity.ERROR,
    leakage=Leakage.DEPENDENCE,
    summary="Units of one patient, family or site stand on the training and on the evaluation side.",
    why="Two samples of one patient are nearly one sample: a fit that has seen the first recognises the second.",
    help="keep all units of a cluster on one side of each fold",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L3.2",
    bad=(Example(plan=_PLAN + _COHORTS, files={"train.csv": _TRAIN, "units.csv": _units("p03")}),),
    good=(Example(plan=_PLAN + _COHORTS, files={"train.csv": _TRAIN, "units.csv": _units("p77")}),),
    needs=("training", "predictions"),
    files=files,
)
