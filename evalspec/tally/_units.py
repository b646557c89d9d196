"""Integers that bring rows of one unit, or of one cluster, together: label sets, pairs, clusters, ranks of the class."""

from collections.abc import Mapping
from typing import Any

from evalspec.records import (
    CellKey,
    ClusterCounts,
    LabelSets,
    Paired,
    PairedCalls,
    PairedGroup,
    PairKey,
    Ranks,
    Refusal,
    ScoreGroup,
)
from evalspec.tally import statements as sql
from evalspec.tally._calls import called, counted_scores
from evalspec.tally._numbering import Group
from evalspec.tally._passes import Found, Pass
from evalspec.tally.needs import Decision, RankNeed
from evalspec.tally.results_of import columns_of


def label_sets(at: Pass, found: Found) -> None:
    """How many labels each unit has, is called, and both; units by these three."""
    labels = len(at.plan.outcome.labels or ())
    place = at.numbering.digits(("cohort", "fold", "repeat"))
    for decision in at.needs.label_sets:
        rows = called(at.calls[decision], at.relation, by_group=at.by_group, shown=("g", "u"))
        inside = at.numbering.first(decision[1]) or (0, 0)
        unit = (
            f"SELECT {place} AS r, u, count(*) AS n, count(*) FILTER (y = 1) AS actual, count(*) FILTER (a = 1) AS called, "
            f"count(*) FILTER (y = 1 AND a = 1) AS both_ FROM ({rows}) WHERE g >= {inside[0]} AND g < {inside[1]} GROUP BY ALL"
        )
        text = f"SELECT r, n, actual, called, both_, count(*) FROM ({unit}) GROUP BY ALL ORDER BY ALL"
        sets: dict[int, dict[tuple[int, int, int], int]] = {}
        for r, n, actual, called_, both, units in at.con.execute(text).fetchall():
            if n != labels:
                raise Refusal(f"{units} units have {n} of {labels} labels", exit_code=1)
            sets.setdefault(r, {})[actual, called_, both] = units
        for r, place_ in enumerate(_places(at)):
            key = at.key(decision, place_)
            found.label_sets[key] = LabelSets(labels=labels, cells=sets.get(r, {}))


def _places(at: Pass) -> list[Group]:
    names = at.numbering.names
    return [Group("", c, f, r, "") for c in names["cohort"] for f in names["fold"] for r in names["repeat"]]


def ranks(at: Pass, found: Found) -> None:
    """Units by the rank of their class: one more than the classes with a higher score, and those declared before it
    with the same one.
    """
    classes = tuple(at.plan.outcome.classes or ())
    columns = {c.model: c for c in columns_of(at.plan)}
    for model in at.needs.ranks:
        column = columns[model]
        own = " ".join(f"WHEN {sql.CLASSES + k} THEN {name}" for k, name in enumerate(column.scores))
        above = " + ".join(
            f"CAST(({name} > own OR ({name} = own AND {k} < y - {sql.CLASSES})) AS INTEGER)"
            for k, name in enumerate(column.scores)
        )
        tied = " + ".join(f"CAST({name} = own AS INTEGER)" for name in column.scores)
        rows = f"SELECT *, CASE y {own} END AS own FROM {at.relation} j WHERE y >= {sql.CLASSES} AND {counted_scores(at.plan, model, column.name)}"
        text = f"SELECT g, 1 + {above} AS rank, max({tied}), count(*) FROM ({rows}) GROUP BY ALL ORDER BY ALL"
        groups = at.groups_of(model)
        cells: dict[int, dict[int, int]] = {g: {} for g in groups}
        for g, rank, most, units in at.con.execute(text).fetchall():
            if g in groups:
                if most > 1 and at.plan.models[model].ties != "first-declared":
                    help = "say `ties: first-declared` under the model, or give scores with more digits"
                    raise Refusal(
                        f"model {model} gives another class the score of the actual one", help=help, exit_code=1
                    )
                cells[g][rank] = units
        for g, by_rank in cells.items():
            found.ranks[at.key(("", model), groups[g])] = Ranks(classes=len(classes), cells=by_rank)


def pairs(at: Pass, found: Found) -> None:
    """Units by what two decisions make of them, in each cohort (and label), folds put together."""
    place = at.numbering.digits(("cohort", "label"))
    names = at.numbering.names
    places = [Group("", c, "", "", k) for c in names["cohort"] for k in names["label"]]
    for first, second in at.needs.pairs:
        one, other = (_side(at, d) for d in (first, second))
        text = (
            f"SELECT {place.replace('g', 'a.g')} AS r, a.y AS y, a.a AS x, b.a AS z, count(*) "
            f"FROM ({one}) a JOIN ({other}) b ON {_SAME} GROUP BY ALL ORDER BY ALL"
        )
        cells: dict[int, dict[tuple[int, int, int], int]] = {}
        for r, y, x, z, units in at.con.execute(text).fetchall():
            cells.setdefault(r, {})[y, x, z] = units
        for r, where in enumerate(places):
            key = _pair_key(at, first, second, where)
            found.paired[key] = PairedCalls(
                positives=_fourfold(cells.get(r, {}), 1), negatives=_fourfold(cells.get(r, {}), 0)
            )


def _fourfold(cells: Mapping[tuple[int, int, int], int], y: int) -> Paired:
    return Paired(
        both=cells.get((y, 1, 1), 0), first_only=cells.get((y, 1, 0), 0), second_only=cells.get((y, 0, 1), 0),
        neither=cells.get((y, 0, 0), 0),
    )  # fmt: skip


def _pair_key(at: Pass, first: Decision, second: Decision, where: Group) -> PairKey:
    return PairKey(
        first=first, second=second, cohort=where.cohort, subgroup=at.subgroup, class_=where.label, scenario=at.scenario
    )


def _side(at: Pass, decision: Decision) -> str:
    """Rows ``(g, u, y, a)`` of a decision; of several classes, ``y`` is 1 and ``a`` whether the call is right."""
    call = at.calls[decision]
    inside = at.numbering.first(decision[1]) or (0, 0)
    if at.plan.outcome.classes:
        kept = f" AND {call.counted}" if call.counted else ""
        right = f"CASE WHEN j.{call.name} = j.y - {sql.CLASSES} THEN 1 ELSE 0 END"
        rows = f"SELECT j.g AS g, j.u AS u, 1 AS y, {right} AS a FROM {at.relation} j WHERE j.y >= {sql.CLASSES}{kept}"
    else:
        rows = called(call, at.relation, by_group=at.by_group, shown=("g", "u"))
    return f"SELECT g - {inside[0]} AS g, u, y, a FROM ({rows}) WHERE g >= {inside[0]} AND g < {inside[1]}"


_SAME = "a.u = b.u AND a.g = b.g"
"""Two rows of one unit: the number of a group without its model tells cohort, fold, repeat and label."""


def paired_scores(at: Pass, found: Found) -> None:
    """Units by their pair of scores, in each cohort (and label)."""
    columns = {c.model: c for c in columns_of(at.plan)}
    names = at.numbering.names
    places = [Group("", c, "", "", k) for c in names["cohort"] for k in names["label"]]
    place = at.numbering.digits(("cohort", "label")).replace("g", "a.g")
    for first, second in at.needs.paired_scores:
        sides = []
        for model in (first, second):
            inside, name = at.numbering.first(model) or (0, 0), columns[model].name
            sides.append(
                f"SELECT g - {inside[0]} AS g, u, y, {name} AS s FROM {at.relation} j WHERE y < 2 AND "
                f"{counted_scores(at.plan, model, name)} AND g >= {inside[0]} AND g < {inside[1]}"
            )
        text = (
            f"SELECT {place} AS r, a.s, b.s, count(*) FILTER (a.y = 1), count(*) FILTER (a.y = 0) "
            f"FROM ({sides[0]}) a JOIN ({sides[1]}) b ON {_SAME} GROUP BY ALL ORDER BY ALL"
        )
        groups: dict[int, list[PairedGroup]] = {}
        for r, s, t, p, n in at.con.execute(text).fetchall():
            groups.setdefault(r, []).append(PairedGroup(s, t, p, n))
        for r, where in enumerate(places):
            found.paired_groups[_pair_key(at, ("", first), ("", second), where)] = tuple(groups.get(r, ()))


def clusters(at: Pass, found: Found) -> None:
    """Clusters by their counts, in each cohort and over all of them, folds put together."""
    for decision in at.needs.clusters:
        rows = called(at.calls[decision], at.relation, by_group=at.by_group, shown=("g", "c"))
        inside = at.numbering.first(decision[1]) or (0, 0)
        counts = ", ".join(
            f"count(*) FILTER (y = {y} AND a = {a}) AS {name}"
            for name, y, a in (("tp", 1, 1), ("fn", 1, 0), ("tn", 0, 0), ("fp", 0, 1))
        )
        for cohorts in _cohorts(at):
            place = at.numbering.digits(("cohort",)) if cohorts != ("",) else "0"
            inner = f"SELECT {place} AS r, c, {counts} FROM ({rows}) WHERE g >= {inside[0]} AND g < {inside[1]} GROUP BY ALL"
            text = f"SELECT r, tp, fn, tn, fp, count(*), min(c) FROM ({inner}) GROUP BY ALL ORDER BY ALL"
            cells: dict[int, list[ClusterCounts]] = {}
            for r, tp, fn, tn, fp, n, least in at.con.execute(text).fetchall():
                _refuse_unnamed(least)
                cells.setdefault(r, []).append(ClusterCounts(tp=tp, fn=fn, tn=tn, fp=fp, clusters=n))
            for r, cohort in enumerate(cohorts):
                key = CellKey(threshold=decision[0], model=decision[1], cohort=cohort, fold="", subgroup=at.subgroup,
                              scenario=at.scenario)  # fmt: skip
                found.clusters[key] = tuple(cells.get(r, ()))


def _cohorts(at: Pass) -> list[tuple[str, ...]]:
    """Each cohort by itself, and all of them as one."""
    names = at.numbering.cohorts
    return [names, ("",)] if len(names) > 1 else [names]


def _refuse_unnamed(least: Any) -> None:
    if least is None or least == "" or str(least).endswith("\0"):
        raise Refusal("some units name no cluster", help="give every unit one: its own id will do", exit_code=1)


def clustered(at: Pass, found: Found) -> None:
    """Each cluster's own score groups, in canonical order: which cluster it is goes unsaid."""
    columns = {c.model: c for c in columns_of(at.plan)}
    for model in at.needs.clustered:
        name = columns[model].name
        for cohorts in _cohorts(at):
            place, _ = at.numbering.ranked(model, RankNeed(model=model, cohorts=cohorts != ("",)))
            text = (
                f"SELECT {place} AS r, c, {name} AS s, count(*) FILTER (y = 1), count(*) FILTER (y = 0) FROM {at.relation} j "
                f"WHERE y < 2 AND {counted_scores(at.plan, model, name)} GROUP BY ALL ORDER BY r, c, s"
            )
            by_place: dict[int, dict[Any, list[ScoreGroup]]] = {}
            for r, c, s, p, n in at.con.execute(text).fetchall():
                if r is not None:
                    _refuse_unnamed(c)
                    by_place.setdefault(r, {}).setdefault(c, []).append(ScoreGroup(s, p, n))
            for r, cohort in enumerate(cohorts):
                mine = [tuple(groups) for groups in by_place.get(r, {}).values()]
                mine.sort(key=lambda groups: [(g.score, g.n_positive, g.n_negative) for g in groups])
                key = at.group_key(model, Group("", cohort, "", "", ""))
                found.clustered[key] = tuple(mine)
