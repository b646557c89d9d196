"""One fixed order of the axes: pool, measure, then folds, repeats, classes, cohorts. Worked by hand as fractions."""

from fractions import Fraction as F

import pytest
from axes.worlds import tallied

from evalspec.records import Undefined
from evalspec.results.estimates import estimates

HEAD = """\
evalspec: 1
plan: {id: t, title: T, question: Q, target: these-cohorts}
units: {id: u, id_scope: study}
data: {predictions: p.csv, outcomes: o.csv}
handling: {missing_prediction: refuse, missing_outcome: refuse}
"""
BINARY = 'outcome: {kind: binary, column: y, positive: "1", negative: "0", definition: d, reference_standard: r}\n'
COHORTS = "cohorts: {column: c, members: [A, B]}\n"
CALLED = "models: {m: {calls: k}}\n"
CLASSES = "outcome: {kind: multiclass, column: y, classes: [cat, dog], definition: d, reference_standard: r}\n"
DESIGN = "design: {kind: cross-validation, fold: f}\n"
EXTERNAL = "design: {kind: external}\n"
REPEATED = "design: {kind: cross-validation, fold: f, repeat: r}\n"


def results(folder, text, rows, *summaries):
    """``rows``: ``(cohort, fold, repeat, call, outcome, n units)``; a unit of a repeated plan is named by its place."""
    predictions, outcomes, seen = [], [], {}
    for c, f, r, k, y, n in rows:
        for _ in range(n):
            seen[r, c, y] = seen.get((r, c, y), 0) + 1
            unit = f"{c}-{y}-{seen[r, c, y]}"
            predictions.append(f"{unit},{c},{f},{r},{k}\n")
            outcomes.append(f"{unit},{y}\n")
    (folder / "p.csv").write_text("u,c,f,r,k\n" + "".join(predictions))
    (folder / "o.csv").write_text("u,y\n" + "".join(dict.fromkeys(outcomes)))
    told = "".join(f"  - {{id: s{i}, role: secondary, {s}}}\n" for i, s in enumerate(summaries))
    plan, tally, integrity = tallied(folder, HEAD + text + "summaries:\n" + told)
    assert tally is not None, integrity
    return estimates(plan, tally)


def exact(row):
    assert not isinstance(row.value, Undefined), row.value
    return row.value.exact


# cohort A: fold 1 finds 1 of 1, fold 2 finds 0 of 3; cohort B: fold 1 finds 1 of 2, fold 2 has no positives
FOLDED = [
    ("A", "1", "", "1", "1", 1), ("A", "2", "", "0", "1", 3),
    ("B", "1", "", "1", "1", 1), ("B", "1", "", "0", "1", 1), ("B", "2", "", "0", "0", 2),
]  # fmt: skip
SENS = "metric: sensitivity, "


def test_folds_are_combined_before_cohorts(tmp_path):
    (row,) = results(
        tmp_path, BINARY + COHORTS + DESIGN + CALLED, FOLDED,
        SENS + "folds: macro, cohorts: macro, minimum_defined: {folds: 1, cohorts: 2}",
    )  # fmt: skip
    # A: (1 + 0) / 2; B: 1/2 of the one fold that is defined. Cohorts first: fold 1 (1 + 1/2) / 2, fold 2 0: (3/4 + 0) / 2
    assert exact(row) == (F(1, 2) + F(1, 2)) / 2
    assert exact(row) != (F(3, 4) + 0) / 2
    assert {name: m.value.exact for name, m in row.members.items()} == {"A": F(1, 2), "B": F(1, 2)}
    assert (row.combined.defined, row.combined.of, row.combined.undefined_in) == (2, 2, {})


def test_an_undefined_fold_can_take_its_cohort_with_it(tmp_path):
    one, strict, none = results(
        tmp_path, BINARY + COHORTS + DESIGN + CALLED, FOLDED,
        SENS + "folds: macro, cohorts: macro, minimum_defined: {folds: 2, cohorts: 1}",
        SENS + "folds: macro, cohorts: macro, minimum_defined: {folds: 2, cohorts: 2}",
        SENS + "folds: macro, cohorts: each, minimum_defined: 2",
    )[:3]  # fmt: skip
    why = "defined in 1 of 2 folds, at least 2 needed (2: actual positives (TP + FN) = 0)"
    assert exact(one) == F(1, 2)  # of A alone
    assert one.combined.undefined_in == {"B": why}
    assert strict.value == Undefined(f"defined in 1 of 2 cohorts, at least 2 needed (B: {why})")
    assert (none.address, exact(none)) == ("s2/sensitivity/m/cohort=A", F(1, 2))


def test_each_on_one_axis_goes_with_a_combination_on_another(tmp_path):
    rows = results(
        tmp_path, BINARY + COHORTS + DESIGN + CALLED, FOLDED,
        SENS + "folds: each, cohorts: macro, minimum_defined: 1",
        SENS + "folds: macro, cohorts: each, minimum_defined: 1",
        SENS + "folds: each, cohorts: each",
        SENS + "folds: pooled, cohorts: each",
        SENS + "folds: by-size, cohorts: pooled, minimum_defined: 1",
    )  # fmt: skip
    told = {r.address: None if isinstance(r.value, Undefined) else r.value.exact for r in rows}
    assert told == {
        "s0/sensitivity/m/fold=1": F(3, 4), "s0/sensitivity/m/fold=2": F(0),
        "s1/sensitivity/m/cohort=A": F(1, 2), "s1/sensitivity/m/cohort=B": F(1, 2),
        "s2/sensitivity/m/cohort=A/fold=1": F(1), "s2/sensitivity/m/cohort=A/fold=2": F(0),
        "s2/sensitivity/m/cohort=B/fold=1": F(1, 2), "s2/sensitivity/m/cohort=B/fold=2": None,
        "s3/sensitivity/m/cohort=A": F(1, 4), "s3/sensitivity/m/cohort=B": F(1, 2),
        # fold 1: 2 of 3 of 3 units; fold 2: 0 of 3 of 5 units
        "s4/sensitivity/m": F(3, 8) * F(2, 3) + F(5, 8) * 0,
    }  # fmt: skip
    assert list(told) == [r.address for r in rows]


def test_repeats_are_combined_after_folds(tmp_path):
    # repeat x: fold 1 finds 1 of 1, fold 2 finds 0 of 2; repeat y: fold 1 finds 1 of 3, fold 2 has no positives
    rows = [
        ("A", "1", "x", "1", "1", 1), ("A", "2", "x", "0", "1", 2), ("A", "2", "x", "0", "0", 1),
        ("A", "1", "y", "1", "1", 1), ("A", "1", "y", "0", "1", 2), ("A", "2", "y", "0", "0", 1),
    ]  # fmt: skip
    got = results(
        tmp_path, BINARY + REPEATED + CALLED, rows,
        SENS + "folds: macro, repeats: macro, minimum_defined: {folds: 1, repeats: 2}",
        SENS + "folds: pooled, repeats: macro, minimum_defined: 2",
        SENS + "folds: macro, repeats: pooled, minimum_defined: 2",
        SENS + "folds: pooled, repeats: pooled",
        SENS + "folds: macro, repeats: worst, minimum_defined: {folds: 1, repeats: 1}",
        SENS + "folds: macro, repeats: each, minimum_defined: 1",
    )  # fmt: skip
    x, y = (F(1) + 0) / 2, F(1, 3)
    assert [exact(r) for r in got] == [(x + y) / 2, (F(1, 3) + F(1, 3)) / 2, (F(2, 4) + F(0, 2)) / 2, F(2, 6), y, x, y]
    # repeats first: fold 1 (1 + 1/3) / 2, fold 2 0 of the one repeat where it is defined
    assert exact(got[0]) != (F(2, 3) + 0) / 2
    assert got[4].combined.named == ("y",)


CATS = [
    # A: cat 1 of 2 right, dog 1 of 1; B: no cat, dog 1 of 4 right
    ("A", "", "", "cat", "cat", 1), ("A", "", "", "dog", "cat", 1), ("A", "", "", "dog", "dog", 1),
    ("B", "", "", "dog", "dog", 1), ("B", "", "", "cat", "dog", 3),
]  # fmt: skip


def test_classes_are_combined_before_cohorts(tmp_path):
    got = results(
        tmp_path, CLASSES + COHORTS + EXTERNAL + CALLED, CATS,
        SENS + "classes: macro, cohorts: macro, minimum_defined: {classes: 1, cohorts: 2}",
        SENS + "classes: macro, cohorts: macro, minimum_defined: {classes: 2, cohorts: 1}",
        SENS + "classes: by-support, cohorts: by-size, minimum_defined: {classes: 1, cohorts: 2}",
        SENS + "classes: {weights: {cat: 3, dog: 1}, why: W, undefined_member: rescale}, cohorts: macro, "
        "minimum_defined: {classes: 1, cohorts: 2}",
        SENS + "classes: {weights: {cat: 3, dog: 1}, why: W}, cohorts: macro, minimum_defined: {classes: 1, cohorts: 1}",
        SENS + "classes: worst, cohorts: worst, minimum_defined: {classes: 1, cohorts: 1}",
    )  # fmt: skip
    a, b = (F(1, 2) + 1) / 2, F(1, 4)  # in B, cats are undefined and left out
    assert exact(got[0]) == (a + b) / 2
    assert exact(got[0]) != (F(1, 2) + (1 + F(1, 4)) / 2) / 2  # cohorts first: cats 1/2 of A alone, dogs 5/8
    assert exact(got[1]) == a
    assert got[1].combined.undefined_in == {
        "B": "defined in 1 of 2 classes, at least 2 needed (cat: actual positives (TP + FN) = 0)"
    }
    # by support: A 2/3 * 1/2 + 1/3 * 1, B 1/4; then by size 3 : 4
    assert exact(got[2]) == (3 * F(2, 3) + 4 * F(1, 4)) / 7
    assert exact(got[3]) == ((3 * F(1, 2) + 1) / 4 + F(1, 4)) / 2
    assert exact(got[4]) == (3 * F(1, 2) + 1) / 4
    assert "a weighted member is undefined (cat: " in got[4].combined.undefined_in["B"]
    assert (exact(got[5]), got[5].combined.named) == (F(1, 4), ("B",))


def test_one_over_the_variance_is_taken_of_each_cell(tmp_path):
    rows = [
        ("A", "", "", "1", "1", 8),
        ("A", "", "", "0", "1", 2),
        ("B", "", "", "1", "1", 2),
        ("B", "", "", "0", "1", 2),
    ]
    (got,) = results(
        tmp_path, BINARY + COHORTS + EXTERNAL + CALLED, rows,
        SENS + "cohorts: {inverse-variance: {scale: identity, zero_cells: undefined}}, minimum_defined: 2",
    )  # fmt: skip
    a, b = 10 / (F(4, 5) * F(1, 5)), 4 / (F(1, 2) * F(1, 2))
    assert exact(got) == (a * F(4, 5) + b * F(1, 2)) / (a + b)


@pytest.mark.parametrize("word", ["macro", "by-size", "worst"])
def test_a_fold_that_a_subgroup_has_nobody_in_is_a_fold_that_is_undefined(tmp_path, word):
    text = BINARY + DESIGN + CALLED + "subgroups: {b: {where: {c: [B]}}}\n"
    rows = [("A", "1", "", "1", "1", 1), ("A", "2", "", "1", "1", 1), ("B", "1", "", "1", "1", 1)]
    of_b, strict = results(
        tmp_path, text, rows, SENS + f"folds: {word}, subgroup: b, minimum_defined: 1",
        SENS + f"folds: {word}, subgroup: b, minimum_defined: 2",
    )  # fmt: skip
    assert (exact(of_b), of_b.combined.defined, of_b.combined.of) == (1, 1, 2)
    assert isinstance(strict.value, Undefined)
