"""The integers everything is computed from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf, nextafter

from evalspec.records.classes import Confusion, LabelSets, Paired, PairedGroup, Ranks
from evalspec.records.values import Counts, ScoreGroup


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class CellKey:
    """Where counts belong. An axis that the plan does not have is ""; so is ``class_`` where no class is meant.

    ``scenario``: what is assumed of units without a known outcome (``unknown-positive``, ``unknown-negative``).
    """

    threshold: str
    model: str
    cohort: str
    fold: str
    subgroup: str = ""
    repeat: str = ""
    class_: str = ""
    scenario: str = ""


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class GroupKey:
    """Whose scores are ranked against each other. An axis is "" where all of its members are put together."""

    model: str
    cohort: str
    subgroup: str = ""
    fold: str = ""
    repeat: str = ""
    class_: str = ""
    scenario: str = ""


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class PairKey:
    """Which two decisions are held against each other, (threshold, model) each; folds are put together."""

    first: tuple[str, str]
    second: tuple[str, str]
    cohort: str
    subgroup: str = ""
    class_: str = ""
    scenario: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedCalls:
    """Actual positives and actual negatives by who calls them positive. Of several classes: units, by who is right."""

    positives: Paired
    negatives: Paired


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class ClusterCounts:
    """``clusters`` clusters that each have these counts."""

    tp: int
    fn: int
    tn: int
    fp: int
    clusters: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Score groups, cut at the distinct scores of positives: all that a ranking metric can tell apart.

    ``scores`` ascend; ``n_positive`` and ``n_negative`` stand at each score; ``above`` counts the negatives strictly
    between a score and the next one, ``below`` those under the first.
    """

    scores: tuple[float, ...]
    n_positive: tuple[int, ...]
    n_negative: tuple[int, ...]
    above: tuple[int, ...]
    below: int

    @property
    def positives(self) -> int:
        return sum(self.n_positive)

    @property
    def negatives(self) -> int:
        return self.below + sum(self.n_negative) + sum(self.above)

    def groups(self, *, higher_is_positive: bool = True) -> tuple[ScoreGroup, ...]:
        """Least positive first. A run of negatives stands as one group, at the double next to its neighbour's score.

        That double is free: where a negative lies strictly between two scores, there is a double between them.
        """
        found = (
            [ScoreGroup(nextafter(self.scores[0], -inf) if self.scores else 0.0, 0, self.below)] if self.below else []
        )
        for score, p, n, run in zip(self.scores, self.n_positive, self.n_negative, self.above, strict=True):
            found.append(ScoreGroup(score, p, n))
            if run:
                found.append(ScoreGroup(nextafter(score, inf), 0, run))
        return tuple(found if higher_is_positive else reversed(found))


Groups = tuple[ScoreGroup, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The integers everything is computed from.

    ``excluded``: units without a known outcome left out as declared, by cohort. ``missing`` and ``indeterminate``:
    units without a result and with an indeterminate one, of a decision. ``clusters`` and ``clustered`` put folds
    together; their ``cohort`` is "" where all cohorts are. ``clustered``: each cluster's own score groups, ascending.
    """

    cells: Mapping[CellKey, Counts]
    rankings: Mapping[GroupKey, Ranking]
    excluded: Mapping[str, int] = field(default_factory=dict)
    confusions: Mapping[CellKey, Confusion] = field(default_factory=dict)
    label_sets: Mapping[CellKey, LabelSets] = field(default_factory=dict)
    ranks: Mapping[CellKey, Ranks] = field(default_factory=dict)
    paired: Mapping[PairKey, PairedCalls] = field(default_factory=dict)
    paired_groups: Mapping[PairKey, tuple[PairedGroup, ...]] = field(default_factory=dict)
    clusters: Mapping[CellKey, tuple[ClusterCounts, ...]] = field(default_factory=dict)
    clustered: Mapping[GroupKey, tuple[Groups, ...]] = field(default_factory=dict)
    missing: Mapping[CellKey, int] = field(default_factory=dict)
    indeterminate: Mapping[CellKey, int] = field(default_factory=dict)
