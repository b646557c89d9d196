"""Declared comparisons: two values of one summary, their difference or ratio, its interval, test and conclusion."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import isinf, nan
from typing import Any

import evalspec.comparisons
from evalspec.catalogue import collect
from evalspec.comparisons._crossover import crossover
from evalspec.comparisons._hypotheses import concluded
from evalspec.comparisons.base import PairedRankingTest
from evalspec.intervals import base as kinds
from evalspec.intervals._draws import resamples
from evalspec.intervals.base import Weighted
from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Comparison
from evalspec.plan.model.summary import Interval
from evalspec.records import Compared, Counts, Limits, Ratio, Real, Tally, Undefined, Value
from evalspec.results._combine import Selection, slice_of
from evalspec.results._evidence import Evidence, Where
from evalspec.results._limits import intervals
from evalspec.results._pairs import Pair
from evalspec.results._resample import Values
from evalspec.results._rows import costs_of, numbers
from evalspec.results._universe import cells_of, universe_of
from evalspec.tally.needs import compared, scenarios_of, sides_of


@cache
def tests() -> dict[str, Any]:
    """Every test of no difference, by id."""
    return collect(evalspec.comparisons, "COMPARISON", "id")


def comparisons(plan: Plan, tally: Tally) -> tuple[Compared, ...]:
    """A row for each declared comparison and member of the axes that its summary keeps, as declared."""
    evidence = Evidence(plan, tally)
    return tuple(row for comparison in plan.comparisons for row in _rows(plan, evidence, comparison))


def _rows(plan: Plan, evidence: Evidence, comparison: Comparison) -> Iterator[Compared]:
    found = compared(plan, comparison)
    if found is None:
        return
    summary, use = found
    for one, other, a, b in sides_of(plan, comparison, summary):
        for scenario in scenarios_of(plan):
            sides = [
                numbers(plan, evidence, summary, use, Where(*decision, subgroup, scenario), costs=comparison.costs)
                for decision, subgroup in ((one, a), (other, b))
            ]
            for first, second in zip(*sides, strict=True):
                for selection in first.selections():
                    yield _Compare(plan, comparison, Pair(first=first, second=second), selection).row()


class _Compare:
    """One pair of numbers, in one selection of the axes that are kept."""

    def __init__(self, plan: Plan, comparison: Comparison, pair: Pair, selection: Selection) -> None:
        self.plan, self.comparison, self.pair, self.selection = plan, comparison, pair, selection
        self.at = slice_of(selection, pair.first.evidence.names["cohorts"])
        solved = [n.combination.solve(n.source, selection) for n in (pair.first, pair.second)]
        self.values: tuple[Value, Value] = (solved[0][0], solved[1][0])
        self.combined = solved[0][1]

    def row(self) -> Compared:
        comparison, first = self.comparison, self.pair.first
        names = self._names()
        place = first.at(self.selection)
        if comparison.subgroups:  # the names of the two sides say it
            place = replace(place, subgroup=None)
        address = "/".join([comparison.id, str(first.use), f"{names[0]} vs {names[1]}", *self._told(), *place.path])
        declared, value = comparison.interval, self._value()
        row = Compared(
            comparison=comparison.id, role=comparison.role.value, summary=first.summary.id, metric=str(first.use),
            first=names[0], second=names[1], measure=comparison.measure, at=place, address=address, value=value,
            limits=self._limits(declared, value, address) if declared else None,
            interval=declared.method if declared else None, level=Fraction(declared.level) if declared else None,
            **self._tables(),
        )  # fmt: skip
        if comparison.test not in (None, "none"):
            row = replace(row, test=comparison.test, p_value=self._p_value())
        if comparison.hypothesis is not None:
            row = replace(row, conclusion=self._conclusion(row.limits))
        return row

    def _names(self) -> tuple[str, str]:
        one, other = self.pair.first.where, self.pair.second.where
        if self.comparison.models:
            return one.model, other.model
        if self.comparison.thresholds:
            return one.threshold, other.threshold
        return one.subgroup, other.subgroup

    def _told(self) -> list[str]:
        """The model, where it is not what is compared."""
        return [] if self.comparison.models else [self.pair.first.where.model]

    def _value(self) -> Value:
        first, second = self.values
        if self.comparison.measure == "crossover-prevalence":
            return self._crossover()
        for side, value in zip(self._names(), (first, second), strict=True):
            if isinstance(value, Undefined):
                return Undefined(f"{side}: {value.reason}")
        assert not isinstance(first, Undefined)
        assert not isinstance(second, Undefined)
        if isinf(first.exact) and isinf(second.exact):
            return Undefined(f"{' and '.join(self._names())} are both infinite")
        if self.comparison.measure == "difference":
            return Real(first.exact - second.exact)
        return Real(first.exact / second.exact) if second.exact else Undefined(f"{self._names()[1]} = 0")

    def _crossover(self) -> Value:
        costs = costs_of(self.plan, self.comparison.costs or self.pair.first.summary.costs)
        counts = [n.source.given(self.at) for n in (self.pair.first, self.pair.second)]
        assert costs is not None
        assert all(isinstance(n, Counts) for n in counts)
        return crossover(*counts, costs=costs)

    def _limits(self, declared: Interval, value: Value, address: str) -> Limits | Undefined:
        if isinstance(value, Undefined):
            return Undefined("the estimate is undefined")
        method = intervals()[declared.method]
        told: dict[str, Any] = {"level": Fraction(declared.level), "sides": declared.sides}
        found: Limits | Undefined
        if isinstance(method, kinds.BootstrapInterval):
            return self._resampled(declared, method, value, address)
        if isinstance(method, kinds.UnpairedInterval):
            first, second = self.values
            assert isinstance(first, Ratio)
            assert isinstance(second, Ratio)
            found = method(first, second, **told)
        elif isinstance(method, kinds.PairedInterval):
            table = self.pair.table(self.at)
            found = table if isinstance(table, Undefined) else method(table, **told)
        elif isinstance(method, kinds.PairedRankingInterval):
            found = method(self.pair.groups(self.at), **told)
        else:
            members = self._members()
            found = members if isinstance(members, Undefined) else method(members, **told, low=Fraction(-1))
        return found

    def _members(self) -> list[Weighted] | Undefined:
        """Each cohort's paired difference, with the summary's weights."""
        assert self.combined is not None
        found = []
        for name, weight in self.combined.weights.items():
            inside = slice_of({**self.selection, "cohorts": (name,)}, ())
            spread = self.pair.spread(inside)
            if isinstance(spread, Undefined):
                return Undefined(f"{name}: {spread.reason}")
            found.append(Weighted(weight, *spread))
        return found

    def _resampled(
        self, declared: Interval, method: kinds.BootstrapInterval, value: Value, address: str
    ) -> Limits | Undefined:
        """Both values in each resample: drawn together where the units are the same, else each side by itself."""
        assert not isinstance(value, Undefined)
        sides = (self.pair.first, self.pair.second)
        if self.comparison.paired is False or self.comparison.subgroups:
            universes = [universe_of(n, self.selection, declared) for n in sides]
            names = [f"{address}/first", f"{address}/second"]
        else:
            cells = cells_of(self.pair.first, self.selection, declared)
            universes = list(self.pair.universes(self.selection, cells, dict.fromkeys(declared.strata or ())))
            names = [address, address]
        drawn = []
        for number, universe, name in zip(sides, universes, names, strict=True):
            values: list[float] = []
            of_cells = Values(number, self.selection, universe)
            for part in resamples(declared.seed or 0, name, universe.strata, declared.replicates or 0):
                values += of_cells(universe.cells(part))
            drawn.append(values)
        if self.comparison.measure == "ratio":
            replicates = [nan if b == 0 or (isinf(a) and isinf(b)) else a / b for a, b in zip(*drawn, strict=True)]
        else:
            replicates = [a - b for a, b in zip(*drawn, strict=True)]
        found: Limits | Undefined = method(
            float(value.exact), replicates, level=Fraction(declared.level), sides=declared.sides
        )
        return found

    def _tables(self) -> dict[str, Any]:
        """Who calls what, where one paired table was counted."""
        if self.combined is not None or self.pair.first.metric.needs_scores or self.comparison.subgroups:
            return {}
        calls = self.pair.calls(self.at)
        if not calls.positives.units and not calls.negatives.units:
            return {}
        found = {"positives": calls.positives}
        return found if self.plan.outcome.classes else found | {"negatives": calls.negatives}

    def _p_value(self) -> float | Undefined:
        test = tests()[str(self.comparison.test)]
        if isinstance(test, PairedRankingTest):
            p: Real | Undefined = test(self.pair.groups(self.at))
        else:
            table = self.pair.table(self.at)
            p = table if isinstance(table, Undefined) else test(table)
        return p if isinstance(p, Undefined) else float(p.exact)

    def _conclusion(self, limits: Limits | Undefined | None) -> str:
        hypothesis = self.comparison.hypothesis
        assert hypothesis is not None
        assert self.comparison.measure != "crossover-prevalence"
        margin = Fraction(hypothesis.margin) if hypothesis.margin is not None else None
        return concluded(
            hypothesis.kind, margin=margin, limits=limits or Undefined("no interval is declared"),
            better=self.pair.first.metric.better, measure=self.comparison.measure,
        )  # fmt: skip


__all__ = ["comparisons", "tests"]
