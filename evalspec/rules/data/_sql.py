"""The pieces of SQL that several rules share, over the views of the blinded files."""

from collections.abc import Iterable

from evalspec.plan.model import Plan
from evalspec.records import Blinded
from evalspec.terms import CohortRole, Scope


def quoted(name: str) -> str:
    """``name`` as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """``text`` as an SQL string."""
    return "'" + text.replace("'", "''") + "'"


def listed(texts: Iterable[str]) -> str:
    """``('a', 'b')``: what ``IN`` takes; it holds nothing where there are no texts."""
    return "(" + (", ".join(literal(t) for t in texts) or "NULL") + ")"


def by_cohort(plan: Plan) -> bool:
    """Whether an id means a unit only together with its cohort."""
    return plan.cohorts is not None and plan.units is not None and plan.units.id_scope is Scope.COHORT


def key(plan: Plan, alias: str = "") -> str:
    """What names one unit: its id, or its cohort and id."""
    dot = f"{alias}." if alias else ""
    return f"{dot}unit, {dot}cohort" if by_cohort(plan) else f"{dot}unit"


def one_unit(plan: Plan, one: str, other: str) -> str:
    """The condition that two rows are about one unit."""
    same = f"{one}.unit = {other}.unit"
    return f"{same} AND {one}.cohort = {other}.cohort" if by_cohort(plan) else same


def evaluated(plan: Plan, alias: str) -> str:
    """The condition that a row lies in an evaluation cohort; true where the plan has no cohorts."""
    if plan.cohorts is None:
        return "true"
    names = (name for name, c in plan.cohorts.members.items() if c.role is CohortRole.EVALUATION)
    return f"{alias}.cohort IN {listed(names)}"


def has(blinded: Blinded, table: str, column: str | None) -> bool:
    """Whether a file was read and has the column."""
    return column is not None and table in blinded.tables and column in blinded.tables[table].columns


def no_prediction_is_declared(plan: Plan) -> bool:
    """Whether the plan says what becomes of a unit without a prediction, other than refusing it."""
    said = plan.handling.missing_prediction if plan.handling else None
    return said is not None and said != "refuse"


def cohorts_stand_in(plan: Plan, blinded: Blinded) -> str:
    """``units`` or ``predictions``: the table that says in which cohort a unit is."""
    if plan.cohorts is None or "units" not in blinded.tables or plan.data.units is None:
        return "predictions"
    wanted = {c for member in plan.cohorts.members.values() for c in member.where or ()}
    if plan.cohorts.column:
        wanted = {plan.data.units.columns.cohort or plan.cohorts.column}
    return "units" if wanted <= set(blinded.tables["units"].columns) else "predictions"


def placed(plan: Plan, blinded: Blinded) -> str:
    """SQL for ``(unit, cohort, line)``, a row each time a file says so."""
    if cohorts_stand_in(plan, blinded) == "units":
        return "(SELECT unit, cohort, line FROM unit)"
    return "(SELECT DISTINCT unit, cohort, line FROM prediction)"
