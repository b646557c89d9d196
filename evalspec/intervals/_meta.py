"""Limits around the mean of a fit over cohorts: made on the fit's scale, given on the metric's own."""

from fractions import Fraction
from math import exp, sqrt

from evalspec.intervals.base import normal_quantile, open_side
from evalspec.records import Limits, Meta, Spread, Undefined
from evalspec.terms import Sides


def back(x: float, scale: str) -> float:
    """From the fit's scale to the metric's: nothing on ``identity``, 1 / (1 + exp(-x)) on ``logit``.

    Raises:
        ValueError: a scale that is neither.
    """
    if scale == "identity":
        return x
    if scale != "logit":
        raise ValueError(f"scale {scale!r} is neither identity nor logit")
    small = exp(-abs(x))  # never overflows
    return 1 / (1 + small) if x >= 0 else small / (1 + small)


def spread_of(meta: Meta) -> Spread:
    """The mean and its variance on the fit's own scale, without bounds."""
    return Spread(estimate=meta.mean, variance=meta.variance)


def around(meta: Meta, half: float, sides: Sides, note: str = "") -> Limits:
    """The mean -+ ``half`` on the fit's scale, brought back. Not clipped on ``identity``; in (0, 1) on ``logit``."""
    return open_side(back(meta.mean - half, meta.scale), back(meta.mean + half, meta.scale), sides, note)


def wald_of(meta: Meta, *, level: Fraction, sides: Sides) -> Limits | Undefined:
    """The mean -+ z sqrt(its variance); never undefined, as a fit has at least one member of variance above 0."""
    return around(meta, normal_quantile(level, sides) * sqrt(meta.variance), sides)


SIX = Meta(
    scale="identity",
    names=("A", "B", "C", "D", "E", "F"),
    estimates=(0.1, 0.3, 0.35, 0.65, 0.45, 0.15),
    variances=(0.03, 0.03, 0.05, 0.01, 0.05, 0.02),
    mean=0.3442496784190061,
    variance=0.01139645714100592,
    tau2=0.03978596646072375,
    q=12.805627705627707,
    i2=0.6095466684696258,
)
TWO = Meta(
    scale="logit",
    names=("A", "B"),
    estimates=(1.3862943611198906, 0.4054651081081644),
    variances=(0.06944444444444445, 0.1388888888888889),
    mean=0.9312806182190021,
    variance=0.23925328333087226,
    tau2=0.37684634511510373,
    q=4.617724913104995,
    i2=0.7834431416297616,
)
ONE = Meta(
    scale="logit",
    names=("A",),
    estimates=(1.0986122886681098,),
    variances=(0.13333333333333333,),
    mean=1.0986122886681098,
    variance=0.13333333333333333,
    tau2=None,
    q=None,
    i2=None,
)
"""Fits by DerSimonian and Laird's estimator, for worked cases."""
