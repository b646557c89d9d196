"""Means over cohorts and their limits, against R's metafor on 200 random sets of cohorts."""

import math
from fractions import Fraction

import pytest
from reference.of_random import (
    SUMMARIES,
    Compared,
    Convention,
    Given,
    Reading,
    check,
    complete,
    level,
    limits_of,
    private,
)

from evalspec.records import Member, Ratio, Real, Undefined
from evalspec.terms import Sides

FILE = "meta"
WORDS = {"DL": "dersimonian-laird", "PM": "paule-mandel", "REML": "reml"}


def k_of(given: Given) -> int:
    return len(given.get("x", given.get("yi")))


def members(given: Given) -> dict[str, Member]:
    if "x" in given:
        pairs = zip(given["x"], given["n"], strict=True)
        return {f"c{i}": Member(value=Ratio(x, n), size=n) for i, (x, n) in enumerate(pairs)}
    pairs = zip(given["yi"], given["vi"], strict=True)
    each = [(Fraction(repr(y)), Fraction(repr(v))) for y, v in pairs]
    return {f"c{i}": Member(value=Real(y), size=1, variance=v) for i, (y, v) in enumerate(each)}


def fitted(given: Given, method: str):
    """The fit, on its own scale; undefined where the summary is."""
    scale = "logit" if "x" in given else "identity"
    told = {"scale": scale, "zero_cells": "half-where-zero", "minimum_defined": 1}
    if method == "FE":
        combined = SUMMARIES["inverse-variance"].combine(members(given), **told)
    else:
        combined = SUMMARIES["random-effects"].combine(members(given), tau2=WORDS[method], **told)
    return combined.value if isinstance(combined.value, Undefined) else combined.meta


def of_fit(method, read):
    def here(given):
        meta = fitted(given, method)
        return meta if isinstance(meta, Undefined) else read(meta)

    return here


def limits(method, interval):
    def here(given):
        meta = fitted(given, method)
        return [meta, meta] if isinstance(meta, Undefined) else around(interval, given, meta)

    return here


def around(interval, given, meta):
    if interval == "wald":
        return private("evalspec.intervals._meta", "wald_of")(meta, level=level(given), sides=Sides.TWO)
    return limits_of(interval, given, meta)


def on_the_metrics_scale(given: Given, said: float) -> float:
    """R's limits are on the scale of the fit."""
    return 1 / (1 + math.exp(-said)) if "x" in given else said


BROUGHT_BACK = Reading(
    apply=on_the_metrics_scale, why="R's limits of logit proportions are brought back by 1 / (1 + exp(-x))", values=220
)


def needed(method, *intervals):
    word = "inverse-variance" if method == "FE" else "random-effects"
    return (("summary", word), *(("interval", i) for i in intervals))


def fewer_than_three(values: int) -> tuple[Convention, ...]:
    return (
        Convention(
            when=lambda g, _: k_of(g) < 3,
            said="number",
            why="random effects of fewer than 3 cohorts are undefined by the language",
            values=values,
        ),
    )


def of_method(method: str) -> tuple[Compared, ...]:
    few = fewer_than_three(44) if method != "FE" else ()
    few_limits = fewer_than_three(88) if method != "FE" else ()

    def one(name, read):
        return Compared(name=f"{method}.{name}", here=of_fit(method, read), needs=needed(method), conventions=few)

    def two(name, interval):
        return Compared(
            name=f"{method}.{name}",
            here=limits(method, interval),
            needs=needed(method, interval),
            reading=BROUGHT_BACK,
            conventions=few_limits,
        )

    found = (one("estimate", lambda m: m.mean), one("se", lambda m: math.sqrt(m.variance)), two("wald", "wald"))
    if method == "FE":
        return found
    return (
        *found,
        one("tau2", lambda m: m.tau2),
        two("hartung_knapp", "hartung-knapp"),
        two("prediction_normal", "prediction-normal"),
        two("prediction_t", "prediction-t"),
    )


QUANTITIES = (
    Compared(name="yi", here=of_fit("FE", lambda m: list(m.estimates)), needs=needed("FE")),
    Compared(name="vi", here=of_fit("FE", lambda m: list(m.variances)), needs=needed("FE")),
    Compared(
        name="q",
        here=of_fit("FE", lambda m: m.q),
        needs=needed("FE"),
        conventions=(
            Convention(when=lambda g, _: k_of(g) == 1, said="number", why="of one cohort R says 0", values=23),
        ),
    ),
    Compared(name="DL.i2", here=of_fit("DL", lambda m: m.i2), needs=needed("DL"), conventions=fewer_than_three(44)),
    *of_method("FE"),
    *of_method("DL"),
    *of_method("PM"),
    *of_method("REML"),
)
NOT_OURS = {
    "PM.i2": "metafor's I² from tau² and a typical variance; here I² is (Q - df) / Q whatever the estimator",
    "REML.i2": "metafor's I² from tau² and a typical variance; here I² is (Q - df) / Q whatever the estimator",
}


FILES = {FILE: QUANTITIES}


@pytest.mark.parametrize("compared", QUANTITIES, ids=lambda c: c.name)
def test_a_mean_over_cohorts_is_that_of_r(compared):
    assert check(FILE, compared) == []


def test_every_stored_mean_is_compared():
    complete(FILE, QUANTITIES, NOT_OURS)
