"""Several classes: each in a line of its own, by name, with its own counts and values; the whole sample apart."""

import pytest
from report.studies import CLASSES, calls_of_classes, line, said, section, text_of

UNITS = [
    *[("A", "a", "a")] * 8, *[("A", "a", "b")] * 2, *[("A", "b", "b")] * 3, ("A", "b", "a"), *[("A", "c", "c")] * 2,
    *[("B", "a", "a")] * 4, *[("B", "a", "c")], *[("B", "b", "b")] * 2, ("B", "b", "a"),
]  # fmt: skip
"""In B nobody is of class c, and one unit is called it."""

SUMMARIES = """
  - {id: right, role: primary, metric: accuracy, cohorts: pooled}
  - {id: mean, role: primary, metric: sensitivity, cohorts: each, classes: macro, minimum_defined: 2}
  - {id: in-each, role: secondary, metric: [sensitivity, precision], cohorts: pooled, classes: each}
  - {id: added, role: secondary, metric: specificity, cohorts: each, classes: pooled}
"""


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    return calls_of_classes(tmp_path_factory.mktemp("classes"), UNITS, summaries=SUMMARIES)


def test_the_head_says_the_classes_and_their_sizes_and_no_number_of_positives(ran):
    assert "2 cohorts, 24 units; 3 classes with their units: a (15), b (7), c (2)" in said(ran)
    assert "positive (" not in text_of(ran)


def test_each_class_of_each_cohort_is_a_line_with_its_own_counts_and_values(ran):
    title = "m, as called"
    head = section(ran, title)[1].split()
    assert head[:9] == ["cohort", "class", "units", "actual", "called", "TP", "FN", "TN", "FP"]
    assert line(ran, title, "A", "a") == ["A", "a", "16", "10", "9", "8", "2", "5", "1", "0.8000", "0.8889", "0.8333"]
    assert line(ran, title, "B", "c") == ["B", "c", "8", "0", "1", "0", "0", "7", "1", "undefined", "0.0000", "0.8750"]


def test_the_pooled_line_of_a_class_adds_up_its_cohorts_and_no_line_adds_up_classes(ran):
    assert line(ran, "m, as called", "pooled", "a") == [
        "pooled",
        "a",
        "24",
        "15",
        "14",
        "12",
        "3",
        "7",
        "2",
        "0.8000",
        "0.8571",
    ]
    units = [row.split()[2] for row in section(ran, "m, as called")[3:] if row[0].isalpha()]
    assert set(units) == {"16", "8", "24"}


def test_values_of_the_whole_sample_and_over_classes_stand_in_a_table_of_their_own(ran):
    title = "all classes together"
    assert line(ran, title, "A", "macro") == ["A", "macro", "16", "0.8500", "(3/3)"]
    assert line(ran, title, "B", "macro") == ["B", "macro", "8", "0.7333", "(2/3)"]
    assert line(ran, title, "pooled", "whole") == ["pooled", "whole", "sample", "24", "0.7917"]
    assert line(ran, title, "A", "pooled") == ["A", "pooled", "16", "0.9062"]


def test_k_of_k_and_reasons_name_the_axis_they_count(ran):
    assert "defined in 2 of 3 classes" in said(ran)
    assert "undefined in class c: actual positives (TP + FN) = 0" in said(ran)
    assert "undefined: sensitivity in class c of cohort B: actual positives (TP + FN) = 0" in said(ran)
    assert "classes: a 0.8000 (8/10), b 0.7500 (3/4), c 1.0000 (2/2)" in said(ran)


def test_labels_are_counted_as_labels_and_a_mean_over_units_says_of_how_many(tmp_path):
    labels = "{x: {definition: one}, y: {definition: other}}"
    outcome = f'{{kind: multilabel, column: outcome, labels: {labels}, positive: "1", negative: "0", definition: two findings, reference_standard: a panel}}'
    outcomes = "subject_id,label,outcome\n" + "".join(
        f"s{n},{label},{there}\n"
        for n, of in ((1, "10"), (2, "00"), (3, "11"))
        for label, there in zip("xy", of, strict=True)
    )
    predictions = "model,subject_id,label,call\n" + "".join(
        f"m,s{n},{label},{call}\n"
        for n, calls in ((1, "10"), (2, "00"), (3, "10"))
        for label, call in zip("xy", calls, strict=True)
    )
    ran = calls_of_classes(
        tmp_path, [], outcome=outcome, cohorts=None, files={"predictions.csv": predictions, "outcomes.csv": outcomes},
        data="{predictions: {path: predictions.csv, layout: long}, outcomes: {path: outcomes.csv, layout: long}}",
        summaries="\n  - {id: u, role: primary, metric: sensitivity_per_unit}\n  - {id: e, role: secondary, metric: sensitivity, classes: each}\n",
    )  # fmt: skip
    assert "3 units; 2 labels with the units that have each: x (2), y (1)" in said(ran)
    assert "defined in 2 of 3 units" in said(ran)
    assert line(ran, "m, as called", "y") == ["y", "3", "1", "0", "0", "1", "2", "0", "0.0000"]


def test_many_classes_are_folded_with_a_count_and_never_cut_silently(tmp_path):
    names = [f"k{n:03}" for n in range(300)]
    outcome = CLASSES.replace("[a, b, c]", f"[{', '.join(names)}]")
    ran = calls_of_classes(
        tmp_path, [("A", name, name) for name in names], outcome=outcome, cohorts=None,
        summaries="\n  - {id: e, role: primary, metric: sensitivity, classes: each}\n",
    )  # fmt: skip
    assert "k011 (1) and 288 more" in said(ran)
    assert "the first 200 of 300 lines: results.json holds the other 100 as well" in text_of(ran)
    assert "the first 100 of 300 numbers: results.json holds the other 200 as well" in text_of(ran)
