"""Reference cases of the kind ``meta``: a fit over cohorts, its limits on the fit's own scale, as other software prints them."""

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

import evalspec.intervals
from evalspec.catalogue import collect
from evalspec.intervals._meta import wald_of
from evalspec.records import Limits, Member, Meta, Ratio, Undefined
from evalspec.summaries._meta import fit
from evalspec.summaries._scale import Point, on_scale
from evalspec.summaries.base import q_p_value
from evalspec.terms import Sides

INTERVALS = collect(evalspec.intervals, "INTERVAL", "id")
PREDICTION = {"normal": "prediction-normal", "t_k_minus_2": "prediction-t"}


def points_of(inputs: Mapping[str, Any]) -> dict[str, Point]:
    """Counts as logits, half a unit where a cell is 0; estimates and variances as they are."""
    if "x" not in inputs:
        return {str(i): Point(y, v) for i, (y, v) in enumerate(zip(inputs["yi"], inputs["vi"], strict=True))}
    pairs = enumerate(zip(inputs["x"], inputs["n"], strict=True))
    members = {str(i): Member(value=Ratio(x, n), size=n) for i, (x, n) in pairs}
    points, _ = on_scale(members, scale="logit", zero_cells="half-where-zero")
    return points


def unscaled(points: Mapping[str, Point], tau2: str | None) -> Meta:
    """The fit, called identity so that its limits are not brought back."""
    fitted = fit(points, scale="identity", tau2=tau2)
    assert not isinstance(fitted, Undefined)
    return fitted.meta


def ends(limits: Limits | Undefined) -> tuple[float | None, float | None]:
    return (None, None) if isinstance(limits, Undefined) else (limits.lower, limits.upper)


def meta(inputs: dict[str, Any]) -> dict[str, Any]:
    points, level = points_of(inputs), Fraction(repr(inputs["level"]))
    fixed, random = unscaled(points, None), unscaled(points, "dersimonian-laird")
    out: dict[str, Any] = {
        "fixed_estimate": fixed.mean,
        "fixed_se": sqrt(fixed.variance),
        "Q": random.q,
        "Q_p": q_p_value(random),
        "I2_percent": None if random.i2 is None else 100 * random.i2,
        "tau2": random.tau2,
        "random_estimate": random.mean,
        "random_se": sqrt(random.variance),
    }
    if "x" in inputs:
        out |= {"yi": list(random.estimates), "vi": list(random.variances)}
    out["random_lower"], out["random_upper"] = ends(wald_of(random, level=level, sides=Sides.TWO))
    for end, word in PREDICTION.items():
        limits = ends(INTERVALS[word](random, level=level, sides=Sides.TWO))
        out[f"prediction_lower_{end}"], out[f"prediction_upper_{end}"] = limits
    hksj = INTERVALS["hartung-knapp"](random, level=level, sides=Sides.TWO)
    out["hksj_lower"], out["hksj_upper"] = ends(hksj)
    return out
