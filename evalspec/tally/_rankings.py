"""Score groups from the engine, cut at the scores of positives; integers and the scores themselves, nothing else."""

from collections.abc import Sequence
from typing import Any

from evalspec.records import Ranking

_FEW = 0.2
"""Below this share of distinct (group, score) pairs among rows, grouping by score beats looking each row up."""


def rankings(con: Any, column: str, of_group: Sequence[tuple[int, int]], n: int) -> dict[int, Ranking]:
    """The ranking of each of ``n`` groups; ``of_group`` maps ``j.g`` to it. ``column`` of ``j`` holds the score."""
    import numpy as np

    con.execute("CREATE OR REPLACE TEMP TABLE r (g INTEGER, r INTEGER)")
    if of_group:
        con.executemany("INSERT INTO r VALUES (?, ?)", list(of_group))
    rows = f"SELECT r.r AS r, j.{column} AS s, j.y AS y FROM j JOIN r ON j.g = r.g WHERE j.y < 2"
    con.execute(
        f"CREATE OR REPLACE TEMP TABLE pos AS SELECT r, s, count(*) AS n FROM ({rows}) WHERE y = 1 GROUP BY r, s"
    )
    p = con.execute("SELECT r, s, n FROM pos ORDER BY r, s").fetchnumpy()
    ranks, scores, n_positive = (np.asarray(p[k]) for k in ("r", "s", "n"))
    at, above, below = _negatives(con, rows, ranks, scores, n)
    edges = np.searchsorted(ranks, np.arange(n + 1))
    return {
        r: Ranking(
            scores=tuple(scores[a:b].tolist()), n_positive=tuple(n_positive[a:b].tolist()),
            n_negative=tuple(at[a:b].tolist()), above=tuple(above[a:b].tolist()), below=int(below[r]),
        )
        for r, (a, b) in enumerate(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))
    }  # fmt: skip


def _negatives(con: Any, rows: str, ranks: Any, scores: Any, n: int) -> tuple[Any, Any, Any]:
    """Negatives at each positive score, strictly between it and the next, and under the first of each group."""
    import numpy as np

    at, above, below = np.zeros(len(ranks), np.int64), np.zeros(len(ranks), np.int64), np.zeros(n, np.int64)
    if _repeats(con, rows):
        got = con.execute(f"SELECT r, s, count(*) AS n FROM ({rows}) WHERE y = 0 GROUP BY r, s").fetchnumpy()
        r, s, k = (np.asarray(got[c]) for c in ("r", "s", "n"))
        for group in range(n):
            mine = r == group
            first, last = np.searchsorted(ranks, [group, group + 1])
            place = np.searchsorted(scores[first:last], s[mine], "right")
            below[group] = int(k[mine][place == 0].sum())
            hit, weight = place[place > 0] - 1 + first, k[mine][place > 0]
            tied = scores[hit] == s[mine][place > 0]
            np.add.at(at, hit[tied], weight[tied])
            np.add.at(above, hit[~tied], weight[~tied])
        return at, above, below
    con.execute("CREATE OR REPLACE TEMP TABLE cut AS SELECT r, s, row_number() OVER (ORDER BY r, s) - 1 AS i FROM pos")
    text = (
        f"SELECT cut.i AS i, count(*) FILTER (b.s = cut.s) AS tied, count(*) AS n "
        f"FROM (SELECT r, s FROM ({rows}) WHERE y = 0) b ASOF JOIN cut ON b.r = cut.r AND b.s >= cut.s GROUP BY cut.i"
    )
    got = con.execute(text).fetchnumpy()
    i = np.asarray(got["i"], np.int64)
    at[i], above[i] = got["tied"], np.asarray(got["n"]) - np.asarray(got["tied"])
    for r, total in con.execute(f"SELECT r, count(*) FROM ({rows}) WHERE y = 0 GROUP BY r").fetchall():
        first, last = np.searchsorted(ranks, [r, r + 1])
        below[r] = total - int(at[first:last].sum()) - int(above[first:last].sum())
    return at, above, below


def _repeats(con: Any, rows: str) -> bool:
    """Whether scores repeat enough for grouping; either way gives the same integers."""
    total, distinct = con.execute(f"SELECT count(*), approx_count_distinct(s) FROM ({rows})").fetchone()
    return bool(distinct < _FEW * max(total, 1))
