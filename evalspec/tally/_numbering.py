"""Small integers in place of names: a group as one number, before the join carries it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

from evalspec.plan.model import Plan
from evalspec.tables.engine import literal
from evalspec.tally.axes import classes_of, cohorts_of
from evalspec.tally.needs import RankNeed


class Group(NamedTuple):
    """Where a row belongs; "" where the plan has no such axis. ``model`` is "" in wide tables."""

    model: str
    cohort: str
    fold: str
    repeat: str
    label: str


AXES = ("model", "cohort", "fold", "repeat", "label")


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbering:
    """``groups`` that have predictions, by number, in canonical order; ``predicted`` is how many rows they have.

    A group's number has one digit an axis, its place among the sorted ``names`` of the axis, models first.
    ``relation``: SQL for the rows of ``p`` that belong to a group, with its number as ``g``.
    """

    names: Mapping[str, tuple[str, ...]]
    groups: Mapping[int, Group]
    predicted: int
    relation: str

    @property
    def cohorts(self) -> tuple[str, ...]:
        return self.names["cohort"]

    def first(self, model: str) -> tuple[int, int] | None:
        """The numbers of a model's groups, from and before; None where it has no rows."""
        models = self.names["model"]
        name = model if model in models else ""
        if name not in models:
            return None
        each = prod(len(self.names[axis]) for axis in AXES[1:])
        return models.index(name) * each, (models.index(name) + 1) * each

    def digits(self, kept: Sequence[str]) -> str:
        """SQL over ``j``: the number whose digits are those of the ``kept`` axes, in their order; 0 for none."""
        total, stride = prod(len(self.names[axis]) for axis in AXES), 1
        strides = {}
        for axis in reversed(AXES):
            strides[axis] = stride
            stride *= len(self.names[axis])
        parts, size = [], 1
        for axis in reversed([a for a in AXES if a in kept and len(self.names[a]) > 1]):
            n = len(self.names[axis])
            value = "g" if strides[axis] == 1 else f"(g // {strides[axis]})"
            value = value if strides[axis] * n == total else f"({value} % {n})"
            parts.append(value if size == 1 else f"{value} * {size}")
            size *= n
        return " + ".join(reversed(parts)) or "0"

    def ranked(self, model: str, need: RankNeed) -> tuple[str, list[Group]]:
        """SQL over ``j`` for where a row of this model is ranked (NULL for other models), and the places by number."""
        kept = kept_axes(need)
        places = [
            Group("", c, f, r, k)
            for c in (self.names["cohort"] if "cohort" in kept else ("",))
            for f in (self.names["fold"] if "fold" in kept else ("",))
            for r in (self.names["repeat"] if "repeat" in kept else ("",))
            for k in (self.names["label"] if "label" in kept else ("",))
        ]
        inside = self.first(model)
        if inside is None:
            return "CAST(NULL AS INTEGER)", places
        place = self.digits(kept)
        if len(self.names["model"]) == 1:
            return place, places
        return f"CASE WHEN g >= {inside[0]} AND g < {inside[1]} THEN {place} END", places


def kept_axes(need: RankNeed) -> tuple[str, ...]:
    """The axes of a group whose members are ranked apart."""
    kept = {"cohort": need.cohorts, "fold": need.folds, "repeat": need.repeats, "label": need.classes}
    return tuple(axis for axis in AXES if kept.get(axis))


def number_groups(con: Any, plan: Plan) -> Numbering:
    """The numbering of the groups in ``p``. One scan of its names."""
    cohorts = tuple(sorted(cohorts_of(plan)))
    wanted = set(cohorts)
    labels = tuple(sorted(plan.outcome.labels)) if plan.outcome.labels and classes_of(plan) else ("",)
    rows = con.execute(f"SELECT {', '.join(AXES)}, count(*) FROM p GROUP BY ALL").fetchall()
    there = {Group(*row[:5]): row[5] for row in rows if row[1] in wanted and row[4] in labels}
    names: dict[str, tuple[str, ...]] = {
        "model": tuple(sorted({g.model for g in there})) or ("",),
        "cohort": cohorts,
        "fold": tuple(sorted({g.fold for g in there})) or ("",),
        "repeat": tuple(sorted({g.repeat for g in there})) or ("",),
        "label": labels,
    }
    groups = {_number(g, names): g for g in sorted(there)}
    code, stride = [], 1
    for axis in reversed(AXES):
        if len(names[axis]) > 1 or axis == "cohort" or (names[axis] != ("",) and axis == "label"):
            place = _place(con, axis, names[axis])
            code.append(place if stride == 1 else f"{place} * {stride}")
        stride *= len(names[axis])
    kind = "SMALLINT" if stride < 2**15 else "INTEGER"
    relation = f"(SELECT *, CAST({' + '.join(reversed(code))} AS {kind}) AS g FROM p)"
    if len(there) < len(rows):  # the filter is not free
        relation = f"(SELECT * FROM {relation} WHERE g IS NOT NULL)"
    return Numbering(names=names, groups=groups, predicted=sum(there.values()), relation=relation)


def _number(group: Group, names: Mapping[str, tuple[str, ...]]) -> int:
    number = 0
    for axis, name in zip(AXES, group, strict=True):
        number = number * len(names[axis]) + names[axis].index(name)
    return number


def _place(con: Any, column: str, names: Sequence[str]) -> str:
    """SQL for a name's place among ``names``, NULL for any other: the engine looks it up once for each page of names."""
    con.execute(f"CREATE TYPE {column}_name AS ENUM ({', '.join(map(literal, names))})")
    return f"CAST(enum_code(TRY_CAST({column} AS {column}_name)) AS INTEGER)"
