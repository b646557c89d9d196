"""A metric's value and its estimated variance, from what the tally holds in one place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from evalspec.intervals._placements import placements, why_undefined
from evalspec.intervals._placements import variance as of_auroc
from evalspec.metrics._population import at_population, variance_at_population
from evalspec.records import Confusion, Costs, Counts, Ratio, Undefined, Value
from evalspec.terms import Quantity, Takes

COPIES = 10**5
"""How many copies of a table a unit is added to, for a slope: the step's own error is of the order 1 / COPIES²."""

Variance = Fraction | float | Undefined


@dataclass(frozen=True, slots=True)
class Measure:
    """A metric with everything that the plan declares of it: parameters, costs, the prevalence of a population."""

    metric: Any
    parameters: Mapping[str, Any]
    costs: Costs | None = None
    prevalence: Fraction | None = None

    def _told(self) -> dict[str, Any]:
        told = dict(self.parameters)
        if self.metric.needs_costs:
            told["costs"] = self.costs
        return told

    def value(self, given: Any) -> Value:
        """The value for counts, a confusion table, score groups, label sets or ranks."""
        found: Value
        if isinstance(given, Confusion):
            found = self.metric.of_classes(given, **self._told())
        elif self.metric.takes is Takes.NOTHING:
            found = self.metric(prevalence=self.prevalence, costs=self.costs)
        elif self.prevalence is not None and isinstance(given, Counts):
            found = at_population(self.metric, given, self.prevalence, **self._told())
        else:
            found = self.metric(given, **self._told())
        return found

    def variance(self, given: Any) -> Variance:
        """Estimated variance of the value, units independent; undefined where there is no estimate of it."""
        value = self.value(given)
        if isinstance(value, Undefined):
            return value
        if isinstance(given, Confusion):
            return variance_of_table(given, self.value)
        if self.metric.takes is Takes.COUNTS:
            return self._of_counts(given)
        if self.metric.takes is Takes.RANKS:
            assert isinstance(value, Ratio)
            return value.exact * (1 - value.exact) / value.denominator
        return self._of_scores(given, float(value.exact))

    def _of_counts(self, n: Counts) -> Variance:
        if self.prevalence is not None:
            found: Variance = variance_at_population(self.metric, n, self.prevalence, **self._told())
            return found
        slopes = self.metric.gradient(n, **self._told())
        cells = (n.tp, n.fn, n.tn, n.fp)
        if all(isinstance(slope, int | Fraction) for slope in slopes):
            return sum((units * Fraction(slope) ** 2 for units, slope in zip(cells, slopes, strict=True)), Fraction(0))
        return sum(units * float(slope) ** 2 for units, slope in zip(cells, slopes, strict=True))

    def _of_scores(self, given: Any, value: float) -> Variance:
        if self.metric.quantity is Quantity.AUROC:
            at = placements(given)
            return why_undefined(at) or of_auroc(at)
        if self.metric.quantity is Quantity.AVERAGE_PRECISION:
            by_positive: float = value * (1 - value) / sum(g.n_positive for g in given)
            return by_positive
        spread = getattr(self.metric, "spread", None)
        if spread is None:
            return Undefined("this metric has no estimate of its variance")
        found: Variance = spread(given, **self._told())
        return found


def variance_of_table(table: Confusion, value: Callable[[Confusion], Value]) -> Variance:
    """Delta method over the cells of a confusion table, units independent, for any value of degree 0 in the counts.

    The slope by a cell is what one unit more, and one less, does to many copies of the table.
    """
    if isinstance(found := value(table), Undefined):
        return found
    many = tuple(tuple(COPIES * n for n in row) for row in table.cells)
    total = 0.0
    for i, row in enumerate(table.cells):
        for j, units in enumerate(row):
            if units:
                more, less = (value(_with(table, many, i, j, d)) for d in (1, -1))
                if isinstance(more, Undefined) or isinstance(less, Undefined):
                    return Undefined("the value has no slope here")
                step = Fraction(more.exact) - Fraction(less.exact)
                total += units * float(step * COPIES / 2) ** 2
    return total


def _with(table: Confusion, cells: tuple[tuple[int, ...], ...], i: int, j: int, more: int) -> Confusion:
    row = (*cells[i][:j], cells[i][j] + more, *cells[i][j + 1 :])
    return Confusion(classes=table.classes, cells=(*cells[:i], row, *cells[i + 1 :]))
