"""Small integers in place of names: (model, cohort, fold) as one number, before the join carries it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evalspec.plan.model import Plan
from evalspec.tables.engine import literal
from evalspec.tally.needs import cohorts_of

Group = tuple[str, str, str]
"""(model, cohort, fold)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbering:
    """``groups`` that have predictions, by number, in canonical order; ``predicted`` is how many rows they have.

    A group's number is (model x cohorts + cohort) x folds + fold, each by its place among the sorted names.
    ``relation``: SQL for the rows of ``p`` that belong to a group, with its number as ``g``.
    """

    models: tuple[str, ...]
    cohorts: tuple[str, ...]
    folds: tuple[str, ...]
    groups: Mapping[int, Group]
    predicted: int
    relation: str

    def ranked(self, model: str, *, pooled: bool) -> str:
        """SQL over ``j``: the number of the cohort in which a row of this model is ranked; NULL for other models."""
        each, n_folds = len(self.cohorts) * len(self.folds), len(self.folds)
        name = model if model in self.models else ""
        if name not in self.models:
            return "CAST(NULL AS INTEGER)"
        first = self.models.index(name) * each
        place = "0" if pooled else f"g - {first}" if n_folds == 1 else f"(g - {first}) // {n_folds}"
        if len(self.models) == 1:
            return place
        return f"CASE WHEN g >= {first} AND g < {first + each} THEN {place} END"


def number_groups(con: Any, plan: Plan) -> Numbering:
    """The numbering of the groups in ``p``. One scan of its names."""
    cohorts = tuple(sorted(cohorts_of(plan)))
    wanted = set(cohorts)
    rows = con.execute("SELECT model, cohort, fold, count(*) FROM p GROUP BY ALL").fetchall()
    there = {(m, c, f): n for m, c, f, n in rows if c in wanted}
    models = tuple(sorted({m for m, _, _ in there})) or ("",)
    folds = tuple(sorted({f for _, _, f in there})) or ("",)
    places = [{name: i for i, name in enumerate(names)} for names in (models, cohorts, folds)]
    each, n_folds = len(cohorts) * len(folds), len(folds)
    groups = {places[0][m] * each + places[1][c] * n_folds + places[2][f]: (m, c, f) for m, c, f in sorted(there)}
    code = f"{_place(con, 'cohort', cohorts)} * {n_folds}"
    if len(models) > 1:
        code = f"{_place(con, 'model', models)} * {each} + {code}"
    if len(folds) > 1:
        code = f"{code} + {_place(con, 'fold', folds)}"
    kind = "SMALLINT" if len(models) * each < 2**15 else "INTEGER"
    relation = f"(SELECT *, CAST({code} AS {kind}) AS g FROM p)"
    if len(there) < len(rows):  # the filter is not free
        relation = f"(SELECT * FROM {relation} WHERE g IS NOT NULL)"
    return Numbering(
        models=models, cohorts=cohorts, folds=folds, groups=groups, predicted=sum(there.values()), relation=relation
    )


def _place(con: Any, column: str, names: Sequence[str]) -> str:
    """SQL for a name's place among ``names``, NULL for any other: the engine looks it up once for each page of names."""
    con.execute(f"CREATE TYPE {column}_name AS ENUM ({', '.join(map(literal, names))})")
    return f"CAST(enum_code(TRY_CAST({column} AS {column}_name)) AS INTEGER)"
