"""Interval of any value from its values in resamples: percentile, or bias-corrected and accelerated (BCa)."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from math import floor, fsum, isinf, isnan, sqrt
from statistics import NormalDist
from typing import Literal

from evalspec.intervals.base import BootstrapInterval, WorkedCase, normal_quantile, open_side
from evalspec.records import Limits, Undefined
from evalspec.terms import Quantity, Sides

MOST_UNDEFINED = Fraction(1, 20)
"""Resamples without a value that are passed over; where there are more, those left are a choice of resamples."""

ALL_EQUAL = "every replicate has the same value: the zero width is no precision"

Jackknife = tuple[Collection[float], Collection[int]]


def quantile(ascending: Sequence[float], share: Fraction) -> float:
    """Type 7 of Hyndman and Fan: linear between neighbours, at (R - 1) x share from 0. Rounded once."""
    place = (len(ascending) - 1) * share
    at = floor(place)
    part = place - at
    below = ascending[at]
    if part == 0 or ascending[at + 1] == below:
        return below
    above = ascending[at + 1]
    if isinf(below) or isinf(above):
        return above if isinf(above) else below  # an infinite neighbour takes all of the way
    return float(Fraction(below) + part * (Fraction(above) - Fraction(below)))


def of_resamples(
    estimate: float,
    replicates: Collection[float],
    *,
    level: Fraction,
    sides: Sides,
    limits: Literal["percentile", "bca"] = "percentile",
    jackknife: Jackknife | None = None,
) -> Limits | Undefined:
    """Undefined replicates (NaN) are left out and counted in the note; more than 1 in 20 leave no interval.

    Raises:
        ValueError: ``bca`` without jackknife values.
    """
    drawn = len(replicates)
    defined = sorted(float(value) for value in replicates if not isnan(value))
    lost = drawn - len(defined)
    if drawn == 0:
        return Undefined("replicates = 0")
    if lost > MOST_UNDEFINED * drawn:
        return Undefined(f"the value is undefined in {lost} of {drawn} replicates, more than 1 in 20")
    shares = _percentile(level, sides) if limits == "percentile" else _bca(estimate, defined, level, sides, jackknife)
    if isinstance(shares, Undefined):
        return shares
    lower, upper = (quantile(defined, share) for share in shares)
    notes = [f"undefined in {lost} of {drawn} replicates"] if lost else []
    notes += [ALL_EQUAL] if defined[0] == defined[-1] else []
    return open_side(lower, upper, sides, "; ".join(notes))


def _percentile(level: Fraction, sides: Sides) -> tuple[Fraction, Fraction]:
    beyond = (1 - level) / 2 if sides is Sides.TWO else 1 - level
    return beyond, 1 - beyond


def _bca(
    estimate: float, ascending: Sequence[float], level: Fraction, sides: Sides, jackknife: Jackknife | None
) -> tuple[Fraction, Fraction] | Undefined:
    """The shares at which the limits are read: Efron 1987, eq. 2.3. The acceleration bends them to the skewed side."""
    if jackknife is None:
        raise ValueError("bca takes jackknife values")
    below = sum(value < estimate for value in ascending)
    tied = sum(value == estimate for value in ascending)
    share = Fraction(2 * below + tied, 2 * len(ascending))
    if share in (0, 1):
        return Undefined(f"every replicate lies {'above' if share == 0 else 'below'} the estimate: no bias correction")
    acceleration = _acceleration(*jackknife)
    if isinstance(acceleration, Undefined):
        return acceleration
    normal = NormalDist()
    bias, z = normal.inv_cdf(float(share)), normal_quantile(level, sides)
    found = []
    for moved in (bias - z, bias + z):
        if acceleration * moved >= 1:
            return Undefined("1 - acceleration x (z0 + z) is not above 0")
        found.append(Fraction(normal.cdf(bias + moved / (1 - acceleration * moved))))
    return found[0], found[1]


def _acceleration(values: Collection[float], weights: Collection[int]) -> float | Undefined:
    """A sixth of the skewness of the jackknife's influence values; ``weights``: how many units each value stands for."""
    units = sum(int(w) for w in weights)
    lost = sum(int(w) for v, w in zip(values, weights, strict=True) if isnan(v))
    if lost:
        return Undefined(f"the value is undefined in {lost} of {units} jackknife samples: no acceleration")
    endless = sum(int(w) for v, w in zip(values, weights, strict=True) if isinf(v))
    if endless:
        return Undefined(f"the value is infinite in {endless} of {units} jackknife samples: no acceleration")
    kept = [(float(v), int(w)) for v, w in zip(values, weights, strict=True) if w]
    if len({v for v, _ in kept}) < 2:
        return Undefined("every jackknife value is the same: no acceleration")
    mean = fsum(v * w for v, w in kept) / units
    cubes = fsum(w * (mean - v) ** 3 for v, w in kept)
    squares = fsum(w * (mean - v) ** 2 for v, w in kept)
    return cubes / (6 * squares * sqrt(squares))


INTERVAL = BootstrapInterval(
    id="bootstrap",
    title="Bootstrap",
    also=("percentile bootstrap", "BCa bootstrap"),
    formula=(
        "percentile: the a and 1 - a quantiles (type 7) of the value over R resamples; BCa: the quantiles at "
        "F(z0 + (z0 -+ z) / (1 - c (z0 -+ z))), F the normal distribution, z0 from the share of replicates below the "
        "estimate, c the acceleration from the jackknife"
    ),
    undefined_when=(
        "replicates = 0, more than 1 in 20 replicates are undefined; BCa: every replicate on one side of the estimate, a "
        "jackknife value undefined, or all of them the same"
    ),
    limits=of_resamples,
    fits=(
        Quantity.RATIO,
        Quantity.CLUSTERED_RATIO,
        Quantity.AUROC,
        Quantity.CLUSTERED_AUROC,
        Quantity.AVERAGE_PRECISION,
        Quantity.PARTIAL_AUROC,
        Quantity.TABLE,
        Quantity.POSITIVE,
        Quantity.LOSS,
        Quantity.CALIBRATION,
        Quantity.ECE,
        Quantity.COMBINED,
        Quantity.NEW_COHORT,
        Quantity.PAIRED,
        Quantity.PAIRED_AUROC,
        Quantity.PAIRED_COMBINED,
        Quantity.UNPAIRED,
    ),
    worked=(
        WorkedCase({"estimate": 0.5, "replicates": (0.6, 0.2, 0.4, 0.8, 0.5)}, "0.9", Limits(0.24, 0.76)),
        WorkedCase(
            {"estimate": 1.0, "replicates": (1.0,) * 19 + (float("nan"),)},
            "0.95",
            Limits(1.0, 1.0, f"undefined in 1 of 20 replicates; {ALL_EQUAL}"),
        ),
        WorkedCase(
            {
                "estimate": 0.5,
                "replicates": (0.6, 0.2, 0.4, 0.8, 0.5),
                "limits": "bca",
                "jackknife": ((0.4, 0.6), (2, 1)),
            },
            "0.9",
            Limits(0.225602, 0.744375),
        ),
        WorkedCase(
            {"estimate": 0.9, "replicates": (0.2, 0.4), "limits": "bca", "jackknife": ((0.4, 0.6), (2, 1))},
            "0.95",
            Undefined("every replicate lies below the estimate: no bias correction"),
        ),
        WorkedCase(
            {"estimate": 0.5, "replicates": (0.5, float("nan"))},
            "0.95",
            Undefined("the value is undefined in 1 of 2 replicates, more than 1 in 20"),
        ),
    ),
    reference="Efron & Tibshirani 1993, An Introduction to the Bootstrap, ch. 13 and 14; Efron 1987, J Am Stat Assoc 82:171",
    elsewhere=(
        "the inverse of the distribution function for the quantile (Efron; type 1) gives a replicate's own value",
        "R's boot reads BCa and percentile limits at (R + 1) a, interpolated on the normal scale",
        "scikit-learn's metrics give 0 for a resample without positives: such resamples then count as values",
    ),
)
