"""Where the outcomes don't fit the predictions: line numbers, found in a second, ordered reading on the way out."""

from typing import Any

from evalspec.plan.model import Plan
from evalspec.tables.engine import connect, literal, quoted, relation
from evalspec.tally import statements as sql
from evalspec.tally._sources import cohort_column, keyed_by_cohort, outcome_columns
from evalspec.tally.axes import cohorts_of
from evalspec.tally.base import Inputs
from evalspec.tally.results_of import is_long
from evalspec.terms import OutcomeKind

MOST = 5
"""Lines that are named."""


def misfits(inputs: Inputs) -> dict[str, Any]:
    """``lines``, ``outcomes`` and ``near_misses`` of ``Integrity``.

    Lines are those of a CSV file without quoted newlines; of a Parquet file, they are rows and the header counts as one.
    """
    con = connect(threads=1, memory=inputs.memory)
    try:
        _load(con, inputs)
        found = {
            name: tuple(line for (line,) in con.execute(sql).fetchall()) for name, sql in _queries(inputs.plan).items()
        }
        (outcomes,) = con.execute("SELECT count(*) FROM o").fetchone()
        (near,) = con.execute(_NEAR).fetchone()
    finally:
        con.close()
    return {"lines": {name: lines for name, lines in found.items() if lines}, "outcomes": outcomes, "near_misses": near}


_PLAIN = "regexp_replace(lower(trim(key)), '(^|[^0-9])0+([0-9])', '\\1\\2', 'g')"
_NEAR = (
    f"SELECT count(*) FROM (SELECT DISTINCT {_PLAIN} AS plain FROM p WHERE key NOT IN (SELECT key FROM o)) "
    f"JOIN (SELECT DISTINCT {_PLAIN} AS plain FROM o WHERE key NOT IN (SELECT key FROM p)) USING (plain)"
)


def _load(con: Any, inputs: Inputs) -> None:
    """``p`` and ``o``: key, token, line."""
    plan = inputs.plan
    assert plan.units is not None
    assert plan.data.predictions is not None
    assert plan.data.outcomes is not None
    for view, name, file in (("p", "predictions", plan.data.predictions), ("o", "outcomes", plan.data.outcomes)):
        source = inputs.files[name]
        cohort = cohort_column(plan, file, source.layout.columns)
        key = quoted(file.columns.of("unit", plan.units.id))
        if keyed_by_cohort(plan) and cohort:
            key += f" || chr(0) || {quoted(cohort)}"
        rows = relation(source.opened, source.layout.columns, {})
        texts = [
            f"SELECT *, {key}{f' || chr(0) || {label}' if label != _NONE else ''} AS key, {token} AS token, "
            f"row_number() OVER () + 1 AS line FROM {rows}"
            for label, token in _readings(plan, view)
        ]
        union = " UNION ALL ".join(texts)
        con.execute(
            f"CREATE TABLE {view} AS SELECT key, token, line FROM ({union}) WHERE {_evaluated(plan, view, cohort)}"
        )


_NONE = "''"


def _readings(plan: Plan, view: str) -> list[tuple[str, str]]:
    """SQL for the label and the token of every reading of a file: one, or one a label in a wide table of labels."""
    if view == "o":
        return [(label, quoted(token)) for label, token in outcome_columns(plan)]
    if plan.outcome.kind is not OutcomeKind.MULTILABEL:
        return [(_NONE, _NONE)]
    assert plan.data.predictions is not None
    if is_long(plan):
        return [(quoted(plan.data.predictions.columns.of("label")), _NONE)]
    return [(literal(label), _NONE) for label in plan.outcome.labels or ()]


def _evaluated(plan: Plan, view: str, cohort: str | None) -> str:
    """Which predictions are judged: of declared models, in evaluation cohorts as far as the file tells."""
    told = ["TRUE"]
    if view == "p" and is_long(plan) and plan.data.predictions:
        told.append(f"{quoted(plan.data.predictions.columns.of('model'))} IN ({', '.join(map(literal, plan.models))})")
    if view == "p" and cohort:
        told.append(f"CAST({quoted(cohort)} AS VARCHAR) IN ({', '.join(map(literal, cohorts_of(plan)))})")
    return " AND ".join(told)


def _queries(plan: Plan) -> dict[str, str]:
    known = sql.known_tokens(plan)
    first = f"ORDER BY line LIMIT {MOST}"
    return {
        "missing_outcome": f"SELECT min(line) AS line FROM p WHERE key NOT IN (SELECT key FROM o) GROUP BY key {first}",
        "outcome_without_unit": f"SELECT line FROM o WHERE key NOT IN (SELECT key FROM p) {first}",
        "duplicate_outcome": "SELECT line FROM (SELECT line, row_number() OVER (PARTITION BY key ORDER BY line) AS n FROM o) "
        f"WHERE n > 1 {first}",
        "undeclared_tokens": f"SELECT line FROM o WHERE token NOT IN ({known}) {first}",
    }
