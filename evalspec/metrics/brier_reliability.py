"""Part of the Brier score: squared distance of each probability from the share observed at it; lower is better."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from evalspec.metrics._probabilities import NO_UNITS, as_written, summed, units_of
from evalspec.metrics.base import ProbabilityMetric, Worked
from evalspec.records import Real, ScoreGroup, Undefined
from evalspec.terms import Better


def value(groups: Sequence[ScoreGroup]) -> Real | Undefined:
    """The mean over units of (probability - share of positives at that probability)², exact; from 0 to 1."""
    units = units_of(groups)
    return Real(summed(_terms(groups)) / units) if units else Undefined(NO_UNITS)


def _terms(groups: Sequence[ScoreGroup]) -> Iterator[tuple[int, int]]:
    for group in groups:
        n, p = group.n_positive + group.n_negative, as_written(group.score)
        if n:
            yield (n * p.numerator - group.n_positive * p.denominator) ** 2, n * p.denominator**2


METRIC = ProbabilityMetric(
    id="brier_reliability",
    title="Brier score, reliability",
    also=("Murphy reliability", "calibration part of the Brier score"),
    formula="sum over distinct probabilities p of n (p - share of positives at p)² / units",
    value=value,
    better=Better.LOWER,
    undefined_when=NO_UNITS,
    worked=(
        Worked((ScoreGroup(0.2, 1, 4), ScoreGroup(0.6, 3, 2)), Real(Fraction(0))),
        Worked((ScoreGroup(0.2, 2, 2), ScoreGroup(0.9, 3, 1)), Real(Fraction(9, 160))),
        Worked((), Undefined(NO_UNITS)),
    ),
    elsewhere=(
        "packages that group probabilities into bins leave a remainder: their three parts do not add up to the score",
    ),
    reference="Murphy 1973, Journal of Applied Meteorology 12:595",
)
