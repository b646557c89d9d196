"""LEAK119: a fold trains on more or fewer units than the other cohorts hold: 80, 90, 70 of 40, 30, 50."""

from collections.abc import Collection, Iterator

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.data._said import counted, named
from evalspec.rules.data._sql import key, one_unit
from evalspec.rules.leak._sides import in_fold, misplaced, not_comparable, of_units
from evalspec.terms import CohortRole, DesignKind, Grade, Leakage, Severity


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    if plan.design.kind is not DesignKind.LEAVE_ONE_COHORT_OUT:
        yield NotApplicable("the design is not leave-one-cohort-out")
        return
    unknown = not_comparable(plan, blinded) or _size_unknown(plan, blinded)
    if unknown:
        yield unknown
        return
    others = _others(plan, blinded)
    if of_units(blinded):
        yield from _units(plan, blinded, others)
        yield Evidence(Grade.PROVED, "each fold trains on as many units as the other cohorts hold")
    else:
        yield from _cohorts(plan, blinded, others)
        yield Evidence(Grade.MATCHED, "by the manifest each fold trains on all other cohorts", "a manifest of units")


def _trainable(plan: Plan) -> list[str]:
    members = plan.cohorts.members if plan.cohorts else {}
    return [name for name, c in members.items() if c.role is not CohortRole.CALIBRATION]


def _size_unknown(plan: Plan, blinded: Blinded) -> Undecided | None:
    """A cohort that only trains may stand in no file: then nothing says how many units it has."""
    if not of_units(blinded):
        return None
    seen = {c for (c,) in blinded.ask("SELECT DISTINCT cohort FROM unit")}
    members = plan.cohorts.members if plan.cohorts else {}
    absent = [n for n in _trainable(plan) if members[n].role is CohortRole.TRAINING and n not in seen]
    return Undecided(f"data.units with the units of {named(absent)}") if absent else None


def _others(plan: Plan, blinded: Blinded) -> dict[str, list[str]]:
    """For each fold whose held-out cohort is beyond doubt, the cohorts that it should train on."""
    held: dict[str, set[str]] = {}
    for fold, cohort in blinded.ask(
        "SELECT DISTINCT fold, cohort FROM prediction WHERE fold <> '' ORDER BY fold, cohort"
    ):
        held.setdefault(fold, set()).add(cohort)
    doubtful = {m.fold for m in misplaced(blinded)}
    return {f: [c for c in _trainable(plan) if c not in out] for f, out in held.items() if f not in doubtful}


def _units(plan: Plan, blinded: Blinded, others: dict[str, list[str]]) -> Iterator[Answer]:
    together = _together(plan, blinded)
    sql = _TRAINS.format(one_unit=one_unit(plan, "u", "m"), key=key(plan), key_m=key(plan, "m"))
    for fold, trains, strangers, line in blinded.ask(sql):
        if fold not in others:
            continue
        due = sum(n for cohorts, n in together if set(cohorts) & set(others[fold]))
        if trains == due and not strangers:
            continue
        message = f"{in_fold(fold)} trains on {counted(trains, 'unit')}; the other cohorts hold {_sum(together, others[fold], due)}"
        if strangers:
            message += f"; {strangers} of them {'is' if strangers == 1 else 'are'} in no cohort of the files"
        yield _objection(plan, line, message, lower=trains < due and not strangers)


_TRAINS = """
    WITH held AS (SELECT DISTINCT fold, cohort FROM prediction),
    trains AS (
        SELECT fold, {key}, min(line) AS line FROM manifest
        WHERE role = 'training' AND unit <> '' GROUP BY fold, {key}),
    known AS (
        SELECT m.fold, min(m.line) AS line, count(u.unit) = 0 AS stranger,
            count(u.unit) FILTER (h.cohort IS NULL) > 0 AS other
        FROM trains m LEFT JOIN unit u ON {one_unit} LEFT JOIN held h ON h.fold = m.fold AND h.cohort = u.cohort
        GROUP BY m.fold, {key_m})
    SELECT fold, count(*) FILTER (other OR stranger), count(*) FILTER (stranger), min(line)
    FROM known GROUP BY fold ORDER BY min(line)
    """
"""A fold's training units, but for those of its held-out cohort, which other rules object to."""


def _together(plan: Plan, blinded: Blinded) -> list[tuple[list[str], int]]:
    """How many units stand in each combination of cohorts: nearly always in one."""
    found = blinded.ask(
        "SELECT cohorts, count(*) FROM ("
        f"SELECT list(DISTINCT cohort ORDER BY cohort) AS cohorts FROM unit GROUP BY {key(plan)}) GROUP BY cohorts ORDER BY cohorts"
    )
    return [(list(cohorts), n) for cohorts, n in found]


def _sum(together: list[tuple[list[str], int]], others: Collection[str], due: int) -> str:
    sizes = [sum(n for cohorts, n in together if c in cohorts) for c in others]
    if 1 < len(sizes) <= 5 and sum(sizes) == due:
        return " + ".join(map(str, sizes)) + f" = {due}"
    return str(due)


def _cohorts(plan: Plan, blinded: Blinded, others: dict[str, list[str]]) -> Iterator[Answer]:
    found = blinded.ask(
        "SELECT fold, list(DISTINCT cohort), min(line) FROM manifest WHERE role = 'training' GROUP BY fold ORDER BY min(line)"
    )
    for fold, trains, line in found:
        absent = [c for c in others.get(fold, ()) if c not in trains]
        if absent:
            message = f"{in_fold(fold)} trains on {len(others[fold]) - len(absent)} of {len(others[fold])} other cohorts, not on {named(absent)}"
            yield _objection(plan, line, message, lower=True)


def _objection(plan: Plan, line: int, message: str, *, lower: bool) -> Objection:
    assert plan.data.training
    severity = Severity.NOTE if lower else None
    return Objection(
        path=("data", "training"), file=plan.data.training.path, line=line, message=message, severity=severity
    )


_PLAN = (
    "data: {predictions: predictions.csv, outcomes: outcomes.csv, training: {path: train.csv, columns: {fold: fold}}}\n"
    "design: {kind: leave-one-cohort-out, fold: cohort}"
)


def _manifest(*strangers: str) -> str:
    of_b = [f"A,s{n:02},train" for n in range(7, 13)]
    of_a = [f"B,s{n:02},train" for n in range(1, 7)]
    return "\n".join(["fold,subject_id,role", *of_b, *of_a, *(f"B,{s},train" for s in strangers)]) + "\n"


RULE = Rule(
    code="LEAK119",
    name="training-size-arithmetic",
    severity=Severity.ERROR,
    leakage=Leakage.NO_TEST_SET,
    summary="A fold trains on another number of units than the other cohorts hold.",
    why=(
        "Leaving one of cohorts of 40, 30 and 50 out leaves 80, 90 and 70. Any other number means that units came in "
        "from elsewhere, or that the held-out cohort was not left out; fewer may be units that were set aside, and is a note."
    ),
    help="train each fold on all units of the other cohorts, or declare the cohort that the other units come from",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L1.1",
    bad=(Example(plan=_PLAN, files={"train.csv": _manifest("s90", "s91")}),),
    good=(Example(plan=_PLAN, files={"train.csv": _manifest()}),),
    needs=("training", "predictions"),
    files=files,
)
