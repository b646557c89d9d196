"""LEAK103: one person stands on both sides under two ids. Without columns that tell persons apart it can't be seen."""

from collections.abc import Iterator, Sequence

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.rules.base import Answer, Evidence, Example, Objection, Rule, Undecided
from evalspec.rules.data._said import counted, named, objection, unit_column
from evalspec.rules.data._sql import has, quoted
from evalspec.rules.leak._sides import one_fold
from evalspec.terms import DesignKind, Grade, Leakage, Scope, Severity

_UNSEEN = (
    "units.match_on, columns that tell persons apart: from ids alone a copy of a record under a new id can't be seen"
)


def files(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    matched = plan.units.match_on if plan.units else ()
    if not matched:
        scoped = plan.units is not None and plan.units.id_scope is Scope.COHORT
        yield Undecided(_UNSEEN + ("; sameness of persons across cohorts was not checked" if scoped else ""))
        return
    assert plan.units
    training = plan.data.training
    if training is not None and training.columns.record is not None and "training" in blinded.tables:
        yield from _by_digest(plan, blinded)
        return
    table = next((t for t in ("units", "predictions") if all(has(blinded, t, c) for c in matched)), None)
    if table is None:
        yield Undecided(f"{named(matched)} in one file")
        return
    if all(has(blinded, "training", c) for c in matched):
        yield from _told(plan, blinded, table, blinded.ask(_pairs_in_manifest(plan, blinded, table)))
        return
    for trains, sides in _both_sides(plan, blinded):
        yield from _told(plan, blinded, table, blinded.ask(_pairs(plan, table, trains, sides)))
        unknown = blinded.ask(_unknown(plan, table, trains))[0][0]
        if unknown:
            yield Undecided(
                f"{named(matched)} of {counted(unknown, 'unit')} on the training side, in the manifest or in data.units"
            )
    yield Evidence(Grade.PROVED, f"no two ids on different sides agree in {named(matched)}")


def _told(plan: Plan, blinded: Blinded, table: str, pairs: Sequence[tuple[int]]) -> Iterator[Answer]:
    assert plan.units
    matched = named(plan.units.match_on)
    if pairs:
        stands = "person stands" if len(pairs) == 1 else "persons stand"
        message = (
            f"{len(pairs)} {stands} on both sides under different ids, by {matched}, the first in line {pairs[0][0]}"
        )
        yield objection(blinded, table, message, line=pairs[0][0])
    yield Evidence(Grade.PROVED, f"no two ids on different sides agree in {matched}")


def _by_digest(plan: Plan, blinded: Blinded) -> Iterator[Answer]:
    """The manifest holds keyed digests of what tells persons apart; the same are made of the evaluated units."""
    assert plan.data.training
    assert plan.units
    if blinded.masked:
        yield Undecided(blinded.masked)
        return
    if not blinded.ask("SELECT 1 FROM masked_record LIMIT 1"):
        yield Undecided(
            f"data.training.ids and its key, and {named(plan.units.match_on)} of the evaluated units in one file"
        )
        return
    same = f"e.unit = r.unit AND {one_fold(blinded, 'm', 'e')}"
    pairs = blinded.ask(
        "SELECT min(m.line) FROM manifest m JOIN masked_record r ON r.record = m.record "
        f"JOIN (SELECT DISTINCT fold, unit FROM prediction) e ON {same} "
        "WHERE m.role = 'training' AND m.record <> '' AND m.unit <> r.unit GROUP BY m.record ORDER BY 1"
    )
    if pairs:
        stands = "record stands" if len(pairs) == 1 else "records stand"
        message = (
            f"{len(pairs)} {stands} on both sides under different ids, by keyed digest, the first in line {pairs[0][0]}"
        )
        yield Objection(path=("data", "training"), file=plan.data.training.path, line=pairs[0][0], message=message)
    empty = blinded.ask("SELECT count(*) FROM manifest WHERE role = 'training' AND record = ''")[0][0]
    if empty:
        yield Undecided(f"a record digest in {counted(empty, 'row')} of the manifest that has none")
    yield Evidence(
        Grade.PROVED,
        f"no record digest of the training side is one of an evaluated unit, over {named(plan.units.match_on)}",
    )


def _both_sides(plan: Plan, blinded: Blinded) -> Iterator[tuple[str, str]]:
    """(training side, evaluation side) as (fold, unit): by the manifest of units, else every other cohort trains."""
    evaluated = "SELECT DISTINCT fold, unit FROM prediction"
    if blinded.ask("SELECT count(*) FROM manifest WHERE role = 'training' AND unit <> ''")[0][0]:
        yield "SELECT DISTINCT fold, unit FROM manifest WHERE role = 'training'", evaluated
    elif plan.design.kind is DesignKind.LEAVE_ONE_COHORT_OUT:
        others = "SELECT DISTINCT h.fold, o.unit FROM prediction h JOIN prediction o ON o.cohort <> h.cohort"
        yield others, evaluated


def _pairs(plan: Plan, table: str, trains: str, evaluated: str) -> str:
    """A line for each person that both sides hold under different ids."""
    assert plan.units
    id = quoted(unit_column(plan, getattr(plan.data, table)))
    same = " AND ".join(f"a.{quoted(c)} = b.{quoted(c)} AND trim(a.{quoted(c)}) <> ''" for c in plan.units.match_on)
    person = ", ".join(f"a.{quoted(c)}" for c in plan.units.match_on)
    return (
        f"SELECT min(b.line) AS line FROM ({trains}) t JOIN {table} a ON a.{id} = t.unit JOIN {table} b ON {same} "
        f"JOIN ({evaluated}) e ON e.unit = b.{id} AND (e.fold = t.fold OR t.fold = '') "
        f"WHERE a.{id} <> b.{id} GROUP BY {person} ORDER BY line"
    )


def _pairs_in_manifest(plan: Plan, blinded: Blinded, table: str) -> str:
    """The same, where the manifest itself holds the columns."""
    assert plan.units
    id = quoted(unit_column(plan, getattr(plan.data, table)))
    same = " AND ".join(f"a.{quoted(c)} = b.{quoted(c)} AND trim(a.{quoted(c)}) <> ''" for c in plan.units.match_on)
    person = ", ".join(f"a.{quoted(c)}" for c in plan.units.match_on)
    return (
        f"SELECT min(b.line) AS line FROM manifest m JOIN training a ON a.line = m.line JOIN {table} b ON {same} "
        f"JOIN (SELECT DISTINCT fold, unit FROM prediction) e ON e.unit = b.{id} AND {one_fold(blinded, 'm', 'e')} "
        f"WHERE m.role = 'training' AND m.unit <> b.{id} GROUP BY {person} ORDER BY line"
    )


def _unknown(plan: Plan, table: str, trains: str) -> str:
    """How many units of the training side no file tells apart."""
    assert plan.units
    id = quoted(unit_column(plan, getattr(plan.data, table)))
    whole = " AND ".join(f"trim(a.{quoted(c)}) <> ''" for c in plan.units.match_on)
    known = f"SELECT 1 FROM {table} a WHERE a.{id} = t.unit AND {whole}"
    return f"SELECT count(DISTINCT t.unit) FROM ({trains}) t WHERE NOT EXISTS ({known})"


_UNITS = "units: {id: subject_id, id_scope: study, match_on: [born]}\n"
_DESIGN = """\
design: {kind: leave-one-cohort-out, fold: cohort}
thresholds: {main: {source: prespecified, value: 0.5, positive_when: score >= threshold, why: the label}}
summaries:
  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled, interval: {method: wilson, level: 0.95}}
"""
_HEAD = "subject_id,cohort,score,born\n"
_SAME = _HEAD + "s01,A,0.9,1950-01-01\ns07,B,0.8,1950-01-01\n"
_OTHER = _HEAD + "s01,A,0.9,1950-01-01\ns07,B,0.8,1951-01-01\n"

RULE = Rule(
    code="LEAK103",
    name="duplicate-units",
    severity=Severity.ERROR,
    leakage=Leakage.DUPLICATES,
    summary="One person, or one record, stands on the training and on the evaluation side under two ids.",
    why="A copy of a training record is recognised, not predicted; ids alone can't show a copy under a new id.",
    help="give one person one id, and keep it on one side of each fold",
    source="Kapoor & Narayanan 2023, Patterns 4:100804, type L1.4",
    bad=(Example(plan=_UNITS + _DESIGN, files={"predictions.csv": _SAME}),),
    good=(Example(plan=_UNITS + _DESIGN, files={"predictions.csv": _OTHER}),),
    needs=("predictions",),
    instead_of=("declared-duplicates",),
    files=files,
)
