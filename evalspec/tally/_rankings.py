"""Score groups from the engine, cut at the scores of positives; integers and the scores themselves, nothing else."""

from typing import Any

from evalspec.records import Ranking

_FEW = 0.2
"""Below this share of distinct scores in a sample, grouping by score beats looking each negative up."""

_SAMPLE = 100_000


def rankings(con: Any, rows: str, n: int, *, full: bool = False) -> dict[int, Ranking]:
    """The ranking of each of ``n`` groups. ``rows``: a relation of group ``r`` (NULL: not ranked), score ``s``, ``y``.

    ``full``: every distinct score stands by itself, those without a positive too.
    """
    import numpy as np

    how = _every if full else _grouped if _repeats(con, rows) else _looked_up
    ranks, scores, n_positive, at, above, below = how(con, rows, n)
    edges = np.searchsorted(ranks, np.arange(n + 1))
    return {
        r: Ranking(
            scores=tuple(scores[a:b].tolist()), n_positive=tuple(n_positive[a:b].tolist()),
            n_negative=tuple(at[a:b].tolist()), above=tuple(above[a:b].tolist()), below=int(below[r]),
        )
        for r, (a, b) in enumerate(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))
    }  # fmt: skip


def _repeats(con: Any, rows: str) -> bool:
    """Whether scores repeat enough for grouping; either way gives the same integers."""
    text = f"SELECT count(*), count(DISTINCT s) FROM (SELECT s FROM {rows} WHERE r IS NOT NULL LIMIT {_SAMPLE})"
    total, distinct = con.execute(text).fetchone()
    return bool(distinct < _FEW * max(total, 1))


def _every(con: Any, rows: str, n: int) -> tuple[Any, ...]:
    """As ``_grouped``, with nothing put together: no negative lies above or below a score that is named."""
    import numpy as np

    r, s, p, k = _by_score(con, rows)
    return r, s, p, k, np.zeros(len(r), np.int64), np.zeros(n, np.int64)


def _by_score(con: Any, rows: str) -> tuple[Any, ...]:
    """Group, score, positives and negatives of every distinct score, in order."""
    import numpy as np

    counts = "count(*) FILTER (y = 1) AS p, count(*) FILTER (y = 0) AS n"
    got = con.execute(f"SELECT r, s, {counts} FROM {rows} WHERE r IS NOT NULL GROUP BY r, s").fetchnumpy()
    r, s, p, k = (np.asarray(got[c]) for c in ("r", "s", "p", "n"))
    order = np.lexsort((s, r))
    return r[order].astype(np.int64), s[order], p[order], k[order]


def _grouped(con: Any, rows: str, n: int) -> tuple[Any, ...]:
    """By group and score: group, score and positives of each score of a positive; negatives at, above; and below."""
    import numpy as np

    r, s, p, k = _by_score(con, rows)
    cut = p > 0
    ranks = r[cut]
    last = np.cumsum(cut) - 1  # the last score of a positive so far
    within = ~cut & (last >= 0)
    within[within] = ranks[last[within]] == r[within]
    under = ~cut & ~within
    above, below = np.zeros(len(ranks), np.int64), np.zeros(n, np.int64)
    np.add.at(above, last[within], k[within])
    np.add.at(below, r[under], k[under])
    return ranks, s[cut], p[cut], k[cut], above, below


def _looked_up(con: Any, rows: str, n: int) -> tuple[Any, ...]:
    """As ``_grouped``, where scores hardly repeat: each negative is joined to the positive score at or under its own."""
    import numpy as np

    rows = f"(SELECT * FROM {rows} WHERE r IS NOT NULL)"
    con.execute(f"CREATE OR REPLACE TEMP TABLE pos AS SELECT r, s, count(*) AS n FROM {rows} WHERE y = 1 GROUP BY r, s")
    con.execute("CREATE OR REPLACE TEMP TABLE cut AS SELECT r, s, row_number() OVER (ORDER BY r, s) - 1 AS i FROM pos")
    p = con.execute("SELECT r, s, n FROM pos ORDER BY r, s").fetchnumpy()
    ranks, scores, n_positive = (np.asarray(p[c]) for c in ("r", "s", "n"))
    at, above, below = np.zeros(len(ranks), np.int64), np.zeros(len(ranks), np.int64), np.zeros(n, np.int64)
    text = (
        f"SELECT cut.i AS i, count(*) FILTER (b.s = cut.s) AS tied, count(*) AS n "
        f"FROM (SELECT r, s FROM {rows} WHERE y = 0) b ASOF JOIN cut ON b.r = cut.r AND b.s >= cut.s GROUP BY cut.i"
    )
    got = con.execute(text).fetchnumpy()
    i = np.asarray(got["i"], np.int64)
    at[i], above[i] = got["tied"], np.asarray(got["n"]) - np.asarray(got["tied"])
    for r, total in con.execute(f"SELECT r, count(*) FROM {rows} WHERE y = 0 GROUP BY r").fetchall():
        first, last = np.searchsorted(ranks, [r, r + 1])
        below[r] = total - int(at[first:last].sum()) - int(above[first:last].sum())
    return ranks, scores, n_positive, at, above, below
