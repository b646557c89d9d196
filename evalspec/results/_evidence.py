"""The tally by place: what a metric is a function of, for any members of any axes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import Any

from evalspec.plan.model import Plan
from evalspec.records import (
    CellKey,
    ClusterCounts,
    Confusion,
    Counts,
    GroupKey,
    LabelSets,
    Ranking,
    Ranks,
    ScoreGroup,
    Tally,
)
from evalspec.tally.axes import classes_of, cohorts_of, has_folds
from evalspec.terms import Direction, OutcomeKind, Takes

EMPTY = Counts(tp=0, fn=0, tn=0, fp=0)


@dataclass(frozen=True, slots=True)
class Where:
    """Whose results, by which decision, among whom, under which assumption about unknown outcomes."""

    threshold: str
    model: str
    subgroup: str = ""
    scenario: str = ""


@dataclass(frozen=True, slots=True)
class Slice:
    """Which members of each axis are put together: some cohorts, and of the other axes one member, or () for all."""

    cohorts: tuple[str, ...]
    classes: tuple[str, ...] = ()
    folds: tuple[str, ...] = ()
    repeats: tuple[str, ...] = ()


_PARTS = ("cells", "confusions", "label_sets", "ranks")


class Evidence:
    """The tally, looked up. ``names``: the members of each axis, by code point."""

    def __init__(self, plan: Plan, tally: Tally) -> None:
        self.plan, self.tally = plan, tally
        keys: list[Any] = [*tally.cells, *tally.confusions, *tally.label_sets, *tally.ranks, *tally.rankings]
        self.names: dict[str, tuple[str, ...]] = {
            "cohorts": tuple(sorted(cohorts_of(plan))),
            "classes": tuple(sorted(classes_of(plan))),
            "folds": tuple(sorted({k.fold for k in keys} - {""})) if has_folds(plan) else (),
            "repeats": tuple(sorted({k.repeat for k in keys} - {""})) if plan.design.repeat else (),
        }
        self._parts = {part: _by_place(getattr(tally, part)) for part in _PARTS}
        self._groups: dict[tuple[str, GroupKey], tuple[ScoreGroup, ...]] = {}

    def given(self, takes: Takes, where: Where, at: Slice, *, whole_sample: bool = False) -> Any:
        """What a metric takes: counts or a confusion table, score groups, label sets, ranks."""
        if takes is Takes.COUNTS:
            if self.plan.outcome.kind is not OutcomeKind.MULTICLASS:
                return self._sum("cells", where, at, EMPTY)
            table = self.confusion(where, at)
            if whole_sample:
                return table
            return reduce(add, (table.against_the_rest(c) for c in at.classes or self.names["classes"]), EMPTY)
        if takes is Takes.LABEL_SETS:
            nobody = LabelSets(labels=len(self.names["classes"]), cells={})
            return self._sum("label_sets", where, Slice(at.cohorts, (), at.folds, at.repeats), nobody)
        if takes is Takes.RANKS:
            nobody_ranked = Ranks(classes=len(self.names["classes"]), cells={})
            return self._sum("ranks", Where("", where.model, where.subgroup, where.scenario), at, nobody_ranked)
        return self.groups(where, at)

    def confusion(self, where: Where, at: Slice) -> Confusion:
        """The confusion table over all classes."""
        classes = tuple(self.plan.outcome.classes or ())
        nobody = Confusion(classes=classes, cells=((0,) * len(classes),) * len(classes))
        found: Confusion = self._sum("confusions", where, Slice(at.cohorts, (), at.folds, at.repeats), nobody)
        return found

    def _sum(self, part: str, where: Where, at: Slice, nobody: Any) -> Any:
        mine = self._parts[part].get(where, {})
        found = (n for c in at.cohorts for key, n in mine.get(c, ()) if _inside(key, at))
        return reduce(add, found, nobody)

    def groups(self, where: Where, at: Slice) -> tuple[ScoreGroup, ...]:
        """Score groups, least positive first."""
        key = self.group_key(where, at)
        if (where.model, key) not in self._groups:
            up = self.plan.models[where.model].direction is not Direction.LOWER
            ranking = self.tally.rankings.get(key)
            self._groups[where.model, key] = ranking.groups(higher_is_positive=up) if ranking else ()
        return self._groups[where.model, key]

    def group_key(self, where: Where, at: Slice) -> GroupKey:
        """Where the rankings of the tally hold these score groups."""
        return GroupKey(
            model=where.model, cohort=_one(at.cohorts), subgroup=where.subgroup,
            fold=_one(at.folds), repeat=_one(at.repeats),
            class_=_one(at.classes), scenario=where.scenario,
        )  # fmt: skip

    def cluster_counts(self, where: Where, at: Slice) -> tuple[ClusterCounts, ...]:
        """Clusters by their counts: of one cohort, or of all cohorts put together."""
        cohort = at.cohorts[0] if len(at.cohorts) == 1 else ""
        key = CellKey(
            threshold=where.threshold, model=where.model, cohort=cohort, fold="", subgroup=where.subgroup,
            scenario=where.scenario,
        )  # fmt: skip
        return self.tally.clusters.get(key, ())

    def cluster_groups(self, where: Where, at: Slice) -> tuple[tuple[ScoreGroup, ...], ...]:
        """Each cluster's own score groups, least positive first, as rising scores: turned round where low is positive."""
        found = self.tally.clustered.get(self.group_key(where, Slice(at.cohorts if len(at.cohorts) == 1 else ())), ())
        if self.plan.models[where.model].direction is not Direction.LOWER:
            return found
        return tuple(tuple(ScoreGroup(-g.score, g.n_positive, g.n_negative) for g in reversed(c)) for c in found)

    def size(self, takes: Takes, where: Where, at: Slice) -> int:
        """Units; each once a class or label, and a repeat, where these are put together."""
        if takes in (Takes.CUT_GROUPS, Takes.GROUPS):
            return sum(r.positives + r.negatives for r in self._ranked(where, at))
        given = self.given(takes, where, at, whole_sample=takes is Takes.COUNTS and not at.classes)
        return int(given.units)

    def support(self, takes: Takes, where: Where, at: Slice) -> int:
        """Actual members of the class that ``at`` names."""
        if takes in (Takes.CUT_GROUPS, Takes.GROUPS):
            return sum(r.positives for r in self._ranked(where, at))
        counts: Counts = self.given(Takes.COUNTS, where, at)
        return counts.positives

    def _ranked(self, where: Where, at: Slice) -> Iterator[Ranking]:
        """The rankings that make up a cell: its own, or those of the members of an axis that is combined, not ranked as one."""
        own = self.group_key(where, at)
        if own in self.tally.rankings:
            yield self.tally.rankings[own]
            return
        named = {name: value for name in _RANKED if (value := getattr(own, name))}
        mine = [
            key for key in self.tally.rankings
            if (key.model, key.subgroup, key.scenario) == (own.model, own.subgroup, own.scenario)
            and all(getattr(key, name) == value for name, value in named.items())
            and (not key.cohort or key.cohort in at.cohorts)
        ]  # fmt: skip
        apart = min((_apart(key) for key in mine), default=())
        yield from (self.tally.rankings[key] for key in mine if _apart(key) == apart)


_RANKED = ("cohort", "class_", "fold", "repeat")


def _apart(key: GroupKey) -> tuple[bool, ...]:
    """Which axes keep their members apart: the rankings of one such set share no unit."""
    return tuple(bool(getattr(key, name)) for name in _RANKED)


def _one(members: tuple[str, ...]) -> str:
    return members[0] if len(members) == 1 else ""


def _by_place(part: Mapping[CellKey, Any]) -> dict[Where, dict[str, list[tuple[CellKey, Any]]]]:
    found: dict[Where, dict[str, list[tuple[CellKey, Any]]]] = {}
    for key, n in part.items():
        where = Where(key.threshold, key.model, key.subgroup, key.scenario)
        found.setdefault(where, {}).setdefault(key.cohort, []).append((key, n))
    return found


def _inside(key: CellKey, at: Slice) -> bool:
    return (
        (not at.folds or key.fold in at.folds)
        and (not at.repeats or key.repeat in at.repeats)
        and (not at.classes or not key.class_ or key.class_ in at.classes)
    )
