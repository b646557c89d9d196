"""The draws of a bootstrap, made once more from what evalspec/intervals/_draws.py says, and the values of each resample."""

from hashlib import sha256

import numpy as np
import pandas as pd
import pytest
from end_to_end.made import (
    SEED,
    auroc,
    average_precision,
    bootstrap,
    brier,
    f1,
    mcc,
    people,
    planned,
    rows_of,
    sensitivity,
    sound,
    watched,
    written,
)

from evalspec.pipeline._run import run

R = 60
RANKED = {"auroc": auroc, "average_precision": average_precision}


def drawn(name, units):
    """(R, cells) of one stratum: the stream of ``seed/name``, started from the eight words of its SHA-256."""
    digest = sha256(f"{SEED}/{name}".encode()).digest()
    stream = np.random.RandomState([int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)])
    units = np.array(units)
    held = units > 0
    marks = [int(m) * 2**53 // int(units.sum()) for m in (0, *units[held].cumsum())]
    found = np.zeros((R, len(units)), int)
    found[:, held] = stream.multinomial(units.sum(), np.diff(marks) / 2**53, size=R)
    return found


def kinds(frame, score="a"):
    """Units that nothing tells apart: the positives of every score, then the negatives; one unit of each, and how many."""
    scores = sorted(set(frame[score]))
    found = [frame[(frame[score] == s) & (frame.outcome == y)] for y in (1, 0) for s in scores]
    return [k.iloc[:1] for k in found], [len(k) for k in found]


def resampled(name, strata):
    """R tables of rows. ``strata``: name to (one unit of each kind, how many)."""
    draws = {stratum: drawn(f"{name}/{stratum}", units) for stratum, (_, units) in strata.items()}
    for r in range(R):
        parts = []
        for stratum, (ones, _) in strata.items():
            parts += [pd.concat([one] * n) for one, n in zip(ones, draws[stratum][r], strict=True) if n]
        yield pd.concat(parts)


def replicates(tmp_path, monkeypatch, metric, word, interval, frame, threshold=""):
    at = "threshold: main, " if threshold else ""
    least = ", minimum_defined: 1" if word == "macro" else ""
    more = "\n  - {id: p, role: secondary, metric: auroc, models: [a], cohorts: pooled}" if word == "macro" else ""
    made = planned(
        tmp_path / "p", frame,
        summaries=f"\n  - {{id: s, role: primary, metric: {metric}, models: [a], {at}cohorts: {word}{least}, "
        f"interval: {interval}}}{more}",
    )  # fmt: skip
    with watched(monkeypatch) as seen:
        sound(made)
    return [found for _, found, _ in seen]


@pytest.mark.parametrize("metric", [*RANKED])
def test_cohorts_that_are_strata_are_drawn_apart_and_ranked_together(tmp_path, monkeypatch, metric):
    frame = people(90)
    (found,) = replicates(
        tmp_path, monkeypatch, metric, "pooled", bootstrap(strata="cohort", replicates=R), frame
    )  # fmt: skip
    strata = {f"{c}/": kinds(frame[frame.cohort == c]) for c in "ABC"}
    want = [RANKED[metric](rows) for rows in resampled(f"s/{metric}/a", strata)]
    assert found == pytest.approx(want, abs=1e-12)


def test_negatives_of_one_cohort_are_told_apart_by_the_positives_of_another(tmp_path, monkeypatch):
    frame = people(8, cohorts="AB").assign(
        cohort=list("AAAABBBB"), a=[0.3, 0.9, 0.8, 0.1, 0.5, 0.6, 0.45, 0.4], outcome=[1, 1, 0, 0, 1, 0, 0, 0]
    )
    interval = bootstrap("cohorts", replicates=R)
    (found,) = replicates(tmp_path, monkeypatch, "auroc", "pooled", interval, frame)
    apart = {c: frame[frame.cohort == c] for c in "AB"}
    # of both cohorts once, 9 of 15 pairs: .3 beats .1; .9 beats all five; .5 beats .1 .45 .4
    both = (1 + 5 + 3) / 15
    want = {0: auroc(apart["B"]), 1: both, 2: auroc(apart["A"])}
    assert both == auroc(frame)
    digest = sha256(f"{SEED}/s/auroc/a".encode()).digest()
    stream = np.random.RandomState([int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)])
    times = stream.multinomial(2, [0.5, 0.5], size=R)[:, 0]
    assert {*times} == {0, 1, 2}
    assert found == pytest.approx([want[n] for n in times], abs=1e-12)


@pytest.mark.parametrize(("metric", "of"), [("sensitivity", sensitivity), ("f1", f1), ("mcc", mcc)])
@pytest.mark.parametrize("strata", ["", "cohort", "outcome", "cohort, outcome"])
def test_a_decision_is_drawn_as_its_four_cells(tmp_path, monkeypatch, metric, of, strata):
    frame = people(60)
    interval = bootstrap(strata=strata, replicates=R)
    (found,) = replicates(tmp_path, monkeypatch, metric, "pooled", interval, frame, threshold="main")
    cells = [(1, True), (1, False), (0, False), (0, True)]  # tp, fn, tn, fp
    want = []
    parts = {}
    for c in "ABC" if "cohort" in strata else [""]:
        mine = frame[frame.cohort == c] if c else frame
        for y in (0, 1) if "outcome" in strata else [""]:
            kept = [k for k in cells if y in ("", k[0])]
            rows = [mine[(mine.outcome == k[0]) & ((mine.a >= 0.5) == k[1])] for k in kept]
            parts[f"{c}/{y}"] = [k.iloc[:1] for k in rows], [len(k) for k in rows]
    want = [of(rows) for rows in resampled(f"s/{metric}/a", parts)]
    assert found == pytest.approx(want, abs=1e-12, nan_ok=True)


def test_each_cohort_of_a_macro_value_is_drawn_apart_and_each_row_has_a_stream_of_its_own(tmp_path, monkeypatch):
    frame = people(90)
    interval = bootstrap(strata="cohort", replicates=R)
    (found,) = replicates(tmp_path, monkeypatch, "brier", "macro", interval, frame)
    strata = {f"{c}/": kinds(frame[frame.cohort == c]) for c in "ABC"}
    want = [np.mean([brier(t[t.cohort == c]) for c in "ABC"]) for t in resampled("s/brier/a", strata)]
    assert found == pytest.approx(want, abs=1e-12)
    (tmp_path / "each").mkdir()
    each = replicates(tmp_path / "each", monkeypatch, "brier", "each", bootstrap(replicates=R), frame)
    for c, values in zip("ABC", each, strict=True):
        mine = {"/": kinds(frame[frame.cohort == c])}
        assert values == pytest.approx([brier(t) for t in resampled(f"s/brier/a/cohort={c}", mine)], abs=1e-12)


def test_replicates_without_a_value_are_counted(tmp_path, monkeypatch):
    frame = people(40, cohorts="A").assign(outcome=[1, 1, 1, 1] + [0] * 36)
    made = planned(
        tmp_path / "p", frame, cohorts=None,
        summaries="\n  - {id: s, role: primary, metric: auroc, models: [a], interval: "
        f"{bootstrap(replicates=400)}}}",
    )  # fmt: skip
    with watched(monkeypatch) as seen:
        row = rows_of(sound(made))["s/auroc/a"]
    lost = int(np.isnan(seen[0][1]).sum())
    assert lost > 0
    kept = np.array(seen[0][1])[~np.isnan(seen[0][1])]
    assert f"undefined in {lost} of 400 replicates" in str(row)
    assert (row["lower"], row["upper"]) == pytest.approx(np.quantile(kept, [0.05, 0.95]), abs=1e-12)


def test_the_limits_do_not_depend_on_the_order_of_rows_the_format_or_the_threads(tmp_path):
    frame = people(120)
    summaries = (
        f"\n  - {{id: s, role: primary, metric: auroc, models: [a], cohorts: pooled, interval: {bootstrap(strata='cohort')}}}"
        f"\n  - {{id: t, role: secondary, metric: f1, models: [a], threshold: main, cohorts: pooled, interval: {bootstrap()}}}"
    )
    made = planned(tmp_path / "p", frame, summaries=summaries)
    first = sound(made).results
    other = planned(tmp_path / "q", frame.sample(frac=1, random_state=3), summaries=summaries)
    assert sound(other).results["rows"] == first["rows"]
    third = planned(
        tmp_path / "r",
        frame,
        summaries=summaries,
        data="{predictions: predictions.parquet, outcomes: outcomes.parquet}",
    )
    written(frame, tmp_path / "r", parquet=True)
    assert sound(third).results["rows"] == first["rows"]
    assert run(made.plan, tmp_path / "again", threads=1).results["rows"] == first["rows"]
