"""Estimates to the result set: plain JSON data in its fixed order."""

from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from math import isinf
from typing import Any

from evalspec.cutoffs.at import single_value
from evalspec.plan.model import Plan
from evalspec.records import (
    At,
    Compared,
    CurvePoint,
    Estimate,
    Figure,
    GateVerdict,
    Limits,
    Ratio,
    Tally,
    ThresholdRow,
    Undefined,
    Value,
)
from evalspec.results._counts import counts_rows
from evalspec.results.rows_csv import COLUMNS


def result_set(
    *,
    plan: Plan,
    cited: dict[str, str],
    tool: str,
    tally: Tally,
    tally_digest: str,
    thresholds: Sequence[ThresholdRow],
    estimates: Sequence[Estimate],
    comparisons: Sequence[Compared],
    curves: Sequence[Figure],
    gates: Sequence[GateVerdict],
) -> dict[str, Any]:
    """The whole of results.json as JSON data. Nothing in it depends on time, place, threads or row order."""
    found = {
        "evalspec_results": 1,
        "plan": cited,
        "tool": tool,
        "tally": tally_digest,
        "counts": counts_rows(plan, tally, thresholds),
        "curves": [_curve(c) for c in curves],
        "rows": [_row(e, thresholds) for e in estimates],
        "comparisons": [_compared(c) for c in comparisons],
        "companions": [m for e in estimates for m in _members(e)],
        "ranges": [_range(e) for e in estimates if e.members],
        "gates": [_gate(g) for g in gates],
    }
    fits = [_heterogeneity(e) for e in estimates if e.combined and e.combined.meta]
    return found | ({"heterogeneity": fits} if fits else {})


def canonical_bytes(data: Any) -> bytes:
    """RFC 8785 and a final newline."""
    import rfc8785

    return rfc8785.dumps(data) + b"\n"


def number(value: Value | Fraction | float | None) -> float | int | str | None:
    """The double nearest to an exact value, an infinite one as a text; None where undefined."""
    if value is None or isinstance(value, Undefined):
        return None
    exact = value if isinstance(value, int | float | Fraction) else value.exact
    nearest = float(exact)
    return str(nearest) if isinf(nearest) else nearest


def _where(at: At) -> dict[str, Any]:
    return {
        "cohorts": at.cohorts, "cohort": at.cohort, "classes": at.classes, "class": at.class_, "folds": at.folds,
        "fold": at.fold, "repeats": at.repeats, "repeat": at.repeat, "subgroup": at.subgroup,
        "population": at.population, "prevalence": number(at.prevalence), "scenario": at.scenario,
    }  # fmt: skip


def _interval(limits: Limits | Undefined | None, method: str | None, level: Fraction | None) -> dict[str, Any]:
    there = limits if isinstance(limits, Limits) else None
    note = limits.reason if isinstance(limits, Undefined) else there.note if there and there.note else None
    return {
        "lower": number(there.lower) if there else None, "upper": number(there.upper) if there else None,
        "level": _decimal(level), "interval": method, "interval_note": note,
    }  # fmt: skip


def _row(e: Estimate, thresholds: Sequence[ThresholdRow]) -> dict[str, Any]:
    at = single_value(thresholds, threshold=e.threshold, model=e.model) if e.threshold else None
    combined = e.combined
    undefined_in = combined.undefined_in if combined else _undefined_in(e)
    defined = (combined.defined, combined.of) if combined else (len(e.members) - len(undefined_in), len(e.members))
    if e.defined_of is not None:
        defined = e.defined_of
    there = bool(e.members) or e.defined_of is not None
    row = _where(e.at) | {
        "summary": e.summary, "role": e.role, "role_declared": e.role, "metric": e.metric, "model": e.model,
        "threshold": e.threshold, "threshold_value": at, "address": e.address, "estimate": number(e.value),
        "undefined": e.value.reason if isinstance(e.value, Undefined) else None,
        **_fraction(e.value), **_interval(e.limits, e.interval, e.level),
        "defined": defined[0] if there else None, "of": defined[1] if there else None,
        "undefined_in": dict(sorted(undefined_in.items())), "named": list(combined.named) if combined else [],
    }  # fmt: skip
    return {name: row[name] for name in COLUMNS}


def _fraction(value: Value) -> dict[str, int | None]:
    """Numerator and denominator of a ratio of counts, where JSON's readers can hold them (2^53)."""
    if isinstance(value, Ratio) and max(abs(value.numerator), value.denominator) <= 1 << 53:
        return {"numerator": value.numerator, "denominator": value.denominator}
    return {"numerator": None, "denominator": None}


def _undefined_in(e: Estimate) -> dict[str, str]:
    return {k: m.value.reason for k, m in e.members.items() if isinstance(m.value, Undefined)}


def _decimal(level: Fraction | None) -> str | None:
    """A level came from a decimal, so this is exact."""
    if level is None:
        return None
    digits = 0
    while (level * 10**digits).denominator != 1:
        digits += 1
    whole = (level * 10**digits).numerator
    return f"0.{whole:0{digits}d}" if digits else str(whole)


def _members(e: Estimate) -> list[dict[str, Any]]:
    weights = e.combined.weights if e.combined else {}
    return [
        {
            "address": e.address, **_member_of(e.over, name), "estimate": number(m.value), **_fraction(m.value),
            "undefined": m.value.reason if isinstance(m.value, Undefined) else None,
            "weight": number(weights.get(name)),
        }
        for name, m in e.members.items()
    ]  # fmt: skip


def _member_of(over: str, name: str) -> dict[str, str | None]:
    return {"cohort": name} if over == "cohort" else {"cohort": None, over: name}


def _range(e: Estimate) -> dict[str, Any]:
    values = {k: m.value.exact for k, m in e.members.items() if not isinstance(m.value, Undefined)}
    low, high = (min(values.values()), max(values.values())) if values else (None, None)
    return {
        "address": e.address, "lowest": number(low), "lowest_in": [k for k, v in values.items() if v == low],
        "highest": number(high), "highest_in": [k for k, v in values.items() if v == high],
    }  # fmt: skip


def _heterogeneity(e: Estimate) -> dict[str, Any]:
    assert e.combined is not None
    meta = e.combined.meta
    assert meta is not None
    return {
        "address": e.address, "scale": meta.scale, "k": meta.k, "q": number(meta.q), "i2": number(meta.i2),
        "tau2": number(meta.tau2), "mean": number(meta.mean), "variance": number(meta.variance),
    }  # fmt: skip


def _compared(c: Compared) -> dict[str, Any]:
    where = _where(c.at)
    kept = {name: where[name] for name in _OF_COMPARISONS}
    p = c.p_value
    return kept | {
        "comparison": c.comparison, "role": c.role, "address": c.address, "summary": c.summary, "metric": c.metric,
        "first": c.first, "second": c.second, "measure": c.measure, "estimate": number(c.value),
        "undefined": c.value.reason if isinstance(c.value, Undefined) else None,
        **_interval(c.limits, c.interval, c.level), "test": c.test, "p_value": None if isinstance(p, Undefined) else p,
        "test_note": p.reason if isinstance(p, Undefined) else None,
        "positives": asdict(c.positives) if c.positives else None,
        "negatives": asdict(c.negatives) if c.negatives else None, "conclusion": c.conclusion,
    }  # fmt: skip


_OF_COMPARISONS = (
    "cohorts", "cohort", "class", "fold", "repeat", "subgroup", "population", "prevalence", "scenario",
)  # fmt: skip


def _curve(c: Figure) -> dict[str, Any]:
    points: Sequence[CurvePoint] = () if isinstance(c.points, Undefined) else c.points
    return {
        "curve": c.curve, "kind": c.kind, "address": c.address, "model": c.model, "cohort": c.cohort,
        "points": [_point(p) for p in points],
        "lines": [{"name": line.name, "points": [_point(p) for p in line.points]} for line in c.lines],
        "undefined": c.points.reason if isinstance(c.points, Undefined) else None, "thinning": c.thinning,
    }  # fmt: skip


def _point(p: CurvePoint) -> dict[str, Any]:
    return {"x": number(p.x), "y": number(p.y), "threshold": p.threshold, "n": p.n}


def _gate(gate: GateVerdict) -> dict[str, Any]:
    requirements = [
        {"address": r.address, "bound": r.bound, "value": number(r.value), "relation": r.relation, "limit": r.limit,
         "verdict": str(r.verdict), "reason": r.reason}
        for r in gate.requirements
    ]  # fmt: skip
    return {"id": gate.id, "verdict": str(gate.verdict), "requirements": requirements}


__all__ = ["canonical_bytes", "number", "result_set"]
