"""What coverage.py simulates of fits: calibration, and means over cohorts weighted by their variances."""

from typing import Any

import numpy as np
from coverage_families import HOW, INTERVALS, Family, Found, Stream, shifted

import evalspec.metrics
import evalspec.summaries
from evalspec.catalogue import collect
from evalspec.intervals._meta import wald_of
from evalspec.records import Member, Meta, Ratio, ScoreGroup, Spread, Undefined

METRICS = collect(evalspec.metrics, "METRIC", "id")
SUMMARIES = collect(evalspec.summaries, "SUMMARY", "id")
HUNDREDTHS = np.arange(1, 100) / 100


def calibration(stream: Stream, *, n: int, intercept: float, slope: float) -> Found:
    """Log odds normal about -1 with deviation 1, the probability rounded to hundredths; the outcome by the setting."""
    odds = np.exp(-1 + stream.normal(size=n))
    at = np.clip(np.round(odds / (1 + odds), 2), 0.01, 0.99)
    x = np.log(at / (1 - at))
    y = stream.uniform(size=n) < 1 / (1 + np.exp(-(intercept + slope * x)))
    place = np.round(at * 100).astype(int)
    positives, units = np.bincount(place[y], minlength=100), np.bincount(place, minlength=100)
    groups = [
        ScoreGroup(float(p), int(positives[k]), int(units[k] - positives[k]))
        for k, p in enumerate(HUNDREDTHS, start=1)
        if units[k]
    ]
    yield "calibration_slope: wald", slope, of_fit("calibration_slope", groups)
    if slope == 1:
        yield "calibration_intercept: wald", intercept, of_fit("calibration_intercept", groups)


def of_fit(metric: str, groups: list[ScoreGroup]) -> Any:
    definition = METRICS[metric]
    value, variance = definition(groups), definition.spread(groups)
    if isinstance(value, Undefined) or isinstance(variance, Undefined):
        return Undefined("no fit")
    return INTERVALS["wald"](Spread(value.exact, variance), **HOW)


def one_effect(stream: Stream, *, cohorts: int, n: int, p: float) -> Found:
    """Cohorts of n units of one and the same proportion; on the logit scale, 0.5 added where a cell is empty."""
    fitted = combined("inverse-variance", drawn(stream, n, np.full(cohorts, p)))
    yield "wald", p, wald_of(fitted, **HOW) if fitted else Undefined("no fit")


def effects(stream: Stream, *, cohorts: int, n: int, p: float, tau: float) -> Found:
    """Cohorts of n units, the logits of their proportions normal about p's with deviation tau; on the logit scale.

    The truth of a prediction interval is the proportion of one more cohort, drawn as the others are.
    """
    members = drawn(stream, n, shifted(p, tau * stream.normal(size=cohorts)))
    another = float(shifted(p, tau * stream.normal()))
    for named, estimator in (("", "dersimonian-laird"), (" (REML)", "reml")):
        fitted = combined("random-effects", members, tau2=estimator)
        for method, truth in (("hartung-knapp", p), ("prediction-t", another), ("prediction-normal", another)):
            yield method + named, truth, INTERVALS[method](fitted, **HOW) if fitted else Undefined("no fit")
        yield "wald" + named, p, wald_of(fitted, **HOW) if fitted else Undefined("no fit")


def drawn(stream: Stream, n: int, own: Any) -> dict[str, Member]:
    return {f"{k:02}": Member(value=Ratio(int(x), n), size=n) for k, x in enumerate(stream.binomial(n, own))}


def combined(word: str, members: dict[str, Member], **told: Any) -> Meta | None:
    told |= {"scale": "logit", "zero_cells": "half-where-zero", "minimum_defined": 1}
    found: Meta | None = SUMMARIES[word].combine(members, **told).meta
    return found


FAMILIES = (
    Family(
        "a calibration slope or intercept",
        "calibration_slope: wald, calibration_intercept: wald",
        tuple(
            {"n": n, "intercept": a, "slope": b}
            for n in (50, 200, 1000)
            for a, b in ((0.0, 1.0), (0.5, 1.0), (0.0, 0.6))
        ),
        calibration,
    ),
    Family(
        "an inverse-variance mean over cohorts",
        "wald",
        tuple({"cohorts": k, "n": n, "p": p} for k in (3, 10) for n in (20, 100) for p in (0.5, 0.8, 0.95)),
        one_effect,
    ),
    Family(
        "a random-effects mean over cohorts, and the value of a further one",
        "hartung-knapp, prediction-t",
        tuple(
            {"cohorts": k, "n": 100, "p": p, "tau": t} for k in (3, 5, 10) for p in (0.5, 0.8, 0.95) for t in (0.0, 0.5)
        ),
        effects,
    ),
)
