"""Clustered units, from files to limits: every expected value is worked out over the rows."""

from hashlib import sha256
from math import sqrt

import numpy as np
import pandas as pd
import pytest
from end_to_end.made import (
    CLUSTERED,
    SEED,
    auroc,
    bootstrap,
    people,
    planned,
    rows_of,
    sensitivity,
    sound,
    watched,
)
from scipy.stats import norm, t

R = 40


def plan(tmp_path, frame, *summaries, **sections):
    lines = "".join(
        f"\n  - {{id: s{k}, role: {'secondary' if k else 'primary'}, {text}}}" for k, text in enumerate(summaries)
    )
    return planned(tmp_path / "p", frame, **({"units": CLUSTERED, "summaries": lines} | sections))


def of(metric, word, interval, models="[a]"):
    at = "" if metric in ("auroc", "brier", "average_precision") else "threshold: main, "
    least = "" if word in ("pooled", "each") else ", minimum_defined: 1"
    return f"metric: {metric}, models: {models}, {at}cohorts: {word}{least}, interval: {interval}"


def ratio(frame):
    """(value, variance, clusters) of sensitivity between clusters: each cluster's residual, m/(m - 1)."""
    positive = frame[frame.outcome == 1]
    hits = (positive.a >= 0.5).groupby(positive.patient).sum()
    sizes = positive.groupby("patient").size()
    p, m = hits.sum() / sizes.sum(), len(sizes)
    return p, m / (m - 1) * ((hits - p * sizes) ** 2).sum() / sizes.sum() ** 2, m


def test_a_ratio_of_clustered_units_has_the_variance_between_clusters(tmp_path):
    frame = people()
    method = "{method: cluster-ratio, level: 0.95}"
    found = rows_of(sound(plan(tmp_path, frame, *(of("sensitivity", w, method) for w in ("pooled", "each")))))
    addresses = {"s0/sensitivity/a": frame} | {f"s1/sensitivity/a/cohort={c}": frame[frame.cohort == c] for c in "ABC"}
    assert frame.groupby("patient").cohort.nunique().max() > 1  # a patient who is seen in two cohorts is one cluster
    for address, rows in addresses.items():
        p, variance, m = ratio(rows)
        half = t.ppf(0.975, m - 1) * sqrt(variance)
        got = found[address]
        assert got["estimate"] == pytest.approx(p, rel=1e-12)
        assert (got["lower"], got["upper"]) == pytest.approx((max(0, p - half), min(1, p + half)), rel=1e-9)


def obuchowski(frame):
    """(AUROC, variance): Obuchowski 1997, from each cluster's sums of placements, with I/(I-1) for each of the parts."""
    p, n = frame[frame.outcome == 1], frame[frame.outcome == 0]
    wins = (np.sign(p.a.to_numpy()[:, None] - n.a.to_numpy()[None, :]) + 1) / 2
    auc, names = wins.mean(), sorted(set(frame.patient))
    x = np.array([wins[(p.patient == c).to_numpy()].mean(axis=1).sum() for c in names])
    y = np.array([wins[:, (n.patient == c).to_numpy()].mean(axis=0).sum() for c in names])
    a, b = (np.array([(part.patient == c).sum() for c in names]) for part in (p, n))
    u, v, both = (a > 0).sum(), (b > 0).sum(), len(names)
    s10 = u / ((u - 1) * len(p)) * ((x - a * auc) ** 2).sum()
    s01 = v / ((v - 1) * len(n)) * ((y - b * auc) ** 2).sum()
    s11 = both / (both - 1) * ((x - a * auc) * (y - b * auc)).sum()
    return auc, s10 / len(p) + s01 / len(n) + 2 * s11 / (len(p) * len(n))


@pytest.mark.parametrize("lower", [False, True])
def test_an_auroc_of_clustered_units_has_obuchowski_s_variance(tmp_path, lower):
    frame = people()
    method = "{method: delong-cluster, level: 0.95}"
    told = frame.assign(a=-frame.a) if lower else frame
    direction = "lower-is-positive" if lower else "higher-is-positive"
    made = plan(
        tmp_path, told, *(of("auroc", w, method) for w in ("pooled", "each")),
        models=f"{{a: {{score: a, scale: score, direction: {direction}}}}}",
    )  # fmt: skip
    found = rows_of(sound(made))
    for address, rows in {"s0/auroc/a": frame, "s1/auroc/a/cohort=B": frame[frame.cohort == "B"]}.items():
        auc, variance = obuchowski(rows)
        half = norm.ppf(0.975) * sqrt(variance)
        assert found[address]["estimate"] == pytest.approx(auc, rel=1e-12)
        got = (found[address]["lower"], found[address]["upper"])
        assert got == pytest.approx((max(0, auc - half), min(1, auc + half)), rel=1e-9)


def test_the_interval_for_a_new_cohort_is_the_same_with_clusters_and_without(tmp_path):
    frame = people()
    method = "{method: t-between, level: 0.9}"
    made = plan(
        tmp_path, frame, of("sensitivity", "macro", method), of("auroc", "macro", method),
        of("sensitivity", "each", "{method: cluster-ratio, level: 0.95}"),
        of("auroc", "each", "{method: delong-cluster, level: 0.95}"),
        plan="{id: x, title: T, question: Q, target: new-cohort}",
    )  # fmt: skip
    errors = [f.name for f in made.check().errors]
    found = rows_of(sound(made)) if not errors else pytest.fail(str(errors))
    for address, metric in (("s0/sensitivity/a", sensitivity), ("s1/auroc/a", auroc)):
        values = np.array([metric(frame[frame.cohort == c]) for c in "ABC"])
        half = t.ppf(0.95, 2) * values.std(ddof=1) / sqrt(3)
        got = (found[address]["lower"], found[address]["upper"])
        assert got == pytest.approx((max(0, values.mean() - half), min(1, values.mean() + half)), rel=1e-9)


def drawn(name, kinds):
    digest = sha256(f"{SEED}/{name}".encode()).digest()
    stream = np.random.RandomState([int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)])
    marks = [int(m) * 2**53 // int(sum(kinds)) for m in (0, *np.cumsum(kinds))]
    return stream.multinomial(sum(kinds), np.diff(marks) / 2**53, size=R)


def clusters_by_counts(frame):
    """Clusters' rows by their TP, FN, TN, FP, in rising order, one cluster of each kind, and how many there are."""
    kinds = {}
    for _, rows in frame.groupby("patient"):
        y, called = rows.outcome == 1, rows.a >= 0.5
        key = ((y & called).sum(), (y & ~called).sum(), (~y & ~called).sum(), (~y & called).sum())
        kinds.setdefault(key, []).append(rows)
    return [kinds[k][0] for k in sorted(kinds)], [len(kinds[k]) for k in sorted(kinds)]


def clusters_by_scores(frame):
    """Every cluster, in the order of its scores, each with its positives and negatives."""
    found = {}
    for patient, rows in frame.groupby("patient"):
        groups = [(s, int((g.outcome == 1).sum()), int((g.outcome == 0).sum())) for s, g in rows.groupby("a")]
        found[patient] = (groups, rows)
    ordered = sorted(found.values(), key=lambda pair: pair[0])
    return [rows for _, rows in ordered], [1] * len(ordered)


@pytest.mark.parametrize(
    ("metric", "value", "kinds"),
    [("sensitivity", sensitivity, clusters_by_counts), ("auroc", auroc, clusters_by_scores)],
)
@pytest.mark.parametrize("word", ["pooled", "each", "macro"])
def test_whole_clusters_are_drawn(tmp_path, monkeypatch, metric, value, kinds, word):
    frame = people(120, patients=40)
    frame["patient"] = frame.cohort + frame.patient if word == "macro" else frame.patient
    interval = bootstrap("clusters", strata="cohort" if word == "macro" else "", replicates=R)
    more = [of(metric, "pooled", bootstrap("clusters", replicates=R))] if word == "macro" else []
    with watched(monkeypatch) as seen:
        sound(plan(tmp_path, frame, of(metric, word, interval), *more))
    if word == "each":
        parts = [(f"s0/{metric}/a/cohort={c}", {"/": frame[frame.cohort == c]}) for c in "ABC"]
    elif word == "pooled":
        parts = [(f"s0/{metric}/a", {"/": frame})]
    else:
        parts = [(f"s0/{metric}/a", {f"{c}/": frame[frame.cohort == c] for c in "ABC"})]
    for (name, strata), (_, found, _) in zip(parts, seen, strict=False):
        ones = {s: kinds(rows) for s, rows in strata.items()}
        times = {s: drawn(f"{name}/{s}", units) for s, (_, units) in ones.items()}
        want = []
        for r in range(R):
            apart = [
                pd.concat([rows for k, rows in enumerate(ones[s][0]) for _ in range(times[s][r][k])]) for s in strata
            ]
            want.append(np.mean([value(rows) for rows in apart]))
        assert found == pytest.approx(want, abs=1e-12, nan_ok=True)
