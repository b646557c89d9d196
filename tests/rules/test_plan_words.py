"""What the plan rules say is meant: near-synonyms, misspellings, look-alikes; and cases the examples leave out."""

from pathlib import Path

import pytest
from rules.examples import findings

SUMMARY = "summaries:\n  - {id: found, role: primary, metric: METRIC, threshold: main, cohorts: AXIS, interval: {method: CI, level: 0.95}}\n"


def helps(
    tmp_path: Path, *, metric: str = "sensitivity", axis: str = "pooled", interval: str = "wilson"
) -> dict[str, str]:
    """Each error's name and help."""
    text = SUMMARY.replace("METRIC", metric).replace("AXIS", axis).replace("CI", interval)
    return {f.name: f.help for f in findings(text, tmp_path)}


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("recall", "say `sensitivity`"),
        ("TPR", "say `sensitivity`"),
        ("true positive rate", "say `sensitivity`"),
        ("auc", "say `auroc`"),
        ("ROC-AUC", "say `auroc`"),
        ("ppv", "say `precision`"),
        ("positive_predictive_value", "say `precision`"),
        ("NPV", "say `npv`"),
        ("Sensitivity", "say `sensitivity`"),
        ("sensitivty", "did you mean `sensitivity`?"),
        ("specifity", "did you mean `specificity`?"),
        ("false-positive-rate", "say `false_positive_rate`"),
    ],
)
def test_another_word_for_a_metric_gets_the_right_one(word: str, meant: str, tmp_path: Path) -> None:
    assert helps(tmp_path, metric=word)["unknown-name"] == meant


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("micro", "say `pooled`"),
        ("micro-average", "say `pooled`"),
        ("macro_average", "say `macro`"),
        ("Pooled", "say `pooled`"),
        ("poold", "did you mean `pooled`?"),
        ("by_size", "say `by-size`"),
        ("weights", "declare them: {weights: {A: 2, B: 1}, why: …}"),
    ],
)
def test_another_word_for_an_axis_gets_the_right_one(word: str, meant: str, tmp_path: Path) -> None:
    assert helps(tmp_path, axis=word)["unknown-name"] == meant


@pytest.mark.parametrize("word", ["average", "mean", "weighted"])
def test_an_average_is_told_once_and_asks_which(word: str, tmp_path: Path) -> None:
    told = helps(tmp_path, axis=word)
    assert "bare-average" in told
    assert "unknown-name" not in told


@pytest.mark.parametrize(
    ("word", "meant"),
    [("exact", "say `clopper-pearson`"), ("Wilson", "say `wilson`"), ("wilsn", "did you mean `wilson`?")],
)
def test_another_word_for_an_interval_gets_the_right_one(word: str, meant: str, tmp_path: Path) -> None:
    assert helps(tmp_path, interval=word)["unknown-name"] == meant


def test_a_misspelt_name_gets_the_declared_one(tmp_path: Path) -> None:
    text = (
        SUMMARY.replace("METRIC", "sensitivity")
        .replace("AXIS", "pooled")
        .replace("CI", "wilson")
        .replace("main", "mian")
    )
    assert [f.help for f in findings(text, tmp_path) if f.name == "unknown-name"] == ["did you mean `main`?"]


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("A", "a", True),
        ("site 1", "site1", True),
        ("site", "ѕite", True),
        ("１", "1", True),
        ("café", "cafe", False),
        ("site-1", "site-2", False),
        ("m1", "ml", False),
    ],
)
def test_names_that_look_like_one_are_told(first: str, second: str, told: bool, tmp_path: Path) -> None:
    text = f'cohorts: {{column: cohort, members: {{"{first}": {{role: training}}, "{second}": {{role: training}}, B: {{}}, C: {{}}}}}}'
    assert ("confusable-names" in {f.name for f in findings(text, tmp_path)}) is told


@pytest.mark.parametrize(
    ("weights", "told"),
    [
        ("A: 0.1, B: 0.9", False),
        ("A: 0.1, B: 0.2", True),
        ("A: 0.333, B: 0.667", False),
        ("A: 0.3333333333333333, B: 0.6666666666666666", True),
        ("A: 3, B: 7", False),
        ("A: 0.5, B: 1", True),
        ("A: 1, B: 0", False),
        ("A: -1, B: 2", True),
    ],
)
def test_decimal_weights_sum_to_exactly_one_and_whole_ones_are_shares(weights: str, told: bool, tmp_path: Path) -> None:
    axis = f"{{weights: {{{weights}}}, why: shares}}, minimum_defined: 2"
    assert ("weights-do-not-sum-to-one" in helps(tmp_path, axis=axis, interval="delta")) is told
