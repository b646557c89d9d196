"""Estimates to the result set: plain JSON data in its fixed order."""

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from evalspec.cutoffs.at import place_of, single_value, value_at
from evalspec.plan.model import Plan
from evalspec.records import (
    CellKey,
    Counts,
    Estimate,
    GateVerdict,
    GroupKey,
    Limits,
    Ratio,
    Tally,
    ThresholdRow,
    Undefined,
    Value,
)
from evalspec.results.rows_csv import COLUMNS

NULLS = ("classes", "class", "folds", "fold", "repeats", "repeat", "subgroup", "population", "prevalence", "scenario")


def result_set(
    *,
    plan: Plan,
    cited: dict[str, str],
    tool: str,
    tally: Tally,
    tally_digest: str,
    thresholds: Sequence[ThresholdRow],
    estimates: Sequence[Estimate],
    gates: Sequence[GateVerdict],
) -> dict[str, Any]:
    """The whole of results.json as JSON data. Nothing in it depends on time, place, threads or row order."""
    return {
        "evalspec_results": 1,
        "plan": cited,
        "tool": tool,
        "tally": tally_digest,
        "counts": counts_rows(plan, tally, thresholds),
        "curves": [],
        "rows": [_row(e, plan, thresholds) for e in estimates],
        "comparisons": [],
        "companions": [m for e in estimates for m in _members(e)],
        "ranges": [_range(e) for e in estimates if e.members],
        "gates": [_gate(g) for g in gates],
    }


def canonical_bytes(data: Any) -> bytes:
    """RFC 8785 and a final newline."""
    import rfc8785

    return rfc8785.dumps(data) + b"\n"


def tally_data(tally: Tally) -> dict[str, Any]:
    """The canonical tally as JSON data. Scores are written as their shortest decimal, in a text."""
    cells = [
        {"threshold": k.threshold, "model": k.model, "cohort": k.cohort, "fold": k.fold, "subgroup": k.subgroup,
         "tp": n.tp, "fn": n.fn, "tn": n.tn, "fp": n.fp}
        for k, n in sorted(tally.cells.items())
    ]  # fmt: skip
    rankings = [
        {"model": k.model, "cohort": k.cohort, "subgroup": k.subgroup, "scores": list(map(repr, r.scores)),
         "n_positive": list(r.n_positive), "n_negative": list(r.n_negative), "above": list(r.above), "below": r.below}
        for k, r in sorted(tally.rankings.items())
    ]  # fmt: skip
    return {"evalspec_tally": 1, "cells": cells, "excluded": dict(tally.excluded), "rankings": rankings}


def tally_bytes(tally: Tally) -> bytes:
    """RFC 8785 of ``tally_data`` and a final newline. It holds no fractional number, so the fast encoder writes it."""
    data = tally_data(tally)
    data["excluded"] = dict(sorted(data["excluded"].items(), key=lambda kv: kv[0].encode("utf-16-be")))
    data = {
        name: [dict(sorted(e.items())) for e in v] if isinstance(v, list) else v for name, v in sorted(data.items())
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.encode() + b"\n"


def number(value: Value | Fraction | float | None) -> float | int | None:
    """The double nearest to an exact value; None where undefined."""
    if value is None or isinstance(value, Undefined):
        return None
    exact = value if isinstance(value, int | float | Fraction) else value.exact
    return float(exact)


def counts_rows(plan: Plan, tally: Tally, thresholds: Sequence[ThresholdRow]) -> list[dict[str, Any]]:
    """Decision cells as declared, then ranked groups that no decision cell shows; cohorts by code point."""
    order = {name: i for i, name in enumerate(plan.models)}
    t_order = {name: i for i, name in enumerate(plan.thresholds)}
    cells = sorted(tally.cells.items(), key=lambda kn: (t_order.get(kn[0].threshold, -1), order[kn[0].model], kn[0]))
    found = [_cell(plan, k, n, tally, thresholds) for k, n in cells]
    shown = {(k.model, k.cohort) for k in tally.cells}
    ranked = [k for k in tally.rankings if k.cohort and (k.model, k.cohort) not in shown]
    found += [_ranked(k, tally) for k in sorted(ranked, key=lambda k: (order[k.model], k))]
    return found


def _cell(plan: Plan, key: CellKey, n: Counts, tally: Tally, thresholds: Sequence[ThresholdRow]) -> dict[str, Any]:
    called = bool(key.threshold) or plan.models[key.model].calls is not None
    at = place_of(plan, key.threshold, cohort=key.cohort, fold=key.fold)
    value = value_at(thresholds, threshold=key.threshold, model=key.model, fold=at)
    return _place(key.model, key.cohort) | {
        "threshold": key.threshold or None, "threshold_value": value, "fold": key.fold or None,
        "units": n.units, "excluded": tally.excluded.get(key.cohort, 0), "indeterminate": 0,
        "positives": n.positives, "negatives": n.negatives, "prevalence": _share(n.positives, n.units),
        "tp": n.tp if called else None, "fn": n.fn if called else None,
        "tn": n.tn if called else None, "fp": n.fp if called else None,
    }  # fmt: skip


def _ranked(key: GroupKey, tally: Tally) -> dict[str, Any]:
    r = tally.rankings[key]
    units = r.positives + r.negatives
    return _place(key.model, key.cohort) | {
        "threshold": None, "threshold_value": None, "fold": None, "units": units,
        "excluded": tally.excluded.get(key.cohort, 0), "indeterminate": 0, "positives": r.positives,
        "negatives": r.negatives, "prevalence": _share(r.positives, units), "tp": None, "fn": None, "tn": None, "fp": None,
    }  # fmt: skip


def _place(model: str, cohort: str) -> dict[str, Any]:
    return {"model": model, "cohort": cohort, "class": None, "subgroup": None}


def _share(part: int, whole: int) -> float | None:
    return float(Fraction(part, whole)) if whole else None


def _row(e: Estimate, plan: Plan, thresholds: Sequence[ThresholdRow]) -> dict[str, Any]:
    at = single_value(thresholds, threshold=e.threshold, model=e.model) if e.threshold else None
    limits = e.limits if isinstance(e.limits, Limits) else None
    note = e.limits.reason if isinstance(e.limits, Undefined) else limits.note if limits and limits.note else None
    combined = e.combined
    undefined_in = combined.undefined_in if combined else _undefined_in(e)
    row = dict.fromkeys(NULLS) | {
        "summary": e.summary, "role": e.role, "role_declared": e.role, "metric": e.metric, "model": e.model,
        "threshold": e.threshold, "threshold_value": at, "cohorts": e.cohorts, "cohort": e.cohort,
        "address": e.address, "estimate": number(e.value),
        "undefined": e.value.reason if isinstance(e.value, Undefined) else None,
        **_fraction(e.value),
        "lower": limits.lower if limits else None, "upper": limits.upper if limits else None,
        "level": _decimal(e.level), "interval": e.interval, "interval_note": note,
        "defined": len(e.members) - len(undefined_in) if e.members else None, "of": len(e.members) or None,
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
            "address": e.address, "cohort": cohort, "estimate": number(m.value),
            **_fraction(m.value),
            "undefined": m.value.reason if isinstance(m.value, Undefined) else None,
            "weight": number(weights.get(cohort)),
        }
        for cohort, m in e.members.items()
    ]  # fmt: skip


def _range(e: Estimate) -> dict[str, Any]:
    values = {k: m.value.exact for k, m in e.members.items() if not isinstance(m.value, Undefined)}
    low, high = (min(values.values()), max(values.values())) if values else (None, None)
    return {
        "address": e.address, "lowest": number(low), "lowest_in": [k for k, v in values.items() if v == low],
        "highest": number(high), "highest_in": [k for k, v in values.items() if v == high],
    }  # fmt: skip


def _gate(gate: GateVerdict) -> dict[str, Any]:
    requirements = [
        {"address": r.address, "bound": r.bound, "value": r.value, "relation": r.relation, "limit": r.limit,
         "verdict": str(r.verdict), "reason": r.reason}
        for r in gate.requirements
    ]  # fmt: skip
    return {"id": gate.id, "verdict": str(gate.verdict), "requirements": requirements}
