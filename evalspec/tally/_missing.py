"""Units without a prediction, where the plan says what becomes of them: a row each, with no result in it."""

from typing import Any

from evalspec.plan.model import Plan
from evalspec.plan.model.demands import Excluded
from evalspec.records import Refusal
from evalspec.tables.engine import literal
from evalspec.tally._sources import carried_words, keyed_by_cohort, keys_of, units_table
from evalspec.tally.axes import cohorts_of
from evalspec.tally.base import Inputs
from evalspec.tally.results_of import is_long, result_names
from evalspec.terms import OutcomeKind


def add_missing(con: Any, inputs: Inputs) -> None:
    """Makes ``p`` hold every unit of every model and label.

    The units are those of `data.units`; without it, those that have a prediction of any model, and in a plan of one
    cohort those that have an outcome.

    Raises:
        Refusal: a unit has an outcome and no prediction, and nothing says which of several cohorts it is in (exit 1).
    """
    plan = inputs.plan
    handling = plan.handling
    if handling is None or handling.missing_prediction in (None, "refuse"):
        return
    assert plan.data.predictions is not None
    file = inputs.files["predictions"]
    con.execute(f"ALTER {'TABLE' if file.layout.format == 'csv' else 'VIEW'} p RENAME TO p_given")
    words = ("cohort", *carried_words(inputs))
    con.execute(f"CREATE TABLE everybody AS {_everybody(con, inputs, words)}")
    models = list(plan.models) if is_long(plan) else [""]
    labels = list(plan.outcome.labels or ()) if plan.outcome.kind is OutcomeKind.MULTILABEL else [""]
    values = ", ".join(f"({literal(m)}, {literal(k)})" for m in models for k in labels)
    keys = ("unit", *(("cohort",) if keyed_by_cohort(plan) else ()), "model", "label")
    results = ["CAST(0 AS TINYINT)" if n.startswith("x_") else "NULL" for n in result_names(plan)]
    names = ", ".join(result_names(plan))
    shown = ", ".join(f"e.{w} AS {w}" for w in words[1:])
    rows = (
        f"SELECT e.unit AS unit, e.cohort AS cohort, coalesce(f.fold, '') AS fold, '' AS repeat, v.label AS label, "
        f"v.model AS model, {shown + ', ' if shown else ''}{', '.join(results)} "
        f"FROM everybody e CROSS JOIN (VALUES {values}) v(model, label) "
        "LEFT JOIN (SELECT cohort, min(fold) AS fold FROM p_given GROUP BY cohort) f ON e.cohort = f.cohort "
        f"WHERE ({', '.join('v.' + k if k in ('model', 'label') else 'e.' + k for k in keys)}) "
        f"NOT IN (SELECT ({', '.join(keys)}) FROM p_given)"
    )
    carried = ", ".join(words[1:])
    told = f"unit, cohort, fold, repeat, label, model, {carried + ', ' if carried else ''}{names}"
    con.execute(f"CREATE VIEW p AS SELECT {told} FROM p_given UNION ALL ({rows})")


def _left_out(plan: Plan) -> bool:
    return plan.handling is not None and isinstance(plan.handling.missing_prediction, Excluded)


def _everybody(con: Any, inputs: Inputs, words: tuple[str, ...]) -> str:
    plan = inputs.plan
    named = ", ".join(literal(c) for c in cohorts_of(plan))
    if "units" in inputs.files:
        return f"SELECT unit, {', '.join(words)} FROM ({units_table(plan, inputs)}) WHERE cohort IN ({named})"
    scoped = keyed_by_cohort(plan)
    firsts = ", ".join(f"min({w}) AS {w}" for w in words[1 if scoped else 0 :])
    keys = "unit, cohort" if scoped else "unit"
    seen = f"SELECT {keys}{', ' + firsts if firsts else ''} FROM p_given GROUP BY {keys}"
    keyed = ("unit", *(k for k in keys_of(plan) if k == "cohort"))
    alone = f"SELECT DISTINCT {', '.join(keyed)} FROM o WHERE ({', '.join(keyed)}) NOT IN (SELECT ({', '.join(keyed)}) FROM p_given)"
    (several,) = con.execute(f"SELECT count(*) FROM ({alone})").fetchone()
    if not several:
        return seen
    if len(cohorts_of(plan)) > 1 and not scoped:
        if _left_out(plan):
            return seen  # which cohort they are left out of is not known: see ``fits``
        raise Refusal(
            f"{several} units have an outcome and no prediction, and nothing says which cohort they are in",
            file=inputs.files["outcomes"].opened.file,
            help="name every unit and its cohort in a table under `data.units`",
            exit_code=1,
        )
    absent = {"m": "CAST(0 AS BIGINT)", "c": "''", "cohort": "cohort" if scoped else literal(cohorts_of(plan)[0])}
    return f"{seen} UNION ALL SELECT unit, {', '.join(f'{absent[w]} AS {w}' for w in words)} FROM ({alone})"
