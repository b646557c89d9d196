"""How predictions and outcomes fitted together, from the counts of the join."""

from collections.abc import Mapping, Sequence
from typing import Any

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Excluded
from evalspec.records import CellKey, Confusion, Counts, Integrity
from evalspec.tables.engine import literal
from evalspec.tally import statements as sql
from evalspec.tally._numbering import Group, Numbering
from evalspec.tally._sources import keyed_by_cohort, keys_of, units_table
from evalspec.tally.axes import cohorts_of
from evalspec.tally.base import Inputs


def integrity_of(con: Any, inputs: Inputs, numbering: Numbering, counted: Sequence[Any]) -> Integrity:
    """``counted``: rows of ``sql.cells``, of which the numbers of each ``y`` are read."""
    plan, predicted = inputs.plan, numbering.predicted
    by_y = [sum(row[1 + y] for row in counted) for y in range(sql.CLASSES + 1)]
    matched = by_y[0] + by_y[1] + by_y[2] + by_y[5] + by_y[sql.CLASSES]
    key = ", ".join(("unit", *keys_of(plan)))
    twice, tokens, missing, extra = 0, {}, 0, by_y[sql.WITHOUT_UNIT]
    if matched + by_y[sql.MISSING] != predicted:
        twice = _one(con, f"SELECT count(*) FROM (SELECT 1 FROM o GROUP BY {key} HAVING count(*) > 1)")
    if by_y[sql.UNDECLARED]:
        known = sql.known_tokens(plan)
        text = f"SELECT coalesce(token, ''), count(*) FROM o WHERE token IS NULL OR token NOT IN ({known}) GROUP BY 1 ORDER BY 1"
        tokens = dict(con.execute(text).fetchall())
    if by_y[sql.MISSING]:
        wanted = ", ".join(literal(c) for c in cohorts_of(plan))
        rows = f"SELECT DISTINCT {key} FROM p WHERE cohort IN ({wanted})"
        missing = _one(con, f"SELECT count(*) FROM ({rows}) p ANTI JOIN o USING ({key})")
    if extra and plan.cohorts is not None:
        extra = _one(con, _extra(inputs, key))
    positives, negatives, units = _by_cohort(plan, numbering.groups, counted)
    return Integrity(
        rows_predicted=predicted, rows_matched=matched, missing_outcome=missing, outcome_without_unit=extra,
        duplicate_outcome=twice, undeclared_tokens=tokens, positives=positives, negatives=negatives,
        unknown_status=by_y[sql.UNKNOWN], units=units,
    )  # fmt: skip


def _one(con: Any, text: str) -> int:
    found: int = con.execute(text).fetchone()[0]
    return found


def _extra(inputs: Inputs, key: str) -> str:
    """Outcomes without a prediction; those of units that are in no evaluation cohort are no fault."""
    plan = inputs.plan
    wanted = ", ".join(literal(c) for c in cohorts_of(plan))
    rows = f"SELECT * FROM o ANTI JOIN p USING ({key})"
    if keyed_by_cohort(plan):
        rows = f"SELECT * FROM ({rows}) WHERE cohort IN ({wanted}) OR cohort NOT IN (SELECT cohort FROM p)"
    elif "units" in inputs.files:
        others = f"SELECT unit FROM ({units_table(plan, inputs)}) WHERE cohort NOT IN ({wanted})"
        rows = f"SELECT * FROM ({rows}) WHERE unit IS NULL OR CAST(unit AS VARCHAR) NOT IN ({others})"
    return f"SELECT count(*) FROM ({rows})"


def _by_cohort(
    plan: Plan, groups: Mapping[int, Group], counted: Sequence[Any]
) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    """Positives, negatives and units with a known outcome of each cohort: of one model, repeat and label, as all have
    the same units. Of several classes there are no positives.
    """
    found = [dict.fromkeys(cohorts_of(plan), 0) for _ in range(3)]
    first = {c: min((_apart(g) for g in groups.values() if g.cohort == c), default=("", "", "")) for c in found[0]}
    for row in counted:
        if row[0] is not None and _apart(at := groups[row[0]]) == first[at.cohort]:
            for of, n in zip(found, (row[2], row[1], row[1] + row[2] + row[1 + sql.CLASSES]), strict=True):
                of[at.cohort] += n
    return found[0], found[1], found[2]


def _apart(group: Group) -> tuple[str, str, str]:
    return group.model, group.repeat, group.label


def fits(plan: Plan, integrity: Integrity) -> bool:
    """Whether the outcomes fit the predictions as far as the plan allows; the rules say what is wrong."""
    said = plan.handling.missing_outcome if plan.handling else None
    missing = integrity.missing_outcome + integrity.unknown_status
    leaves_out = plan.handling is not None and isinstance(plan.handling.missing_prediction, Excluded)
    alone = 0 if leaves_out else integrity.outcome_without_unit
    bad = integrity.duplicate_outcome or integrity.undeclared_tokens or alone
    return not bad and (said not in (None, "refuse") or not missing)


def excluded(plan: Plan, groups: Mapping[int, Group], counted: Sequence[Any]) -> dict[str, int]:
    """Units without a known outcome that are left out, by cohort, of one model (all models have the same units)."""
    if plan.handling is not None and plan.handling.missing_outcome == "bounds":
        return {}
    found: dict[str, dict[tuple[str, str, str], int]] = {}
    for row in counted:
        if row[0] is not None and (left := row[1 + sql.MISSING] + row[1 + sql.UNKNOWN]):
            at = groups[row[0]]
            by_model = found.setdefault(at.cohort, {})
            place = (at.model, at.repeat, at.label)
            by_model[place] = by_model.get(place, 0) + left
    return {cohort: max(by_model.values()) for cohort, by_model in sorted(found.items())}


def called_units(
    cells: Mapping[CellKey, Counts], confusions: Mapping[CellKey, Confusion]
) -> dict[tuple[str, str, str], tuple[int, int]]:
    """Units called positive, and all units, of each threshold, model and cohort: its folds together."""
    found: dict[tuple[str, str, str], tuple[int, int]] = {}
    for key, n in cells.items():
        if not key.subgroup:
            place = (key.threshold, key.model, key.cohort)
            called, units = found.get(place, (0, 0))
            found[place] = (called + n.tp + n.fp, units + n.units)
    for key, table in confusions.items():
        if not key.subgroup:
            place = (key.threshold, key.model, key.cohort)
            called, units = found.get(place, (0, 0))
            found[place] = (called + table.units, units + table.units)
    return found
