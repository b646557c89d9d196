"""Mean of minus the natural log of the probability given to what came true; from 0, infinite where that was 0."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import fsum, inf, isinf, log, log1p, nan
from typing import Any

from evalspec.metrics._parameters import share
from evalspec.metrics._probabilities import NO_UNITS, exact_number, units_of
from evalspec.metrics.base import ALL_UNITS, ProbabilityMetric, Worked
from evalspec.records import Real, ScoreGroup, Undefined
from evalspec.terms import Better, Quantity

Clip = Decimal | Fraction | str | None


def value(groups: Sequence[ScoreGroup], *, clip: Clip = None) -> Real | Undefined:
    """In nats. ``clip``: None or ``none`` leaves the probabilities as they are; a decimal moves them into [clip, 1 - clip].

    Raises:
        TypeError: clip is neither an exact number nor ``none``.
        ValueError: clip does not lie between 0 and 1/2.
    """
    units = units_of(groups)
    losses = _losses(groups, _floor(clip))
    return Real(fsum(n * loss for n, loss in losses) / units) if units else Undefined(NO_UNITS)


def spread(groups: Sequence[ScoreGroup], *, clip: Clip = None) -> float | Undefined:
    """Sample variance of the units' losses, over units - 1, divided by the units."""
    units = units_of(groups)
    if units < 2:
        return Undefined(NO_UNITS if units == 0 else f"{ALL_UNITS} - 1 = 0")
    losses = _losses(groups, _floor(clip))
    mean = fsum(n * loss for n, loss in losses) / units
    if isinf(mean):
        return Undefined("probability of an observed outcome = 0 (the log loss is infinite)")
    return fsum(n * (loss - mean) ** 2 for n, loss in losses) / (units * (units - 1))


def replicated(scores: Any, positives: Any, negatives: Any, *, clip: Clip = None) -> Any:
    """Shapes (groups,), (replicates, groups), (replicates, groups) to (replicates,); NaN where there is no unit."""
    floor = _floor(clip)
    units = (positives.sum(axis=1) + negatives.sum(axis=1)).astype(float)
    units[units == 0] = nan
    total = 0.0 * units
    for counts, losses in ((positives, [_loss(s, floor) for s in scores]),
                           (negatives, [_loss(s, floor, of_positive=False) for s in scores])):  # fmt: skip
        total += counts @ [0.0 if isinf(loss) else loss for loss in losses]  # nobody there must add 0, not 0 x inf
        for group, loss in enumerate(losses):
            if isinf(loss):
                total[counts[:, group] > 0] = inf
    return total / units


def _floor(clip: Clip) -> float:
    """The least probability that a loss is computed from; 0 where nothing is clipped."""
    if clip is None or (isinstance(clip, str) and clip == "none"):
        return 0.0
    exact = exact_number("clip", clip)
    if not 0 < exact < Fraction(1, 2):
        raise ValueError(f"clip must lie between 0 and 1/2, not {clip}")
    return float(exact)


def _losses(groups: Sequence[ScoreGroup], floor: float) -> list[tuple[int, float]]:
    """Units and the loss of each; an infinite loss that nobody has is not among them."""
    positives = [(g.n_positive, _loss(g.score, floor)) for g in groups if g.n_positive]
    return positives + [(g.n_negative, _loss(g.score, floor, of_positive=False)) for g in groups if g.n_negative]


def _loss(score: float, floor: float, *, of_positive: bool = True) -> float:
    """-log p of a positive, -log(1 - p) of a negative. The floor is compared to both p and 1 - p, so both are clipped."""
    if score < floor or 1 - score < floor:
        return abs(log(floor) if (score < floor) == of_positive else log1p(-floor))
    if of_positive:
        return abs(log(score)) if score > 0 else inf
    return abs(log1p(-score)) if score < 1 else inf


def misfit(name: str, value: Any) -> str:
    """``none``, or a decimal above 0 and below 1/2."""
    within = "`none`, or above 0 and below 0.5"
    if isinstance(value, str):
        return "" if value == "none" else within
    return share(value, within, below=Decimal("0.5"))


METRIC = ProbabilityMetric(
    id="log_loss",
    title="Log loss",
    also=("logarithmic score", "cross-entropy", "negative mean log likelihood"),
    formula="- sum over units of log(probability of the observed outcome) / units, natural log",
    value=value,
    spread=spread,
    replicated=replicated,
    better=Better.LOWER,
    quantity=Quantity.LOSS,
    parameters=("clip",),
    optional=("clip",),
    misfit=misfit,
    high=None,
    undefined_when=NO_UNITS,
    worked=(
        Worked((ScoreGroup(0.25, 1, 0), ScoreGroup(0.5, 1, 1)), Real(0.9241962407465937)),
        Worked((ScoreGroup(0.0, 1, 1), ScoreGroup(0.9, 2, 0)), Real(inf)),
        Worked((ScoreGroup(0.0, 0, 1), ScoreGroup(1.0, 2, 0)), Real(0.0), {"clip": "none"}),
        Worked((ScoreGroup(0.0, 1, 0),), Real(6.907755278982137), {"clip": Decimal("0.001")}),
        Worked((), Undefined(NO_UNITS)),
    ),
    elsewhere=(
        "scikit-learn clips at the machine epsilon of the scores' type (2.2e-16): finite where this is infinite",
        "ModelMetrics and MLmetrics clip at 1e-15: finite where this is infinite",
    ),
    reference="Good 1952, Journal of the Royal Statistical Society B 14:107",
)
