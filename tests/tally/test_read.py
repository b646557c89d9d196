"""tally.json is taken back only as evalspec wrote it."""

import json
from typing import Any

import pytest

from evalspec.records import CellKey, Counts, GroupKey, Ranking, Refusal, Tally
from evalspec.tally.canonical import tally_bytes
from evalspec.tally.read import read_tally

SCORES = (-1.5, 0.0, 1e-07, 0.30000000000000004, 1.0, 2e16)
TALLY = Tally(
    cells={
        CellKey(threshold="", model="m", cohort="Zürich", fold=""): Counts(tp=1, fn=2, tn=3, fp=4),
        CellKey(threshold="main", model="m", cohort="A", fold="A"): Counts(tp=2**53, fn=0, tn=0, fp=0),
    },
    rankings={
        GroupKey(model="m", cohort="A"): Ranking(
            scores=SCORES, n_positive=(1,) * 6, n_negative=(0,) * 6, above=(2,) * 6, below=7
        ),
        GroupKey(model="m", cohort=""): Ranking(scores=(), n_positive=(), n_negative=(), above=(), below=0),
    },
    excluded={"Zürich": 2, "A": 0, 'a "quoted" one\\': 1},
)
RAW = tally_bytes(TALLY)


def changed(path: tuple[str | int, ...], value: Any) -> bytes:
    whole = json.loads(RAW)
    here = whole
    for step in path[:-1]:
        here = here[step]
    here[path[-1]] = value
    return json.dumps(whole, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def test_what_was_written_is_read_as_it_is() -> None:
    found = read_tally(RAW, "tally.json")
    assert found == json.loads(RAW)
    assert found["rankings"][1]["scores"][:3] == ["-1.5", "0.0", "1e-07"]


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (RAW[:-2], "not JSON"),
        (RAW[:-1], "not in canonical form"),
        (RAW.replace(b":", b": ", 1), "not in canonical form"),
        (RAW.replace(b'"cells":', b'"cells":[],"cells":', 1), "'cells' stands twice"),
        (RAW.replace(b'"evalspec_tally":1', b'"evalspec_tally":2'), "`evalspec_tally`"),
        (changed(("cells", 0, "tp"), -1), "`cells.0.tp`"),
        (changed(("cells", 0, "tp"), True), "`cells.0.tp`"),
        (changed(("cells", 0, "tp"), 1.5), "`cells.0.tp`"),
        (changed(("cells", 0, "label"), "x"), "`cells.0`"),
        (changed(("excluded", "A"), None), "`excluded.A`"),
        (changed(("rankings", 1, "scores", 0), 0.5), "`rankings.1.scores.0`"),
        (changed(("rankings", 1, "scores", 0), "nan"), "`rankings.1.scores.0`"),
        (changed(("rankings", 1, "scores", 0), "0.5\n"), "`rankings.1.scores.0`"),
        (changed(("rankings", 1, "scores"), ["0.5"]), "lists of several lengths"),
        (changed(("rankings",), {}), "`rankings`"),
        (changed(("rankings",), [1]), "`rankings.0`"),
    ],
)
def test_anything_else_is_refused_with_exit_code_2(raw: bytes, told: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_tally(raw, "tally.json")
    assert told in refused.value.message
    assert refused.value.exit_code == 2


def test_an_entry_far_down_a_long_list_is_judged_as_well() -> None:
    n = 5000
    ranking = Ranking(
        scores=tuple(k / n for k in range(n)), n_positive=(1,) * n, n_negative=(0,) * n, above=(0,) * n, below=0
    )
    raw = tally_bytes(Tally(cells={}, rankings={GroupKey(model="m", cohort="A"): ranking}))
    assert read_tally(raw, "tally.json")
    with pytest.raises(Refusal, match=r"`rankings\.0\.scores\.4999`"):
        read_tally(raw.replace(b'"0.9998"', b'"0,9998"'), "tally.json")
