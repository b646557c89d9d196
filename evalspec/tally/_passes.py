"""One pass of the tally: the rows of one subgroup, under one assumption about unknown outcomes, reduced to integers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from evalspec.plan.model import Plan
from evalspec.records import (
    CellKey,
    ClusterCounts,
    Confusion,
    Counts,
    GroupKey,
    LabelSets,
    PairedCalls,
    PairedGroup,
    PairKey,
    Ranking,
    Ranks,
    Refusal,
    ScoreGroup,
    Tally,
)
from evalspec.tally import statements as sql
from evalspec.tally._numbering import Group, Numbering
from evalspec.tally.axes import cohorts_of, has_folds
from evalspec.tally.needs import Decision, PassNeeds
from evalspec.terms import OutcomeKind

EMPTY = Counts(tp=0, fn=0, tn=0, fp=0)


@dataclass(slots=True, kw_only=True)
class Found:
    """What the passes found so far; a tally when they are done."""

    cells: dict[CellKey, Counts] = field(default_factory=dict)
    rankings: dict[GroupKey, Ranking] = field(default_factory=dict)
    confusions: dict[CellKey, Confusion] = field(default_factory=dict)
    label_sets: dict[CellKey, LabelSets] = field(default_factory=dict)
    ranks: dict[CellKey, Ranks] = field(default_factory=dict)
    paired: dict[PairKey, PairedCalls] = field(default_factory=dict)
    paired_groups: dict[PairKey, tuple[PairedGroup, ...]] = field(default_factory=dict)
    clusters: dict[CellKey, tuple[ClusterCounts, ...]] = field(default_factory=dict)
    clustered: dict[GroupKey, tuple[tuple[ScoreGroup, ...], ...]] = field(default_factory=dict)
    missing: dict[CellKey, int] = field(default_factory=dict)
    indeterminate: dict[CellKey, int] = field(default_factory=dict)

    def tally(self, excluded: Mapping[str, int]) -> Tally:
        """Everything in canonical order."""
        parts: dict[str, Any] = {name: dict(sorted(getattr(self, name).items())) for name in self.__slots__}
        return Tally(excluded=excluded, **parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """``relation``: SQL for the rows, with the columns of ``j``; ``calls``: every decision as SQL over it."""

    con: Any
    plan: Plan
    numbering: Numbering
    needs: PassNeeds
    calls: Mapping[Decision, sql.Call]
    by_group: bool
    relation: str
    subgroup: str
    scenario: str

    def key(self, decision: Decision, at: Group, class_: str = "") -> CellKey:
        return CellKey(
            threshold=decision[0], model=decision[1], cohort=at.cohort, fold=at.fold, subgroup=self.subgroup,
            repeat=at.repeat, class_=class_ or at.label, scenario=self.scenario,
        )  # fmt: skip

    def group_key(self, model: str, at: Group, class_: str = "") -> GroupKey:
        return GroupKey(
            model=model, cohort=at.cohort, subgroup=self.subgroup, fold=at.fold, repeat=at.repeat,
            class_=class_ or at.label, scenario=self.scenario,
        )  # fmt: skip

    def groups_of(self, model: str) -> dict[int, Group]:
        """The groups that have rows of a model, by number."""
        return {g: at for g, at in self.numbering.groups.items() if at.model in ("", model)}


def of_classes(plan: Plan) -> bool:
    """Whether a unit has one of several classes."""
    return plan.outcome.kind is OutcomeKind.MULTICLASS


def count(at: Pass, found: Found, counted: Sequence[Any] | None = None) -> None:
    """Decision cells of two classes; ``counted``: rows of ``sql.cells`` over all calls, where they were read already."""
    calls = [at.calls[d] for d in at.needs.decisions]
    if counted is None:
        text = sql.cells(calls, at.relation, by_group=at.by_group)
        counted = at.con.execute(text).fetchall()
    for row in sorted((r for r in counted if r[0] is not None), key=lambda r: r[0]):
        group, values = at.numbering.groups[row[0]], iter(row[2 + sql.CLASSES :])
        for call in calls:
            cell, left, unclear = _cell(call, values, positives=row[2], negatives=row[1])
            if group.model in ("", call.model):
                key = at.key((call.threshold, call.model), group)
                _refuse_absent(call, left if call.needs_result else 0, group)
                found.cells[key] = cell
                _note(found, key, left, unclear)
    _empty_cells(at, found)


def _cell(call: sql.Call, values: Iterator[int], *, positives: int, negatives: int) -> tuple[Counts, int, int]:
    """A two-by-two table, rows without a result, and indeterminate rows."""
    tp, fp, absent = next(values), next(values), next(values)
    if call.counted:
        positives, negatives = next(values), next(values)
    unclear = next(values) if call.unclear else 0
    return Counts(tp=tp, fn=positives - tp, tn=negatives - fp, fp=fp), absent, unclear


def _refuse_absent(call: sql.Call, absent: int, at: Group) -> None:
    if absent:
        raise Refusal(f"model {call.model} has {absent} units without a result in cohort {at.cohort}", exit_code=1)


def _note(found: Found, key: CellKey, absent: int, unclear: int) -> None:
    if absent:
        found.missing[key] = absent
    if unclear:
        found.indeterminate[key] = unclear


def _empty_cells(at: Pass, found: Found) -> None:
    """A cohort without rows, of a label too, has a table of zeros; and so has a fold or a repeat where they are axes."""
    if has_folds(at.plan) or at.plan.design.repeat:
        for decision in at.needs.decisions:
            for group in at.groups_of(decision[1]).values():
                found.cells.setdefault(at.key(decision, group), EMPTY)
    mine = [k for k in found.cells if (k.subgroup, k.scenario) == (at.subgroup, at.scenario)]
    there = {(k.threshold, k.model, k.cohort, k.class_) for k in mine}
    for threshold, model in at.needs.decisions:
        for cohort in cohorts_of(at.plan):
            for label in at.numbering.names["label"]:
                if (threshold, model, cohort, label) not in there:
                    found.cells[at.key((threshold, model), Group("", cohort, "", "", label))] = EMPTY


def confuse(at: Pass, found: Found) -> None:
    """Confusion tables of several classes. Raises Refusal (exit 1) where a row has no call, or several."""
    classes = tuple(at.plan.outcome.classes or ())
    for decision in at.needs.decisions:
        call, n = at.calls[decision], len(classes)
        kept = f" AND {call.counted}" if call.counted else ""
        text = f"SELECT j.g, j.y, j.{call.name}, count(*) FROM {at.relation} j WHERE j.y >= {sql.CLASSES}{kept} GROUP BY ALL"
        groups = at.groups_of(decision[1])
        tables = {g: [[0] * n for _ in classes] for g in groups}
        for g, y, called, units in at.con.execute(text).fetchall():
            if g not in groups:
                continue
            _refuse_uncalled(call, called, n, units, groups[g])
            tables[g][y - sql.CLASSES][called] += units
        for g, rows in tables.items():
            key = at.key(decision, groups[g])
            found.confusions[key] = Confusion(classes=classes, cells=tuple(tuple(r) for r in rows))
            _note_left(at, found, call, g, key)
        there = {groups[g].cohort for g in groups}
        for cohort in cohorts_of(at.plan):
            if cohort not in there:
                nobody = Confusion(classes=classes, cells=((0,) * n,) * n)
                found.confusions[at.key(decision, Group("", cohort, "", "", ""))] = nobody


def _note_left(at: Pass, found: Found, call: sql.Call, g: int, key: CellKey) -> None:
    if call.counted:
        absent = f"j.{call.name} IS NULL" + (f" AND NOT {call.unclear}" if call.unclear else "")
        text = (
            f"SELECT count(*) FILTER ({absent}), count(*) FILTER ({call.unclear or 'false'}) FROM {at.relation} j "
            f"WHERE j.g = {g} AND j.y >= {sql.CLASSES}"
        )
        _note(found, key, *at.con.execute(text).fetchone())


def _refuse_uncalled(call: sql.Call, called: int | None, n: int, units: int, at: Group) -> None:
    where = f"in cohort {at.cohort}"
    if called is None:
        raise Refusal(f"model {call.model} has {units} units without a result {where}", exit_code=1)
    if called == -1:
        help = "say `ties: first-declared` under the model, or give scores with more digits"
        told = f"model {call.model} has {units} units whose highest score is tied {where}"
        raise Refusal(told, help=help, exit_code=1)
    if not 0 <= called < n:
        raise Refusal(f"model {call.model} calls {units} units a class that is not declared {where}", exit_code=1)
