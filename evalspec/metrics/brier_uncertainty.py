"""Part of the Brier score: the spread of the outcome itself, which no model changes; from 0 to 1/4."""

from collections.abc import Sequence
from fractions import Fraction

from evalspec.metrics._probabilities import NO_UNITS, positives_of, units_of
from evalspec.metrics.base import ProbabilityMetric, Worked
from evalspec.records import Real, ScoreGroup, Undefined
from evalspec.terms import Better


def value(groups: Sequence[ScoreGroup]) -> Real | Undefined:
    """Prevalence times one minus it, exact: the Brier score of a model that says the prevalence for everybody."""
    units = units_of(groups)
    if units == 0:
        return Undefined(NO_UNITS)
    prevalence = Fraction(positives_of(groups), units)
    return Real(prevalence * (1 - prevalence))


METRIC = ProbabilityMetric(
    id="brier_uncertainty",
    title="Brier score, uncertainty",
    also=("Murphy uncertainty",),
    formula="prevalence (1 - prevalence)",
    value=value,
    better=Better.NEITHER,
    high=Fraction(1, 4),
    undefined_when=NO_UNITS,
    worked=(
        Worked((ScoreGroup(0.2, 1, 4), ScoreGroup(0.6, 3, 2)), Real(Fraction(6, 25))),
        Worked((ScoreGroup(0.2, 0, 5),), Real(Fraction(0))),
        Worked((), Undefined(NO_UNITS)),
    ),
    reference="Murphy 1973, Journal of Applied Meteorology 12:595",
)
