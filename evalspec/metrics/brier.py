"""Mean squared distance of the probability from the outcome, 0 or 1; from 0 to 1, lower is better."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from evalspec.metrics._probabilities import NO_UNITS, as_written, summed, units_of, variance_of_mean
from evalspec.metrics.base import ProbabilityMetric, Worked
from evalspec.records import Real, ScoreGroup, Undefined
from evalspec.terms import Better, Quantity


def value(groups: Sequence[ScoreGroup]) -> Real | Undefined:
    """The mean of the units' squared errors: exact, the probabilities being the decimals that they are written as."""
    units = units_of(groups)
    return Real(summed(_powers(groups, 2)) / units) if units else Undefined(NO_UNITS)


def spread(groups: Sequence[ScoreGroup]) -> float | Undefined:
    """Sample variance of the units' squared errors, over units - 1, divided by the units."""
    return variance_of_mean(summed(_powers(groups, 2)), summed(_powers(groups, 4)), units_of(groups))


def replicated(scores: Any, positives: Any, negatives: Any) -> Any:
    """Shapes (groups,), (replicates, groups), (replicates, groups) to (replicates,); NaN where there is no unit."""
    units = (positives.sum(axis=1) + negatives.sum(axis=1)).astype(float)
    units[units == 0] = float("nan")
    return (positives @ [(1 - s) ** 2 for s in scores] + negatives @ [s**2 for s in scores]) / units


def _powers(groups: Sequence[ScoreGroup], power: int) -> Iterator[tuple[int, int]]:
    """For each group the sum of its units' errors to this power, as numerator and denominator."""
    for group in groups:
        p = as_written(group.score)
        a, d = p.numerator, p.denominator
        yield group.n_negative * a**power + group.n_positive * (d - a) ** power, d**power


METRIC = ProbabilityMetric(
    id="brier",
    title="Brier score",
    also=("Brier loss", "mean squared error of the probability"),
    formula="sum over units of (probability - outcome)² / units",
    value=value,
    spread=spread,
    replicated=replicated,
    better=Better.LOWER,
    quantity=Quantity.LOSS,
    undefined_when=NO_UNITS,
    worked=(
        Worked((ScoreGroup(0.1, 0, 1), ScoreGroup(0.3, 1, 1), ScoreGroup(0.9, 1, 0)), Real(Fraction(3, 20))),
        Worked((ScoreGroup(0.0, 0, 2), ScoreGroup(1.0, 3, 0)), Real(Fraction(0))),
        Worked((ScoreGroup(0.0, 2, 0),), Real(Fraction(1))),
        Worked((), Undefined(NO_UNITS)),
    ),
    elsewhere=("Brier's own score sums over both classes and so is twice this for a binary outcome",),
    reference="Brier 1950, Monthly Weather Review 78:1",
)
