"""Calibration in the large: by how much the log odds of all probabilities are too low; 0 is ideal, no bound."""

from collections.abc import Sequence

from evalspec.metrics._calibration import INFINITE, slope_fixed_at_one
from evalspec.metrics.base import ProbabilityMetric, Worked
from evalspec.records import Real, ScoreGroup, Undefined
from evalspec.terms import Better, Quantity


def value(groups: Sequence[ScoreGroup]) -> Real | Undefined:
    """Above 0: more positives than the probabilities say; below 0: fewer. Maximum likelihood, converged to 1e-12."""
    fit = slope_fixed_at_one(groups)
    return fit if isinstance(fit, Undefined) else Real(fit.intercept)


def spread(groups: Sequence[ScoreGroup]) -> float | Undefined:
    """The inverse of its information at the fit."""
    fit = slope_fixed_at_one(groups)
    return fit if isinstance(fit, Undefined) else fit.variance


METRIC = ProbabilityMetric(
    id="calibration_intercept",
    title="Calibration intercept",
    also=("calibration in the large",),
    formula="a of the logistic regression log odds(outcome) = a + log odds(probability), the slope fixed at 1",
    value=value,
    spread=spread,
    better=Better.NEITHER,
    quantity=Quantity.CALIBRATION,
    low=None,
    high=None,
    undefined_when=INFINITE,
    worked=(
        Worked((ScoreGroup(0.5, 3, 1),), Real(1.0986122886681098)),
        Worked((ScoreGroup(0.2, 1, 4), ScoreGroup(0.6, 3, 2)), Real(0.0)),
        Worked((ScoreGroup(0.2, 0, 4),), Undefined("actual positives = 0")),
        Worked((ScoreGroup(0.0, 0, 4), ScoreGroup(0.6, 3, 2)), Undefined("smallest probability = 0")),
    ),
    elsewhere=(
        "rms val.prob's Intercept is fitted together with the slope: another number",
        "rms val.prob leaves probabilities of 0 and 1 out; here they make it undefined",
    ),
    reference="Cox 1958, Biometrika 45:562; Van Calster et al. 2016, Journal of Clinical Epidemiology 74:167",
)
