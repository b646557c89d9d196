"""The fit over cohorts that inverse-variance and random-effects share."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from evalspec.intervals._meta import back
from evalspec.records import Combined, Member, Meta, Real, Undefined
from evalspec.summaries._scale import Number, Point, on_scale
from evalspec.summaries._tau2 import TAU2, cochran_q
from evalspec.summaries.base import too_few

NO_VARIANCE_BETWEEN = Fraction(0)


@dataclass(frozen=True, slots=True)
class Fit:
    """The mean on the fit's scale, exact where every part of it is, and the weights, which sum to 1."""

    mean: Number
    weights: Mapping[str, Fraction]
    meta: Meta


def fit(points: Mapping[str, Point], *, scale: str, tau2: str | None) -> Fit | Undefined:
    """A weighted mean of at least one point, the weights 1 / (variance + tau²).

    ``tau2``: the word for its estimator, or None for none (0, an inverse-variance mean). Of one point tau², Q and I²
    have no value, and the mean is the point. Exact without an estimator where estimates and variances are exact.

    Raises:
        ValueError: no point; ``tau2`` is no estimator's word.
    """
    if not points:
        raise ValueError("a fit needs at least one member")
    if tau2 is not None and tau2 not in TAU2:
        raise ValueError(f"tau2 {tau2!r} is none of {', '.join(TAU2)}")
    y, v = [float(p.estimate) for p in points.values()], [float(p.variance) for p in points.values()]
    between: Number | Undefined | None = NO_VARIANCE_BETWEEN
    if tau2 is not None:
        between = TAU2[tau2](y, v) if len(points) > 1 else None
    if isinstance(between, Undefined):
        return between
    weights = {name: Fraction(1 / (p.variance + (between or 0))) for name, p in points.items()}
    total = sum(weights.values(), Fraction(0))
    mean = sum((weights[name] * Fraction(p.estimate) for name, p in points.items()), Fraction(0)) / total
    exact = all(isinstance(x, Fraction) for p in points.values() for x in (p.estimate, p.variance))
    q = float(cochran_q(y, v)) if len(points) > 1 else None
    meta = Meta(
        scale=scale,
        names=tuple(points),
        estimates=tuple(y),
        variances=tuple(v),
        mean=float(mean),
        variance=float(1 / total),
        tau2=None if between is None else float(between),
        q=q,
        i2=None if q is None else i_squared(q, len(points) - 1),
    )
    shares = {name: weight / total for name, weight in weights.items()}
    return Fit(mean if exact and tau2 is None else float(mean), shares, meta)


def i_squared(q: float, df: int) -> float:
    """(Q - df) / Q, 0 where Q is at most df: the share, 0 to 1, of the spread beyond chance. Higgins & Thompson 2002."""
    return (q - df) / q if q > df else 0.0


def over_members(
    members: Mapping[str, Member], *, minimum: int, axis: str, scale: str, zero_cells: str | None, tau2: str | None
) -> Combined:
    """The fit as a value on the metric's own scale; undefined with fewer than ``minimum`` members that can be weighted."""
    points, reasons = on_scale(members, scale=scale, zero_cells=zero_cells)
    fitted: Fit | Undefined
    if len(points) < max(minimum, 1):
        fitted = too_few(len(points), len(members), minimum, reasons, axis)
    else:
        fitted = fit(points, scale=scale, tau2=tau2)
    if isinstance(fitted, Undefined):
        return Combined(value=fitted, defined=len(points), of=len(members), undefined_in=reasons)
    return Combined(
        value=Real(fitted.mean if scale == "identity" else back(fitted.meta.mean, scale)),
        defined=len(points),
        of=len(members),
        undefined_in=reasons,
        weights=fitted.weights,
        meta=fitted.meta,
    )
