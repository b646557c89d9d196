"""Whether the probabilities spread as far as they should: 1 is ideal, below 1 they are too extreme; no bound."""

from collections.abc import Sequence

from evalspec.metrics._calibration import INFINITE, NO_OVERLAP, NO_VARIANCE, joint
from evalspec.metrics.base import ProbabilityMetric, Worked
from evalspec.records import Real, ScoreGroup, Undefined
from evalspec.terms import Better, Quantity


def value(groups: Sequence[ScoreGroup]) -> Real | Undefined:
    """Fitted together with an intercept, which is not reported. Maximum likelihood, converged to 1e-12.

    Undefined where one probability stands for everybody and where a cut separates the classes: no slope is best there.
    """
    fit = joint(groups)
    return fit if isinstance(fit, Undefined) else Real(fit.slope)


def spread(groups: Sequence[ScoreGroup]) -> float | Undefined:
    """Its part of the inverse of the information of both parameters at the fit."""
    fit = joint(groups)
    return fit if isinstance(fit, Undefined) else fit.variance


METRIC = ProbabilityMetric(
    id="calibration_slope",
    title="Calibration slope",
    also=("Cox slope",),
    formula="b of the logistic regression log odds(outcome) = a + b log odds(probability)",
    value=value,
    spread=spread,
    better=Better.NEITHER,
    quantity=Quantity.CALIBRATION,
    low=None,
    high=None,
    undefined_when=f"{INFINITE}, {NO_VARIANCE}, or {NO_OVERLAP} (separation: no finite slope)",
    worked=(
        Worked((ScoreGroup(0.25, 1, 9), ScoreGroup(0.75, 9, 1)), Real(2.0)),
        Worked((ScoreGroup(0.2, 1, 4), ScoreGroup(0.6, 3, 2)), Real(1.0)),
        Worked((ScoreGroup(0.25, 2, 6),), Undefined(NO_VARIANCE)),
        Worked((ScoreGroup(0.2, 0, 4), ScoreGroup(0.6, 3, 2)), Undefined(NO_OVERLAP)),
    ),
    elsewhere=(
        "R's glm gives a constant prediction a slope of any size (2.4e16 seen), rms val.prob gives it 0",
        "R's glm and statsmodels give separated classes the slope at which they stopped",
    ),
    reference="Cox 1958, Biometrika 45:562; Van Calster et al. 2016, Journal of Clinical Epidemiology 74:167",
)
