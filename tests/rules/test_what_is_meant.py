"""What an author meant who wrote a word, a percentage or two metrics where the language wants another form."""

from pathlib import Path

import pytest
from rules.examples import Example, findings

FOUND = "summaries:\n  - {id: found, role: primary, metric: METRIC, threshold: main, cohorts: pooledMORE}\n"


def found(metric: str = "sensitivity", more: str = "") -> str:
    return FOUND.replace("METRIC", metric).replace("MORE", more)


@pytest.mark.parametrize(
    ("plan", "message", "help"),
    [
        (
            found(metric="{f_beta: {beta: 2}, f1: {}}"),
            "`metric` has 2 entries; it needs at most 1",
            "write a list: [{f_beta: {beta: 2}}, f1]",
        ),
        (
            found(more=", interval: {method: wilson, level: 95}"),
            "`level` is 95; it must be less than 1",
            "95 % is 0.95",
        ),
        (
            found(more=", interval: {method: wilson, level: 99.9}"),
            "`level` is 99.9; it must be less than 1",
            "99.9 % is 0.999",
        ),
        (
            found(more=", interval: wilson"),
            "`interval` is a text where a mapping is due",
            "write {method: wilson, level: 0.95}",
        ),
        (
            "thresholds: {main: {source: inner-validation, rule: youden, value: 0.5, positive_when: score >= threshold}}",
            "`rule` is a text where a mapping is due",
            "write {max: youden}",
        ),
    ],
)
def test_another_form_gets_the_right_one(plan: str, message: str, help: str, tmp_path: Path) -> None:
    assert [(f.message, f.help) for f in findings(plan, tmp_path)] == [(message, help)]


def test_a_value_beside_a_file_of_values_is_told_once(tmp_path: Path) -> None:
    main = (
        "thresholds: {main: {source: inner-validation, value: 0.5, values: cut.csv, positive_when: score >= threshold}}"
    )
    told = findings(Example(plan=main, files={"cut.csv": "model,value\nm1,0.05\n"}), tmp_path)
    assert [(f.name, f.message) for f in told] == [("thresholds-incomplete", "main has both `value` and `values`")]


def test_a_weight_of_a_training_cohort_says_that_it_is_one(tmp_path: Path) -> None:
    cohorts = "cohorts: {column: cohort, members: {A: {}, B: {}, T: {role: training}}}\n"
    weights = "{weights: {A: 1, B: 1, T: 1}, why: shares}"
    text = cohorts + found(more=", minimum_defined: 2").replace("pooled", weights)
    told = [f.message for f in findings(text, tmp_path) if f.name == "weights-for-unknown-cohort"]
    assert told == ["T has a weight, and is a training cohort, which is not evaluated"]
