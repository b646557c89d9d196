"""Two decisions, or two scores, of the same units: what the tally holds of them, for the metric that is compared."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Any

from evalspec.intervals._paired import (
    difference,
    paired_placements,
    variance_of_auroc_difference,
    variance_of_difference,
)
from evalspec.metrics._common import ONE_UNIT
from evalspec.records import Paired, PairedCalls, PairedGroup, PairKey, Undefined
from evalspec.results._combine import Selection
from evalspec.results._evidence import Slice
from evalspec.results._rows import Number
from evalspec.results._universe import Column, Universe
from evalspec.terms import Direction, Takes

NOBODY = Paired(both=0, first_only=0, second_only=0, neither=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two numbers of one summary, over the same units."""

    first: Number
    second: Number

    def _key(self, cohort: str, class_: str) -> PairKey:
        one, other = self.first.where, self.second.where
        ranked = self.first.metric.needs_scores
        return PairKey(
            first=("" if ranked else one.threshold, one.model), second=("" if ranked else other.threshold, other.model),
            cohort=cohort, subgroup=one.subgroup, class_=class_, scenario=one.scenario,
        )  # fmt: skip

    def _classes(self, at: Slice) -> tuple[str, ...]:
        if self.first.plan.outcome.classes:
            return ("",)
        return at.classes or self.first.evidence.names["classes"] or ("",)

    def calls(self, at: Slice) -> PairedCalls:
        """Positives and negatives by who calls them, in a cell."""
        there = self.first.evidence.tally.paired
        found = [there[k] for c in at.cohorts for class_ in self._classes(at) if (k := self._key(c, class_)) in there]
        return PairedCalls(
            positives=reduce(add, (p.positives for p in found), NOBODY),
            negatives=reduce(add, (p.negatives for p in found), NOBODY),
        )

    def groups(self, at: Slice) -> tuple[PairedGroup, ...]:
        """Pairs of scores in a cell, both rising with the class."""
        there = self.first.evidence.tally.paired_groups
        one, other = (
            -1 if n.plan.models[n.where.model].direction is Direction.LOWER else 1 for n in (self.first, self.second)
        )
        return tuple(
            PairedGroup(one * g.first, other * g.second, g.n_positive, g.n_negative)
            for c in at.cohorts
            for class_ in self._classes(at)
            for g in there.get(self._key(c, class_), ())
        )

    def table(self, at: Slice) -> Paired | Undefined:
        """One paired table of the metric: its denominator's units, by who gives them to its numerator."""
        calls, metric = self.calls(at), self.first.metric
        if self.first.plan.outcome.classes:
            return calls.positives
        told = self.first.measure.parameters
        above = [metric.numerator(one, **told) for one in ONE_UNIT]
        below = [metric.denominator(one, **told) for one in ONE_UNIT]
        if below[0] != below[1] or below[2] != below[3]:
            return Undefined("the two models have other denominators")
        found = NOBODY
        if below[0]:
            found = found + _turned(calls.positives, called=above[0], not_called=above[1])
        if below[2]:
            found = found + _turned(calls.negatives, called=above[3], not_called=above[2])
        return found

    def spread(self, at: Slice) -> tuple[Fraction, Fraction] | Undefined:
        """The difference in a cell, and its estimated variance."""
        if self.first.metric.needs_scores:
            placed = paired_placements(self.groups(at))
            variance = variance_of_auroc_difference(placed)
            return variance if isinstance(variance, Undefined) else (placed.difference, variance)
        table = self.table(at)
        if isinstance(table, Undefined):
            return table
        if not table.units:
            return Undefined("units of both models = 0")
        return difference(table), variance_of_difference(table)

    def universes(
        self, selection: Selection, cells: list[Slice], strata: Mapping[str, Any]
    ) -> tuple[Universe, Universe]:
        """Both numbers' columns to be drawn together: a pair of calls, or of scores, is one column of each."""
        ranked = self.first.metric.takes in (Takes.CUT_GROUPS, Takes.GROUPS)
        sides: tuple[list[Column], list[Column]] = ([], [])
        width: tuple[dict[Slice, int], dict[Slice, int]] = ({}, {})
        scores: tuple[dict[Slice, tuple[float, ...]], dict[Slice, tuple[float, ...]]] = ({}, {})
        for cell in cells:
            cohort = cell.cohorts[0] if "cohort" in strata and len(cell.cohorts) == 1 else ""
            columns = _of_scores(self.groups(cell)) if ranked else _of_calls(self.calls(cell))
            for side in (0, 1):
                width[side][cell], scores[side][cell] = columns[1][side], columns[2][side]
            for units, actual, adds in columns[0]:
                stratum = f"{cohort}/{actual if 'outcome' in strata else ''}"
                for side in (0, 1):
                    sides[side].append(Column(cell, stratum, units, adds[side]))
        for side in (0, 1):
            sides[side].sort(key=lambda column: column.stratum)
        first, second = (Universe(columns=tuple(sides[s]), width=width[s], scores=scores[s]) for s in (0, 1))
        return first, second


def _turned(paired: Paired, *, called: int, not_called: int) -> Paired:
    """By who gives a unit to the numerator, where ``paired`` is by who calls it positive."""
    if called and not_called:
        return Paired(both=paired.units, first_only=0, second_only=0, neither=0)
    if called:
        return paired
    if not_called:
        return Paired(
            both=paired.neither, first_only=paired.second_only, second_only=paired.first_only, neither=paired.both
        )
    return Paired(both=0, first_only=0, second_only=0, neither=paired.units)


Columns = tuple[list[tuple[int, str, tuple[dict[int, int], dict[int, int]]]], tuple[int, int], tuple[Any, Any]]
"""(units, actual class, what one adds to each side); the sides' widths; their scores."""


def _of_calls(calls: PairedCalls) -> Columns:
    """Places of a table: tp, fn, tn, fp."""
    found = []
    for actual, paired, called, not_called in (("1", calls.positives, 0, 1), ("0", calls.negatives, 3, 2)):
        found += [
            (paired.both, actual, ({called: 1}, {called: 1})),
            (paired.first_only, actual, ({called: 1}, {not_called: 1})),
            (paired.second_only, actual, ({not_called: 1}, {called: 1})),
            (paired.neither, actual, ({not_called: 1}, {not_called: 1})),
        ]
    return found, (4, 4), ((), ())


def _of_scores(groups: tuple[PairedGroup, ...]) -> Columns:
    """Places of a ranking: positives of every score, then negatives."""
    ordered = sorted(groups, key=lambda g: (g.first, g.second, g.n_positive, g.n_negative))
    firsts, seconds = sorted({g.first for g in groups}), sorted({g.second for g in groups})
    at, to = {s: i for i, s in enumerate(firsts)}, {s: i for i, s in enumerate(seconds)}
    n, m = len(firsts), len(seconds)
    found = [(g.n_positive, "1", ({at[g.first]: 1}, {to[g.second]: 1})) for g in ordered]
    found += [(g.n_negative, "0", ({n + at[g.first]: 1}, {m + to[g.second]: 1})) for g in ordered]
    return found, (2 * n, 2 * m), (tuple(firsts), tuple(seconds))
