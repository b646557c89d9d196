"""Two models, two cut-offs, two subgroups held against each other: from files, against loops over the rows."""

from hashlib import sha256
from math import sqrt

import numpy as np
import pytest
from end_to_end.made import (
    CLUSTERED,
    SEED,
    auroc,
    bootstrap,
    brier,
    f1,
    people,
    planned,
    sensitivity,
    sound,
    specificity,
    watched,
)
from scipy.stats import binom, binomtest, norm

R = 50
MORE = (
    "\n  - {id: sens, role: primary, metric: sensitivity, threshold: main, cohorts: WORD}"
    "\n  - {id: spec, role: secondary, metric: specificity, threshold: main, cohorts: WORD}"
    "\n  - {id: f, role: secondary, metric: f1, threshold: main, cohorts: WORD}"
    "\n  - {id: auc, role: secondary, metric: auroc, cohorts: WORD}"
    "\n  - {id: loss, role: secondary, metric: brier, cohorts: WORD}"
)
METRICS = {"sens": sensitivity, "spec": specificity, "f": f1, "auc": auroc, "loss": brier}


def compared(folder, frame, *comparisons, word="pooled", long=False, **sections):
    summaries = MORE.replace("cohorts: WORD", f"cohorts: {word}{', minimum_defined: 1' if word == 'macro' else ''}")
    lines = "".join(f"\n  - {{id: c{k}, role: secondary, {text}}}" for k, text in enumerate(comparisons))
    made = planned(folder, frame, long=long, **({"summaries": summaries, "comparisons": lines} | sections))
    return {c["address"]: c for c in sound(made).results["comparisons"]}


def pair(summary, method, more="", measure="difference"):
    given = method if method.startswith("{") else f"{{method: {method}, level: 0.95}}"
    return f"summary: {summary}, models: [a, b], measure: {measure}, interval: {given}{more}"


def four(frame, y):
    first, second = (frame[m] >= 0.5 for m in "ab")
    of = frame.outcome == y
    return tuple(int((of & k).sum()) for k in (first & second, first & ~second, ~first & second, ~first & ~second))


@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("word", ["pooled", "each"])
def test_two_models_share_one_paired_table(tmp_path, long, word):
    frame = people(150)
    found = compared(
        tmp_path / "p", frame, pair("sens", "wald-paired", ", test: mcnemar-exact"),
        pair("spec", "newcombe-paired", ", test: mcnemar-midp"), word=word, long=long,
    )  # fmt: skip
    for c in "ABC" if word == "each" else [""]:
        rows = frame[frame.cohort == c] if c else frame
        place = f"/cohort={c}" if c else ""
        row, (both, first, second, neither) = found[f"c0/sensitivity/a vs b{place}"], four(rows, 1)
        n = both + first + second + neither
        assert row["positives"] == {"both": both, "first_only": first, "second_only": second, "neither": neither}
        names = ("both", "first_only", "second_only", "neither")
        assert row["negatives"] == dict(zip(names, four(rows, 0), strict=True))
        d, half = (first - second) / n, norm.ppf(0.975) * sqrt(first + second - (first - second) ** 2 / n) / n
        assert (row["estimate"], row["lower"], row["upper"]) == pytest.approx((d, d - half, d + half), rel=1e-9)
        assert row["p_value"] == pytest.approx(binomtest(first, first + second).pvalue if first + second else 1)
        row, (both, first, second, neither) = found[f"c1/specificity/a vs b{place}"], four(rows, 0)
        n = both + first + second + neither
        assert row["estimate"] == pytest.approx(
            (second - first) / n, abs=1e-12
        )  # whom b calls and a does not, a spares
        assert (row["lower"], row["upper"]) == pytest.approx(newcombe(neither, second, first, both), abs=1e-9)
        disagree = binom(first + second, 0.5)  # for specificity those who are spared: the smaller side is the same
        less = min(first, second)
        assert row["p_value"] == pytest.approx(min(1, 2 * disagree.cdf(less) - disagree.pmf(less)), rel=1e-9)


def wilson(k, n):
    z = norm.ppf(0.975)
    middle, half = k + z * z / 2, z * sqrt(k * (n - k) / n + z * z / 4)
    return (middle - half) / (n + z * z), (middle + half) / (n + z * z)


def newcombe(e, f, g, h):
    """Newcombe 1998, Statistics in Medicine 17:2635, method 10: e both, f first only, g second only, h neither."""
    n = e + f + g + h
    p, q = (e + f) / n, (e + g) / n
    (l1, u1), (l2, u2) = wilson(e + f, n), wilson(e + g, n)
    product = (e + f) * (g + h) * (e + g) * (f + h)
    a = e * h - f * g
    a = max(a - n / 2, 0) if a > 0 else a
    phi = a / sqrt(product) if product else 0
    low = sqrt((p - l1) ** 2 - 2 * phi * (p - l1) * (u2 - q) + (u2 - q) ** 2)
    high = sqrt((u1 - p) ** 2 - 2 * phi * (u1 - p) * (q - l2) + (q - l2) ** 2)
    return p - q - low, p - q + high


def delong(frame):
    """(difference, variance) of two AUROCs of the same units, from their placements."""
    parts = []
    for m in "ab":
        p, n = (frame.loc[frame.outcome == y, m].to_numpy() for y in (1, 0))
        wins = (np.sign(p[:, None] - n[None, :]) + 1) / 2
        parts.append((wins.mean(), wins.mean(axis=1), wins.mean(axis=0)))
    (a, pa, na), (b, pb, nb) = parts
    return a - b, (pa - pb).var(ddof=1) / len(pa) + (na - nb).var(ddof=1) / len(na)


@pytest.mark.parametrize("lower", [False, True])
def test_aurocs_of_two_models_have_delong_s_paired_variance(tmp_path, lower):
    frame = people(150)
    told = frame.assign(a=1 - frame.a) if lower else frame
    models = (
        f"{{a: {{score: a, scale: probability, direction: {'lower' if lower else 'higher'}-is-positive}}, "
        "b: {score: b, scale: probability, direction: higher-is-positive}}"
    )
    summaries = "\n  - {id: auc, role: primary, metric: auroc, cohorts: WORD}"
    d, variance = delong(frame)
    more = {"models": models, "summaries": summaries.replace("WORD", "pooled")}
    found = compared(tmp_path / "p", told, pair("auc", "delong-paired", ", test: delong"), **more)
    row, half = found["c0/auroc/a vs b"], norm.ppf(0.975) * sqrt(variance)
    assert (row["estimate"], row["lower"], row["upper"]) == pytest.approx((d, d - half, d + half), abs=1e-10)
    assert row["p_value"] == pytest.approx(2 * norm.sf(abs(d) / sqrt(variance)), rel=1e-8)
    more["summaries"] = summaries.replace("WORD", "macro, minimum_defined: 3")
    row = compared(tmp_path / "q", told, pair("auc", "delta-paired"), **more)["c0/auroc/a vs b"]
    parts = np.array([delong(frame[frame.cohort == c]) for c in "ABC"])
    d, half = parts[:, 0].mean(), norm.ppf(0.975) * sqrt(parts[:, 1].sum()) / 3
    assert (row["estimate"], row["lower"], row["upper"]) == pytest.approx((d, d - half, d + half), abs=1e-10)


def stream(name):
    digest = sha256(f"{SEED}/{name}".encode()).digest()
    return np.random.RandomState([int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)])


def drawn(name, frame, ranked):
    """R tables of rows of one stratum, units drawn whole, with their pair of calls or of scores."""
    if ranked:
        pairs = sorted({*zip(frame.a, frame.b, strict=True)})
        kinds = [frame[(frame.a == s) & (frame.b == t) & (frame.outcome == y)] for y in (1, 0) for s, t in pairs]
    else:
        calls = [(1, 1), (1, 0), (0, 1), (0, 0)]
        kinds = [
            frame[((frame.a >= 0.5) == bool(s)) & ((frame.b >= 0.5) == bool(t)) & (frame.outcome == y)]
            for y in (1, 0) for s, t in calls
        ]  # fmt: skip
    kinds = [k for k in kinds if len(k)]
    sizes = np.array([len(k) for k in kinds])
    marks = [int(m) * 2**53 // int(sizes.sum()) for m in (0, *sizes.cumsum())]
    for times in stream(name).multinomial(sizes.sum(), np.diff(marks) / 2**53, size=R):
        yield frame.loc[[k.index[0] for k, n in zip(kinds, times, strict=True) for _ in range(n)]]


@pytest.mark.parametrize("summary", METRICS)
@pytest.mark.parametrize("word", ["pooled", "each", "macro"])
@pytest.mark.parametrize("measure", ["difference", "ratio"])
def test_units_are_drawn_with_both_of_their_results(tmp_path, monkeypatch, summary, word, measure):
    frame, metric = people(90), METRICS[summary]
    interval = bootstrap(strata="cohort" if word == "macro" else "", replicates=R)
    with watched(monkeypatch) as seen:
        found = compared(tmp_path / "p", frame, pair(summary, interval, measure=measure), word=word)
    for (address, row), (estimate, values, _) in zip(found.items(), seen, strict=True):
        mine = frame[frame.cohort == row["cohort"]] if row["cohort"] else frame
        strata = {f"{c}/": mine[mine.cohort == c] for c in "ABC"} if word == "macro" else {"/": mine}

        def value(parts, score):
            return np.mean([metric(p, score) for p in parts])

        def measured(parts):
            a, b = value(parts, "a"), value(parts, "b")
            return a - b if measure == "difference" else a / b

        assert estimate == pytest.approx(measured(list(strata.values())), abs=1e-12)
        draws = [drawn(f"{address}/{s}", rows, summary in ("auc", "loss")) for s, rows in strata.items()]
        assert values == pytest.approx([measured(parts) for parts in zip(*draws, strict=True)], abs=1e-11)


def test_a_paired_interval_of_clustered_units_is_refused_before_the_seal(tmp_path):
    frame = people(90, patients=30)
    given = [pair(s, bootstrap("clusters")) for s in METRICS] + [pair("sens", "newcombe-paired")]
    lines = "".join(f"\n  - {{id: c{k}, role: secondary, {text}}}" for k, text in enumerate(given))
    made = planned(
        tmp_path / "p", frame, units=CLUSTERED, summaries=MORE.replace("WORD", "pooled"), comparisons=lines
    )  # fmt: skip
    found = made.check().errors
    assert {f.path[:2] for f in found} == {("comparisons", k) for k in range(len(given))}


@pytest.mark.parametrize("measure", ["difference", "ratio"])
def test_two_infinite_values_have_no_difference_and_no_ratio(tmp_path, measure):
    frame = people(60)
    for model, y in (("a", 1), ("b", 0)):
        frame.loc[frame.index[frame.outcome == y][0], model] = 1.0 - y
    made = planned(
        tmp_path / "p", frame, thresholds=None,
        summaries="\n  - {id: l, role: primary, metric: {log_loss: {clip: none}}, cohorts: pooled}",
        comparisons=f"\n  - {{id: c, role: secondary, summary: l, models: [a, b], measure: {measure}, "
        f"interval: {bootstrap()}, hypothesis: {{kind: non-inferiority, margin: 0.1}}}}",
    )  # fmt: skip
    (row,) = sound(made).results["comparisons"]
    assert (row["estimate"], row["undefined"]) == (None, "a and b are both infinite")
    assert (row["lower"], row["upper"]) == (None, None)
    assert row["conclusion"] not in ("non-inferior", "inferior")
