"""The companion table: units, positives, negatives, calls, of every decision, cohort, fold, class and subgroup."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from evalspec.cutoffs.at import place_of, value_at
from evalspec.plan.model import Plan
from evalspec.records import CellKey, Counts, GroupKey, Tally, ThresholdRow


def counts_rows(plan: Plan, tally: Tally, thresholds: Sequence[ThresholdRow]) -> list[dict[str, Any]]:
    """Decision cells as declared, then ranked groups that no decision cell shows; cohorts by code point."""
    order = {name: i for i, name in enumerate(plan.models)}
    t_order = {name: i for i, name in enumerate(plan.thresholds)}
    cells = sorted(_cells(tally), key=lambda kn: (t_order.get(kn[0].threshold, -1), order[kn[0].model], kn[0]))
    found = [_cell(plan, k, n, tally, thresholds) for k, n in cells]
    shown = {(k.model, k.cohort, k.subgroup, k.class_) for k, _ in cells}
    ranked = [k for k in tally.rankings if k.cohort and (k.model, k.cohort, k.subgroup, k.class_) not in shown]
    ranked = [k for k in ranked if k.class_ or not _has_classes(plan)]
    found += [_ranked(k, tally) for k in sorted(ranked, key=lambda k: (order[k.model], k))]
    return found


def _has_classes(plan: Plan) -> bool:
    return bool(plan.outcome.classes or plan.outcome.labels)


def _cells(tally: Tally) -> Iterator[tuple[CellKey, Counts]]:
    """Decision cells; of several classes, each against the rest."""
    yield from tally.cells.items()
    for k, table in tally.confusions.items():
        for name in table.classes:
            key = CellKey(threshold=k.threshold, model=k.model, cohort=k.cohort, fold=k.fold, subgroup=k.subgroup,
                          repeat=k.repeat, class_=name, scenario=k.scenario)  # fmt: skip
            yield key, table.against_the_rest(name)


def _cell(plan: Plan, key: CellKey, n: Counts, tally: Tally, thresholds: Sequence[ThresholdRow]) -> dict[str, Any]:
    model = plan.models[key.model]
    called = bool(key.threshold) or model.calls is not None or (model.scores is not None and not plan.outcome.labels)
    at = place_of(plan, key.threshold, cohort=key.cohort, fold=key.fold)
    value = value_at(thresholds, threshold=key.threshold, model=key.model, fold=at, label=key.class_ or None)
    whole = key if key in tally.cells else CellKey(
        threshold=key.threshold, model=key.model, cohort=key.cohort, fold=key.fold, subgroup=key.subgroup,
        repeat=key.repeat, scenario=key.scenario,
    )  # fmt: skip
    unclear = tally.indeterminate.get(whole, 0)
    left_out = tally.missing.get(whole, 0) if _leaves_out(plan) else 0
    return _place(key) | {
        "threshold": key.threshold or None, "threshold_value": value, "fold": key.fold or None,
        "units": n.units, "excluded": tally.excluded.get(key.cohort, 0) + left_out, "indeterminate": unclear,
        "positives": n.positives, "negatives": n.negatives, "prevalence": _share(n.positives, n.units),
        "tp": n.tp if called else None, "fn": n.fn if called else None,
        "tn": n.tn if called else None, "fp": n.fp if called else None,
    }  # fmt: skip


def _leaves_out(plan: Plan) -> bool:
    """Whether units without a prediction are left out, and not counted as wrong."""
    return plan.handling is not None and plan.handling.missing_prediction not in (None, "refuse", "counts-as-wrong")


def _ranked(key: GroupKey, tally: Tally) -> dict[str, Any]:
    r = tally.rankings[key]
    units = r.positives + r.negatives
    return _place(key) | {
        "threshold": None, "threshold_value": None, "fold": key.fold or None, "units": units,
        "excluded": tally.excluded.get(key.cohort, 0), "indeterminate": 0, "positives": r.positives,
        "negatives": r.negatives, "prevalence": _share(r.positives, units), "tp": None, "fn": None, "tn": None, "fp": None,
    }  # fmt: skip


def _place(key: CellKey | GroupKey) -> dict[str, Any]:
    found: dict[str, Any] = {
        "model": key.model, "cohort": key.cohort, "class": key.class_ or None, "subgroup": key.subgroup or None
    }  # fmt: skip
    also = {"repeat": key.repeat, "scenario": key.scenario}
    return found | {name: value for name, value in also.items() if value}


def _share(part: int, whole: int) -> float | None:
    return float(Fraction(part, whole)) if whole else None
