"""What a model left in the predictions, and how ``j`` calls it: scores, calls, or a score for each class."""

from dataclasses import dataclass

from evalspec.plan.model import Plan
from evalspec.plan.model.design import Model
from evalspec.tables.engine import literal, quoted
from evalspec.tally.axes import classes_of
from evalspec.terms import Layout, OutcomeKind


@dataclass(frozen=True, slots=True)
class Column:
    """A model's result in ``j``: ``name`` holds its score, or its call.

    Calls are 1 and 0, of several classes the place of the class in the plan's list. ``scores``: a column for each class.
    """

    model: str
    name: str
    is_calls: bool
    scores: tuple[str, ...] = ()


def is_long(plan: Plan) -> bool:
    """Whether predictions have one row a unit and model."""
    return plan.data.predictions is not None and plan.data.predictions.layout is Layout.LONG


def columns_of(plan: Plan) -> tuple[Column, ...]:
    """One column a model in wide tables; in long ones the models share a column where they name the same one."""
    found = []
    results = [(m.score, m.calls, tuple((m.scores or {}).items()), m.ties) for m in plan.models.values()]
    several = plan.outcome.kind is OutcomeKind.MULTICLASS
    for number, (name, result) in enumerate(zip(plan.models, results, strict=True)):
        called = f"s{results.index(result) if is_long(plan) else number}"
        each = tuple(f"{called}_{k}" for k in range(len(classes_of(plan)))) if several and result[2] else ()
        found.append(Column(name, called, result[1] is not None or bool(each), each))
    return tuple(found)


def may_be_empty(plan: Plan) -> bool:
    """Whether the plan says what becomes of a unit without a result, so that a score may be an empty text."""
    return plan.handling is not None and plan.handling.missing_prediction not in (None, "refuse")


def score_columns(plan: Plan) -> tuple[str, ...]:
    """The columns of the file that hold scores; one that holds texts as well is read as text."""
    texts = {m.calls for m in plan.models.values() if m.calls} | {unclear_column(plan)}
    scores = {m.score: None for m in plan.models.values() if m.score}
    scores |= {c: None for m in plan.models.values() for c in (m.scores or {}).values()}
    return tuple(c for c in scores if c not in texts)


def unclear_column(plan: Plan) -> str:
    """The column whose declared tokens are neither positive nor negative; "" where none is declared."""
    unclear = plan.handling.indeterminate if plan.handling else None
    return unclear.column if unclear else ""


def result_names(plan: Plan) -> tuple[str, ...]:
    """Every column of ``j`` that holds something of a model, each once."""
    found: dict[str, None] = {}
    for column in columns_of(plan):
        found |= dict.fromkeys((column.name, *column.scores))
        if unclear(plan, column.model):
            found[f"x_{column.name}"] = None
    return tuple(found)


def unclear(plan: Plan, model: str) -> bool:
    """Whether indeterminate tokens may stand for this model's result: in its own column, or in one of no model."""
    column, own = unclear_column(plan), plan.models[model]
    others = {c for m in plan.models.values() for c in (m.score, m.calls, *(m.scores or {}).values())}
    return bool(column) and (column in (own.score, own.calls) or column not in others)


def result_sql(plan: Plan, label: str) -> list[str]:
    """``… AS s0``, in the order of ``result_names``; ``label`` picks the column of a wide multilabel table."""
    found: dict[str, str] = {}
    for column in columns_of(plan):
        model = plan.models[column.model]
        if column.name in found:
            continue
        found[column.name] = _result(plan, model, column, label)
        for name, class_ in zip(column.scores, classes_of(plan), strict=False):
            found[name] = _number(plan, (model.scores or {})[class_])
        if unclear(plan, column.model):
            found[f"x_{column.name}"] = _unclear(plan)
    return [f"{sql} AS {name}" for name, sql in found.items()]


def _result(plan: Plan, model: Model, column: Column, label: str) -> str:
    if column.scores:
        return _argmax(plan, model)
    if model.calls is not None:
        return _call(plan, model.calls)
    return _number(plan, model.score or (model.scores or {})[label])


def _number(plan: Plan, column: str) -> str:
    texts = is_long(plan) or column == unclear_column(plan) or may_be_empty(plan)
    how = "TRY_CAST" if texts else "CAST"  # a check has refused what is neither a number, nor empty, nor another row's
    return f"{how}({quoted(column)} AS DOUBLE) + 0.0"


def _call(plan: Plan, column: str) -> str:
    tokens = {name: k for k, name in enumerate(classes_of(plan))}
    if not tokens or plan.outcome.kind is OutcomeKind.MULTILABEL:
        tokens = {plan.outcome.positive or "": 1, plan.outcome.negative or "": 0}
    told = " ".join(f"WHEN {quoted(column)} = {literal(token)} THEN {k}" for token, k in tokens.items())
    return f"CAST(CASE WHEN {quoted(column)} = '' THEN NULL {told} ELSE {len(tokens)} END AS {kind_of(len(tokens))})"


def kind_of(n: int) -> str:
    """The smallest integer that holds a class's number, and a few codes beside it."""
    return "TINYINT" if n < 100 else "SMALLINT" if n < 30_000 else "INTEGER"


def _argmax(plan: Plan, model: Model) -> str:
    """The class of the highest score; a tie goes to the class declared first where the plan says so, else it is -1."""
    scores = [_number(plan, (model.scores or {})[c]) for c in classes_of(plan)]
    highest = f"greatest({', '.join(scores)})"
    told = " ".join(f"WHEN {s} = {highest} THEN {k}" for k, s in enumerate(scores))
    tied = " + ".join(f"CAST({s} = {highest} AS TINYINT)" for s in scores)
    refuse = "" if model.ties == "first-declared" else f"WHEN {tied} > 1 THEN -1 "
    absent = " OR ".join(f"{s} IS NULL" for s in scores)
    return f"CAST(CASE WHEN {absent} THEN NULL {refuse}{told} END AS {kind_of(len(scores))})"


def _unclear(plan: Plan) -> str:
    assert plan.handling is not None
    assert plan.handling.indeterminate is not None
    tokens = ", ".join(literal(t) for t in plan.handling.indeterminate.tokens)
    return f"CAST({quoted(unclear_column(plan))} IN ({tokens}) AS TINYINT)"
