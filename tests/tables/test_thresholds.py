"""Threshold values: from the plan, from JSON and from CSV, strictly, each with its line."""

from pathlib import Path

import pytest
from tables.studies import ROWS, plan_of, seen

from evalspec.records import Blinded, ThresholdRow

TWO = "models:\n  m: {score: score}\n  n: {score: score}"
JSON = """[
 {"model": "m", "fold": "A", "rule": "r1", "cut": 0.25, "chosen": ["B", "C"], "more": {"tp": 1}},
 {"model": "m", "fold": "A", "rule": "r2", "cut": 0.5},

 {"model": "m", "fold": "B",
  "rule": "r1", "cut": 1e-3, "chosen": []}
]
"""


def from_file(
    folder: Path, content: str | bytes, name: str = "v.json", columns: str = "{value: cut, chosen_on: chosen}"
) -> Blinded:
    text = (
        "thresholds:\n  t: {source: inner-validation, rule: {max: youden}, positive_when: score >= threshold, "
        f"values: {{path: {name}, where: {{rule: r1}}, columns: {columns}}}}}"
    )
    (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return seen(folder, plan_of(thresholds=text), predictions_csv=ROWS)


def row(**kw: object) -> ThresholdRow:
    return ThresholdRow(**{"threshold": "t", "model": "m", "fold": None, "chosen_on": None, **kw})  # type: ignore[arg-type]


def test_a_json_file_gives_the_rows_that_where_keeps_with_their_lines(tmp_path: Path) -> None:
    found = from_file(tmp_path, JSON)
    assert found.problems == ()
    assert found.thresholds == (
        row(fold="A", value=0.25, chosen_on=("B", "C"), index=0, line=2),
        row(fold="B", value=0.001, chosen_on=(), index=2, line=5),
    )
    table = found.tables["thresholds.t"]
    assert (table.format, table.n_rows) == ("json", 3)
    assert found.ask("SELECT * FROM threshold_value ORDER BY idx") == [
        ("t", "m", "A", 0.25, ["B", "C"], 2, 0),
        ("t", "m", "B", 0.001, [], 5, 2),
    ]


def test_a_csv_file_gives_the_same(tmp_path: Path) -> None:
    text = 'model,fold,rule,cut,chosen,note\nm,A,r1,0.25,B;C,"x\ny"\nm,A,r2,0.5,,\nm,B,r1,1e-3,,\n'
    found = from_file(tmp_path, text, "v.csv")
    assert found.thresholds == (
        row(fold="A", value=0.25, chosen_on=("B", "C"), index=0, line=2),
        row(fold="B", value=0.001, index=2, line=5),
    )
    assert found.tables["thresholds.t"].format == "csv"


def test_where_compares_as_text(tmp_path: Path) -> None:
    found = from_file(
        tmp_path, '[{"rule": "r1", "cut": 1}, {"rule": 1, "cut": 2}, {"rule": true, "cut": 3}]', columns="{value: cut}"
    )
    assert [r.value for r in found.thresholds] == [1.0]
    text = (
        "thresholds:\n  t: {source: inner-validation, rule: {max: youden}, positive_when: score >= threshold, "
        "values: {path: v.json, where: {rule: '1'}, columns: {value: cut}}}"
    )
    assert [r.value for r in seen(tmp_path, plan_of(thresholds=text), predictions_csv=ROWS).thresholds] == [2.0]


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ('[{"rule": "r1", "cut": NaN}]', 1),
        ('[{"rule": "r1", "cut": 1e999}]', 1),
        ('[\n{"rule": "r1", "cut": null}]', 2),
        ('[\n{"rule": "r1", "cut": true}]', 2),
        ('[\n{"rule": "r1", "cut": "high"}]', 2),
        ('[\n{"rule": "r1", "cut": "0.5"}]', 2),
        ('[\n\n{"rule": "r1", "cut": 1, "cut": 2}]', 1),
        ('[{"rule": "r1", "cut": 1},\n]', 2),
        ('[{"rule": "r1", "cut": 1}\n {"rule": "r1", "cut": 1}]', 2),
        ('{"rule": "r1", "cut": 1}', 1),
        ("[\n[1]]", 2),
        ("[", 1),
        ("", 1),
        ('[{"rule": "r1", "cut": 1}] x', 1),
        ('[{"rule": "r1", "cut": 1, "model": "\\ud800"}]', 1),
        ('[\n{"rule": "r1", "cut": 1, "chosen": [1]}]', 2),
        ('[\n{"rule": "r1", "cut": 1, "chosen": {"a": 1}}]', 2),
        (b'[\n{"rule": "\xff"}]', 2),
        ("[" * 100_000, 1),
        ('[\n// no\n{"rule": "r1", "cut": 1}]', 2),
    ],
)
def test_a_file_that_is_not_strict_is_refused_with_its_line(tmp_path: Path, content: str | bytes, line: int) -> None:
    columns = "{value: cut, chosen_on: chosen}" if "chosen" in str(content) else "{value: cut}"
    found = from_file(tmp_path, content, columns=columns)
    (problem,) = found.problems
    assert problem.place is not None
    assert (problem.rule, problem.place.line) == ("threshold-file-unreadable", line)
    assert problem.path == ("thresholds", "t", "values")
    assert "thresholds.t" not in found.tables
    assert found.thresholds == ()


def test_a_csv_fault_is_a_fault_of_the_threshold_file(tmp_path: Path) -> None:
    (problem,) = from_file(tmp_path, "rule,cut,chosen\nr1,0.5\n", "v.csv").problems
    assert problem.rule == "threshold-file-unreadable"
    assert problem.place is not None
    assert problem.place.line == 2


def test_a_column_that_is_not_there_is_named(tmp_path: Path) -> None:
    (problem,) = from_file(tmp_path, '[{"rule": "r1", "threshold": 1}]').problems
    assert problem.rule == "column-missing"
    assert "`cut`" in problem.message
    assert "`threshold`" in problem.help


def test_an_empty_array_holds_no_value_and_is_told_so(tmp_path: Path) -> None:
    assert [p.rule for p in from_file(tmp_path, "[]").problems] == ["column-missing"]


def test_the_plans_own_values_have_no_line(tmp_path: Path) -> None:
    text = (
        "thresholds:\n"
        "  one: {source: prespecified, value: 0.5, positive_when: score >= threshold}\n"
        "  each: {source: prespecified, value: {m: 0.3, n: 0.6}, positive_when: score >= threshold}\n"
        "  by: {source: prespecified, value: {by: cohort, values: {A: 0.1, B: 0.2}}, positive_when: score >= threshold}"
    )
    found = seen(tmp_path, plan_of(thresholds=text, models=TWO), predictions_csv=ROWS)
    told = found.ask("SELECT threshold, model, fold, value FROM threshold_value ORDER BY ALL")
    assert told == [
        ("by", "m", "A", 0.1),
        ("by", "m", "B", 0.2),
        ("by", "n", "A", 0.1),
        ("by", "n", "B", 0.2),
        ("each", "m", "", 0.3),
        ("each", "n", "", 0.6),
        ("one", "m", "", 0.5),
        ("one", "n", "", 0.5),
    ]
    assert {r.line for r in found.thresholds} == {None}


def test_the_fold_is_found_under_the_designs_own_name(tmp_path: Path) -> None:
    text = (
        "thresholds:\n  t: {source: inner-validation, rule: {max: youden}, positive_when: score >= threshold, "
        "values: {path: v.csv}}"
    )
    (tmp_path / "v.csv").write_text("site,value\nA,0.5\n")
    plan = plan_of(thresholds=text, design="design: {kind: leave-one-cohort-out, fold: site}")
    found = seen(tmp_path, plan, predictions_csv="id,cohort,site,score\na1,A,A,0.5\n")
    assert [(r.model, r.fold) for r in found.thresholds] == [("m", "A")]


COSTS = "thresholds:\n  t: {source: cost, positive_when: score >= thresholdMORE}\ncosts: "
ONE = "{false_negative: 10, false_positive: 1, unit: EUR}"


@pytest.mark.parametrize(
    ("more", "costs", "value"),
    [
        ("", ONE, 1 / 11),
        ("", "{false_negative: 0.1, false_positive: 0.2, unit: EUR}", 2 / 3),
        ("", f"{{payer: {ONE}}}", 1 / 11),
        (", costs: patient", f"{{payer: {ONE}, patient: {{false_negative: 3, false_positive: 1, unit: days}}}}", 0.25),
        (", value: 0.5", ONE, 0.5),
    ],
)
def test_a_threshold_from_costs_is_the_nearest_double_to_what_they_say(
    more: str, costs: str, value: float, tmp_path: Path
) -> None:
    text = COSTS.replace("MORE", more) + costs
    found = seen(tmp_path, plan_of(thresholds=text, models=TWO), predictions_csv=ROWS)
    assert found.thresholds == (row(value=value), row(model="n", value=value))


@pytest.mark.parametrize("costs", ["", f"costs: {{payer: {ONE}, patient: {ONE}}}"])
def test_costs_that_are_not_there_or_not_named_give_no_value(costs: str, tmp_path: Path) -> None:
    text = COSTS.replace("MORE", "").replace("costs: ", costs)
    assert seen(tmp_path, plan_of(thresholds=text), predictions_csv=ROWS).thresholds == ()
