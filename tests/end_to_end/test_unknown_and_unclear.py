"""Outcomes that nobody knows, and results that are neither positive nor negative: counted over the rows."""

from fractions import Fraction as F

import numpy as np
import pytest
from end_to_end.made import auroc, people, planned, rows_of, sound, table

WHERE = [0, 7, 8, 20, 33]
OUTCOME = '{kind: binary, column: outcome, positive: "1", negative: "0", unknown: ["lost"], definition: d, reference_standard: r}'
SUMMARIES = (
    "\n  - {id: s, role: primary, metric: [sensitivity, specificity], threshold: main, cohorts: pooled, "
    "interval: {method: wilson, level: 0.95}}"
    "\n  - {id: r, role: secondary, metric: auroc, cohorts: pooled}"
)
COMPARISONS = (
    "\n  - {id: d, role: secondary, summary: s, metric: sensitivity, models: [a, b], measure: difference, "
    "interval: {method: newcombe-paired, level: 0.95}}"
)


def unknown(made, frame, how):
    """Writes the outcomes of the units at WHERE as unknown: by a declared token, or by no row."""
    shut = frame[["subject_id", "outcome"]].astype({"outcome": object})
    if how == "token":
        shut.loc[WHERE, "outcome"] = "lost"
    else:
        shut = shut.drop(WHERE)
    shut.to_csv(made.folder / "outcomes.csv", index=False)


@pytest.mark.parametrize("how", ["token", "no row"])
def test_bounds_take_every_unknown_outcome_as_positive_and_then_as_negative(tmp_path, how):
    frame = people(80)
    made = planned(
        tmp_path / "p", frame, outcome=OUTCOME, summaries=SUMMARIES, comparisons=COMPARISONS,
        handling="{missing_prediction: refuse, missing_outcome: bounds}",
    )  # fmt: skip
    unknown(made, frame, how)
    ran = sound(made)
    rows, paired = rows_of(ran), {c["address"]: c for c in ran.results["comparisons"]}
    assert "s/sensitivity/a" not in rows
    for scenario, y in (("unknown-positive", 1), ("unknown-negative", 0)):
        there = frame.copy()
        there.loc[WHERE, "outcome"] = y
        for model in "ab":
            tp, fn, tn, fp = table(there, model)
            row = rows[f"s/sensitivity/{model}/scenario={scenario}"]
            assert (row["numerator"], row["denominator"], row["scenario"]) == (tp, tp + fn, scenario)
            row = rows[f"s/specificity/{model}/scenario={scenario}"]
            assert (row["numerator"], row["denominator"]) == (tn, tn + fp)
            assert row["lower"] < row["estimate"] < row["upper"]
            row = rows[f"r/auroc/{model}/scenario={scenario}"]
            assert row["estimate"] == pytest.approx(auroc(there, model), rel=1e-12)
        row = paired[f"d/sensitivity/a vs b/scenario={scenario}"]
        positive = there[there.outcome == 1]
        first, second = positive.a >= 0.5, positive.b >= 0.5
        want = [int(n.sum()) for n in (first & second, first & ~second, ~first & second, ~first & ~second)]
        assert [row["positives"][k] for k in _FOUR] == want
        assert row["estimate"] == pytest.approx(float(F(want[1] - want[2], len(positive))), rel=1e-12)


_FOUR = ("both", "first_only", "second_only", "neither")


@pytest.mark.parametrize("how", ["token", "no row"])
def test_units_without_a_known_outcome_are_left_out_and_counted(tmp_path, how):
    frame = people(80)
    made = planned(
        tmp_path / "p", frame, outcome=OUTCOME, summaries=SUMMARIES,
        handling="{missing_prediction: refuse, missing_outcome: {exclude: moved away}}",
    )  # fmt: skip
    unknown(made, frame, how)
    ran, kept = sound(made), frame.drop(WHERE)
    for c in "ABC":
        (row,) = [r for r in ran.results["counts"] if (r["model"], r["cohort"]) == ("a", c)]
        assert (row["tp"], row["fn"], row["tn"], row["fp"]) == table(kept[kept.cohort == c])
        assert row["excluded"] == int((frame.cohort[WHERE] == c).sum())
    assert rows_of(ran)["r/auroc/a"]["estimate"] == pytest.approx(auroc(kept), rel=1e-12)


WORDS = {
    "counts-as-wrong": "counts-as-wrong", "counts-as-positive": "counts-as-positive",
    "counts-as-negative": "counts-as-negative", "own-row": "own-row", "exclude": "{exclude: the test was void}",
}  # fmt: skip


WAIVED = "[{rule: indeterminate-results-dropped, place: handling.indeterminate.as, why: asked for, by: A. Reviewer, until: 2999-12-31}]"


def as_said(frame, word):
    """TP, FN, TN, FP of model a, where the units at WHERE have an unclear result."""
    unclear = frame.loc[frame.index.isin(WHERE)]
    tp, fn, tn, fp = table(frame.drop(WHERE))
    p, n = int((unclear.outcome == 1).sum()), int((unclear.outcome == 0).sum())
    if word == "counts-as-wrong":
        return tp, fn + p, tn, fp + n
    if word == "counts-as-positive":
        return tp + p, fn, tn, fp + n
    if word == "counts-as-negative":
        return tp, fn + p, tn + n, fp
    return tp, fn, tn, fp


def unclear(frame, where):
    """(frame, models, threshold, column): the token stands among calls, in a column of its own, or among scores."""
    told = frame.drop(columns="b").astype({"a": object})
    score = "{a: {score: a, scale: probability, direction: higher-is-positive}}"
    if where == "calls":
        told["a"] = np.where(frame.a >= 0.5, "1", "0")
        told.loc[WHERE, "a"] = "INV"
        return told, "{a: {calls: a}}", "", "a"
    if where == "scores":
        told.loc[WHERE, "a"] = "INV"
        return told, score, "main", "a"
    told["state"] = "ok"
    told.loc[WHERE, "state"] = "INV"
    return told, score, "main", "state"


@pytest.mark.parametrize("where", ["calls", "a column of its own", "scores"])
@pytest.mark.parametrize("word", WORDS)
def test_an_unclear_result_counts_as_the_plan_says(tmp_path, word, where):
    frame = people(80)
    told, models, threshold, column = unclear(frame, where)
    at = f"threshold: {threshold}, " if threshold else ""
    ranks = (
        ""
        if where == "calls" or word.startswith("counts")
        else "\n  - {id: r, role: secondary, metric: auroc, cohorts: pooled}"
    )
    made = planned(
        tmp_path / "p", told, models=models,
        summaries=f"\n  - {{id: s, role: primary, metric: [sensitivity, specificity], {at}cohorts: pooled}}{ranks}",
        handling="{missing_prediction: refuse, missing_outcome: refuse, "
        f'indeterminate: {{tokens: ["INV"], column: {column}, as: {WORDS[word]}}}}}',
        waivers=WAIVED if word == "exclude" else None,
    )  # fmt: skip
    ran = sound(made)
    tp, fn, tn, fp = as_said(frame, word)
    rows = rows_of(ran)
    assert (rows["s/sensitivity/a"]["numerator"], rows["s/sensitivity/a"]["denominator"]) == (tp, tp + fn)
    assert (rows["s/specificity/a"]["numerator"], rows["s/specificity/a"]["denominator"]) == (tn, tn + fp)
    shown = {r["cohort"]: r["indeterminate"] for r in ran.results["counts"]}
    assert shown == {c: int((frame.cohort[WHERE] == c).sum()) for c in "ABC"}
    if ranks:
        assert rows["r/auroc/a"]["estimate"] == pytest.approx(auroc(frame.drop(WHERE)), rel=1e-12)
