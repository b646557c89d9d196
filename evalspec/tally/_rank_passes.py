"""Score groups of a pass: of each model, apart by the axes that are kept; of several classes, one against the rest."""

from evalspec.records import Ranking
from evalspec.tally import statements as sql
from evalspec.tally._calls import counted_scores
from evalspec.tally._passes import Found, Pass, of_classes
from evalspec.tally._rankings import rankings
from evalspec.tally.needs import RankNeed
from evalspec.tally.results_of import columns_of


def rank(at: Pass, found: Found) -> None:
    """Every ranking that a number of this pass needs."""
    for need, full in at.needs.rankings.items():
        if of_classes(at.plan):
            _rank_classes(at, need, full, found)
        else:
            _rank(at, need, full, found)


def _rank(at: Pass, need: RankNeed, full: bool, found: Found) -> None:
    column = {c.model: c.name for c in columns_of(at.plan)}[need.model]
    place, places = at.numbering.ranked(need.model, need)
    kept = counted_scores(at.plan, need.model, column) if _may_lack(at) else ""
    where = f"y < 2 AND {kept}" if kept else "y < 2"
    rows = f"(SELECT {place} AS r, {column} AS s, y FROM {at.relation} j WHERE {where})"
    for r, ranking in rankings(at.con, rows, len(places), full=full).items():
        found.rankings[at.group_key(need.model, places[r])] = ranking


def _may_lack(at: Pass) -> bool:
    handling = at.plan.handling
    return handling is not None and (handling.indeterminate is not None or handling.missing_prediction != "refuse")


def _rank_classes(at: Pass, need: RankNeed, full: bool, found: Found) -> None:
    """One against the rest, class by class; or all of these rows put together."""
    column = {c.model: c for c in columns_of(at.plan)}[need.model]
    place, places = at.numbering.ranked(need.model, need)
    kept = f" AND {counted_scores(at.plan, need.model, column.name)}" if _may_lack(at) else ""
    each = {
        class_: f"SELECT {place} AS r, {name} AS s, CASE WHEN y = {sql.CLASSES + k} THEN 1 ELSE 0 END AS y "
        f"FROM {at.relation} j WHERE y >= {sql.CLASSES}{kept}"
        for k, (class_, name) in enumerate(zip(at.plan.outcome.classes or (), column.scores, strict=True))
    }
    if not need.classes:
        each = {"": " UNION ALL ".join(each.values())}
    for class_, rows in each.items():
        got: dict[int, Ranking] = rankings(at.con, f"({rows})", len(places), full=full)
        for r, ranking in got.items():
            found.rankings[at.group_key(need.model, places[r], class_)] = ranking
