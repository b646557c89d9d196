"""Comparisons of two models or two cohorts, under the names of the reference cases. None is undefined."""

from fractions import Fraction
from typing import Any

from metrics.strategies import METRICS, groups_of

import evalspec.comparisons
import evalspec.intervals
from evalspec.catalogue import collect
from evalspec.comparisons._mcnemar import asymptotic_p, continuity_corrected_p
from evalspec.comparisons.delong import z
from evalspec.intervals._paired import covariance, paired_placements
from evalspec.intervals.delong import placements, variance, why_undefined
from evalspec.records import Limits, Paired, PairedGroup, Ratio, Undefined
from evalspec.terms import Sides

COMPARISONS = collect(evalspec.comparisons, "COMPARISON", "id")
INTERVALS = collect(evalspec.intervals, "INTERVAL", "id")

Named = dict[str, Any]


def number(value: Any) -> float | None:
    return None if isinstance(value, Undefined) else float(value.exact)


def both(limits: Limits | Undefined, *, before: str = "", after: str = "") -> Named:
    ends = (None, None) if isinstance(limits, Undefined) else (limits.lower, limits.upper)
    return {f"{before}{end}{after}": limit for end, limit in zip(("lower", "upper"), ends, strict=True)}


def mcnemar(inputs: dict[str, Any]) -> Named:
    paired = Paired(both=inputs["a"], first_only=inputs["b"], second_only=inputs["c"], neither=inputs["d"])
    return {
        "exact_p": number(COMPARISONS["mcnemar-exact"](paired)),
        "mid_p": number(COMPARISONS["mcnemar-midp"](paired)),
        "asymptotic_p": number(asymptotic_p(paired)),
        "continuity_corrected_p": number(continuity_corrected_p(paired)),
    }


def diff_ci(inputs: dict[str, Any]) -> Named:
    first, second = Ratio(inputs["x1"], inputs["n1"]), Ratio(inputs["x2"], inputs["n2"])
    limits = INTERVALS["newcombe"](first, second, level=Fraction(str(inputs["level"])), sides=Sides.TWO)
    there = first.denominator and second.denominator
    return {**both(limits, before="newcombe_"), "difference": float(first.exact - second.exact) if there else None}


def delong(inputs: dict[str, Any]) -> Named:
    out: Named = {}
    level = Fraction(str(inputs["level"]))
    for model in ("a", "b"):
        of = groups_of([(s, y == 1) for s, y in zip(inputs[f"scores_{model}"], inputs["labels"], strict=True)])
        at = placements(of)
        out[f"auc_{model}"] = number(METRICS["auroc"](of))
        out[f"variance_{model}"] = None if why_undefined(at) else float(variance(at))
        out |= both(INTERVALS["delong"](of, level=level, sides=Sides.TWO), after=f"_{model}")
    rows = zip(inputs["scores_a"], inputs["scores_b"], inputs["labels"], strict=True)
    pairs = [PairedGroup(a, b, y, 1 - y) for a, b, y in rows]
    together = paired_placements(pairs)
    return {
        **out,
        "covariance": None if why_undefined(together.first) else float(covariance(together)),
        "z": number(z(pairs)),
        "p_value": number(COMPARISONS["delong"](pairs)),
    }
