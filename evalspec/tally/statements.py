"""The SQL of the tally: one join, one GROUP BY. Plain SQL: it runs unchanged on DuckDB and Spark.

``j``: one row a prediction and outcome. ``g`` numbers (model, cohort, fold); ``y`` says what the outcome is. Both are
small integers before the join: no text is carried through it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from evalspec.plan.model import Plan
from evalspec.tables.engine import literal, quoted
from evalspec.terms import Layout, PositiveWhen

POSITIVE, NEGATIVE, UNDECLARED, MISSING, WITHOUT_UNIT, UNKNOWN = 1, 0, 2, 3, 4, 5
"""The values of ``y``: declared tokens; another token; no outcome; no prediction; a declared unknown status."""

OPERATOR = {
    PositiveWhen.AT_LEAST: ">=",
    PositiveWhen.MORE_THAN: ">",
    PositiveWhen.AT_MOST: "<=",
    PositiveWhen.LESS_THAN: "<",
}


@dataclass(frozen=True, slots=True)
class Column:
    """A model's result in ``j``: ``name`` holds its score, or 1 and 0 for its calls."""

    model: str
    name: str
    is_calls: bool


def columns_of(plan: Plan) -> tuple[Column, ...]:
    """One column a model in wide tables; in long ones the models share a column where they name the same one."""
    found = []
    results = [(m.score or m.calls or "", m.calls is not None) for m in plan.models.values()]
    for number, (name, result) in enumerate(zip(plan.models, results, strict=True)):
        found.append(Column(name, f"s{results.index(result) if is_long(plan) else number}", result[1]))
    return tuple(found)


def score_columns(plan: Plan) -> tuple[str, ...]:
    """The columns of the file that hold scores; one that holds calls as well, in a long table, is read as text."""
    scores = {m.score: None for m in plan.models.values() if m.score}
    calls = {m.calls for m in plan.models.values() if m.calls}
    return tuple(c for c in scores if c not in calls)


def is_long(plan: Plan) -> bool:
    """Whether predictions have one row a unit and model."""
    return plan.data.predictions is not None and plan.data.predictions.layout is Layout.LONG


def result_columns(plan: Plan) -> dict[str, tuple[str, bool]]:
    """``{name in j: (column of the file, is it calls)}``, each once."""
    found = {}
    for column in columns_of(plan):
        model = plan.models[column.model]
        found[column.name] = (model.score or model.calls or "", column.is_calls)
    return found


def predictions(plan: Plan, relation: str, cohort: str, fold: str) -> str:
    """``p(unit, cohort, fold, model, s0 …)`` from the file's relation."""
    assert plan.units is not None
    assert plan.data.predictions is not None
    model = quoted(plan.data.predictions.columns.of("model")) if is_long(plan) else "''"
    results = []
    for name, (source, is_calls) in result_columns(plan).items():
        if is_calls:
            positive, negative = literal(plan.outcome.positive or ""), literal(plan.outcome.negative or "")
            text = (
                f"CASE WHEN {quoted(source)} = {positive} THEN 1 WHEN {quoted(source)} = {negative} THEN 0 ELSE 2 END"
            )
            results.append(f"CAST({text} AS TINYINT) AS {name}")
        else:
            how = "TRY_CAST" if is_long(plan) else "CAST"  # a long table may hold texts in other models' rows
            results.append(f"{how}({quoted(source)} AS DOUBLE) + 0.0 AS {name}")
    unit = plan.data.predictions.columns.of("unit", plan.units.id)
    declared = f" WHERE {model} IN ({', '.join(map(literal, plan.models))})" if is_long(plan) else ""
    return (
        f"SELECT {quoted(unit)} AS unit, {cohort} AS cohort, {fold} AS fold, {model} AS model, "
        f"{', '.join(results)} FROM {relation}{declared}"
    )


def joined(plan: Plan, names: Sequence[str], numbered: str, *, by_cohort: bool) -> str:
    """``j(g, y, s0 …)``: predictions and outcomes, each row of either side once.

    ``numbered``: a relation of the predictions of evaluation cohorts, with their group as ``g``.
    """
    o = plan.outcome
    positive, negative = literal(o.positive or ""), literal(o.negative or "")
    unknown = ", ".join(literal(t) for t in o.unknown)
    status = f"WHEN token IN ({unknown}) THEN {UNKNOWN} " if unknown else ""
    y = f"CASE WHEN token = {positive} THEN {POSITIVE} WHEN token = {negative} THEN {NEGATIVE} {status}ELSE {UNDECLARED} END"
    cohort, on = (", cohort", "p.unit = o.unit AND p.cohort = o.cohort") if by_cohort else ("", "p.unit = o.unit")
    return (
        f"SELECT p.g AS g, CAST(CASE WHEN p.unit IS NULL THEN {WITHOUT_UNIT} WHEN o.unit IS NULL THEN {MISSING} "
        f"ELSE o.y END AS TINYINT) AS y, {', '.join(f'p.{n} AS {n}' for n in names)} "
        f"FROM {numbered} p FULL JOIN (SELECT unit{cohort}, CAST({y} AS TINYINT) AS y FROM o) o ON {on}"
    )


def cells(calls: Sequence[tuple[str, str]], *, by_group: bool) -> str:
    """Counts of every group ``g``: of each ``y``, and of positives and negatives called positive by each call.

    ``calls``: (column name, SQL condition that means called positive; over ``j``; ``by_group``, over ``t`` too).
    """
    wanted = [f"count(*) FILTER (j.y = {y}) AS y{y}" for y in range(6)]
    for number, (name, condition) in enumerate(calls):
        wanted += [
            f"count(*) FILTER (j.y = 1 AND {condition}) AS tp{number}",
            f"count(*) FILTER (j.y = 0 AND {condition}) AS fp{number}",
            f"count(*) FILTER (j.y < 2 AND j.{name} IS NULL) AS none{number}",
        ]
    values = " LEFT JOIN t ON j.g = t.g" if by_group else ""
    return f"SELECT j.g AS g, {', '.join(wanted)} FROM j{values} GROUP BY j.g"
