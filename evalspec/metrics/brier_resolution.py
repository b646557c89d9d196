"""Part of the Brier score: how far the shares observed at the probabilities lie from the prevalence; higher is better."""

from collections.abc import Sequence
from fractions import Fraction

from evalspec.metrics._probabilities import NO_UNITS, positives_of, summed, units_of
from evalspec.metrics.base import ProbabilityMetric, Worked
from evalspec.records import Real, ScoreGroup, Undefined


def value(groups: Sequence[ScoreGroup]) -> Real | Undefined:
    """The mean over units of (share of positives at their probability - prevalence)², exact; from 0 to 1/4."""
    units = units_of(groups)
    if units == 0:
        return Undefined(NO_UNITS)
    shares = ((g.n_positive**2, g.n_positive + g.n_negative) for g in groups if g.n_positive)
    return Real(summed(shares) / units - Fraction(positives_of(groups), units) ** 2)


METRIC = ProbabilityMetric(
    id="brier_resolution",
    title="Brier score, resolution",
    also=("Murphy resolution",),
    formula="sum over distinct probabilities p of n (share of positives at p - prevalence)² / units",
    value=value,
    high=Fraction(1, 4),
    undefined_when=NO_UNITS,
    worked=(
        Worked((ScoreGroup(0.2, 1, 4), ScoreGroup(0.6, 3, 2)), Real(Fraction(1, 25))),
        Worked((ScoreGroup(0.2, 3, 5),), Real(Fraction(0))),
        Worked((), Undefined(NO_UNITS)),
    ),
    elsewhere=(
        "packages that group probabilities into bins leave a remainder: their three parts do not add up to the score",
    ),
    reference="Murphy 1973, Journal of Applied Meteorology 12:595",
)
