"""Two hundred random tables against R's metafor: the stored numbers, the script beside them that made them."""

import json
from fractions import Fraction
from math import sqrt
from pathlib import Path

import pytest
from reference.of_meta import INTERVALS, ends, points_of, unscaled

from evalspec.intervals._meta import wald_of
from evalspec.summaries.base import q_p_value
from evalspec.terms import Sides

STORED = json.loads(Path(__file__).with_name("metafor.json").read_text(encoding="utf-8"))
TABLES = STORED["tables"]
METHODS = {"DL": "dersimonian-laird", "PM": "paule-mandel", "REML": "reml"}
LIMITS = {
    "wald": wald_of,
    "hksj": INTERVALS["hartung-knapp"],
    "normal": INTERVALS["prediction-normal"],
    "t": INTERVALS["prediction-t"],
}
WITHIN = 1e-8
NOTHING = 1e-9
"""What a search for tau² that is 0 may leave of it there."""


def apart(one: float | None, other: float | None) -> float:
    """Their relative difference; 0 where both are undefined or both nothing, infinite where one is undefined."""
    if one is None or other is None:
        return 0.0 if one is other else float("inf")
    largest = max(abs(one), abs(other))
    return 0.0 if largest <= NOTHING else abs(one - other) / largest


def described(meta, words) -> dict[str, float | None]:
    out = {"estimate": meta.mean, "se": sqrt(meta.variance)}
    for name in words:
        limits = ends(LIMITS[name](meta, level=Fraction(repr(STORED["level"])), sides=Sides.TWO))
        out[f"{name}_lower"], out[f"{name}_upper"] = limits
    return out


def farthest(pairs) -> tuple[float, object]:
    """The largest relative difference over every name of every table, and where it is."""
    return max(
        (apart(got[name], value), i, name) for i, (got, stored) in enumerate(pairs) for name, value in stored.items()
    )


@pytest.mark.parametrize("method", METHODS)
def test_a_random_effects_fit_and_its_limits_are_those_of_metafor(method):
    fits = [unscaled(points_of(table), METHODS[method]) for table in TABLES]
    got = [{"tau2": fit.tau2, **described(fit, LIMITS)} for fit in fits]
    assert farthest(zip(got, (t[method] for t in TABLES), strict=True))[0] <= WITHIN


def test_an_inverse_variance_mean_with_its_heterogeneity_is_that_of_metafor():
    fits = [unscaled(points_of(table), None) for table in TABLES]
    got = [{**described(fit, ["wald"]), "Q": fit.q, "Q_p": q_p_value(fit), "I2_percent": 100 * fit.i2} for fit in fits]
    stored = [{**table["fixed"], "I2_percent": table["I2_percent"]} for table in TABLES]
    assert farthest(zip(got, stored, strict=True))[0] <= WITHIN


def test_the_tables_are_many_and_of_every_kind():
    assert len(TABLES) == 200
    assert "metafor 3.8.1" in STORED["software"]
    counted = [t for t in TABLES if "x" in t]
    assert len(counted) == 100
    assert sum(any(x in (0, n) for x, n in zip(t["x"], t["n"], strict=True)) for t in counted) >= 10
    sizes = {len(t.get("x") or t["yi"]) for t in TABLES}
    assert sizes == set(range(2, 13))
    for method in METHODS:
        nothing = sum(t[method]["tau2"] <= NOTHING for t in TABLES)
        assert 20 <= nothing <= 150
    assert all((t["DL"]["t_lower"] is None) == (len(t.get("x") or t["yi"]) == 2) for t in TABLES)
