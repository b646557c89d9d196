"""The SQL of the tally: one join, one GROUP BY. Plain SQL: it runs unchanged on DuckDB and Spark.

``j``: one row a prediction and outcome. ``g`` numbers the group; ``y`` says what the outcome is. Both are small
integers before the join: no text is carried through it, unless rows of one unit must be brought together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evalspec.plan.model import Plan
from evalspec.tables.engine import literal, quoted
from evalspec.tally.axes import classes_of
from evalspec.tally.results_of import is_long, kind_of, result_sql
from evalspec.terms import OutcomeKind, PositiveWhen

POSITIVE, NEGATIVE, UNDECLARED, MISSING, WITHOUT_UNIT, UNKNOWN = 1, 0, 2, 3, 4, 5
"""The values of ``y``: declared tokens; another token; no outcome; no prediction; a declared unknown status."""

CLASSES = 6
"""The value of ``y`` for the first of several classes; the others follow."""

OPERATOR = {
    PositiveWhen.AT_LEAST: ">=",
    PositiveWhen.MORE_THAN: ">",
    PositiveWhen.AT_MOST: "<=",
    PositiveWhen.LESS_THAN: "<",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """SQL over the file's relation: where a prediction belongs, and what is carried beside its results.

    ``carried``: columns of ``p`` by name, such as the mask of its subgroups (``m``) and its cluster (``c``).
    """

    cohort: str
    fold: str
    repeat: str
    carried: Mapping[str, str]


def predictions(plan: Plan, relation: str, at: Places) -> str:
    """``p(unit, cohort, fold, repeat, label, model, s0 …)`` from the file's relation."""
    labels = tuple(plan.outcome.labels or ()) if plan.outcome.kind is OutcomeKind.MULTILABEL else ()
    if labels and not is_long(plan):
        return " UNION ALL ".join(_predictions(plan, relation, at, literal(label), label) for label in labels)
    assert plan.data.predictions is not None
    return _predictions(plan, relation, at, quoted(plan.data.predictions.columns.of("label")) if labels else "''", "")


def _predictions(plan: Plan, relation: str, at: Places, label: str, name: str) -> str:
    assert plan.units is not None
    assert plan.data.predictions is not None
    model = quoted(plan.data.predictions.columns.of("model")) if is_long(plan) else "''"
    unit = plan.data.predictions.columns.of("unit", plan.units.id)
    declared = f" WHERE {model} IN ({', '.join(map(literal, plan.models))})" if is_long(plan) else ""
    carried = [f"{text} AS {word}" for word, text in at.carried.items()]
    return (
        f"SELECT {quoted(unit)} AS unit, {at.cohort} AS cohort, {at.fold} AS fold, {at.repeat} AS repeat, "
        f"{label} AS label, {model} AS model, {', '.join([*carried, *result_sql(plan, name)])} FROM {relation}{declared}"
    )


def status(plan: Plan) -> str:
    """SQL over ``o``: what a token says."""
    o = plan.outcome
    codes = {name: CLASSES + k for k, name in enumerate(o.classes or ())} if o.kind is OutcomeKind.MULTICLASS else {}
    codes = codes or {o.positive or "": POSITIVE, o.negative or "": NEGATIVE}
    told = " ".join(f"WHEN token = {literal(token)} THEN {code}" for token, code in codes.items())
    unknown = ", ".join(literal(t) for t in o.unknown)
    told += f" WHEN token IN ({unknown}) THEN {UNKNOWN}" if unknown else ""
    return f"CASE {told} ELSE {UNDECLARED} END"


def known_tokens(plan: Plan) -> str:
    """Every declared token, as a list of SQL literals."""
    o = plan.outcome
    tokens = o.classes if o.kind is OutcomeKind.MULTICLASS else (o.positive, o.negative)
    return ", ".join(literal(t or "") for t in (*(tokens or ()), *o.unknown))


def joined(plan: Plan, names: Sequence[str], numbered: str, *, keys: Sequence[str]) -> str:
    """``j(g, y, …)``: predictions and outcomes, each row of either side once.

    ``numbered``: a relation of the predictions of evaluation cohorts, with their group as ``g``; ``keys``: the columns
    that name a unit beside ``unit``; ``names``: what is carried from the predictions.
    """
    kind = kind_of(CLASSES + len(classes_of(plan)))
    on = " AND ".join(f"p.{k} = o.{k}" for k in ("unit", *keys))
    also = "".join(f", {k}" for k in keys)
    return (
        f"SELECT p.g AS g, CAST(CASE WHEN p.unit IS NULL THEN {WITHOUT_UNIT} WHEN o.unit IS NULL THEN {MISSING} "
        f"ELSE o.y END AS {kind}) AS y, {', '.join(f'p.{n} AS {n}' for n in names)} "
        f"FROM {numbered} p FULL JOIN (SELECT unit{also}, CAST({status(plan)} AS {kind}) AS y FROM o) o ON {on}"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A decision as SQL over ``j`` (and ``t``): whether a row counts, and whether a positive or a negative is called.

    ``name``: the column that must not be NULL where ``needs_result``. The last three differ where results are missing or
    indeterminate; ``unclear`` picks the indeterminate rows.
    """

    threshold: str
    model: str
    name: str
    positive_called: str
    negative_called: str
    counted: str = ""
    unclear: str = ""
    needs_result: bool = True


def cells(calls: Sequence[Call], relation: str, *, by_group: bool) -> str:
    """Counts of every group ``g``: of each ``y``, then five for each call: TP, FP, rows without a result, and the
    positives and negatives that count (0 where all of them do).
    """
    wanted = [f"count(*) FILTER (j.y = {y}) AS y{y}" for y in range(CLASSES)]
    wanted.append(f"count(*) FILTER (j.y >= {CLASSES}) AS known")
    for n, call in enumerate(calls):
        also = f" AND {call.counted}" if call.counted else ""
        absent = f"j.{call.name} IS NULL" + (f" AND NOT {call.unclear}" if call.unclear else "")
        wanted += [
            f"count(*) FILTER (j.y = 1{also} AND {call.positive_called}) AS tp{n}",
            f"count(*) FILTER (j.y = 0{also} AND {call.negative_called}) AS fp{n}",
            f"count(*) FILTER (j.y < 2 AND {absent}) AS none{n}",
        ]
        left = ("1", "0") if call.counted else ()
        wanted += [f"count(*) FILTER (j.y = {y} AND {call.counted}) AS of{y}_{n}" for y in left]
        wanted += [f"count(*) FILTER (j.y < 2 AND {call.unclear}) AS x{n}"] if call.unclear else []
    values = " LEFT JOIN t ON j.g = t.g" if by_group else ""
    return f"SELECT j.g AS g, {', '.join(wanted)} FROM {relation} j{values} GROUP BY j.g"
