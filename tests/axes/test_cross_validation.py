"""Cross-validation, once and repeated, from files to results: folds, repeats, what is refused, and who is counted."""

from fractions import Fraction as F

import pytest
from axes.files import MULTICLASS, SCORES, made_of, ran, table, values
from reports.study import same

# unit: outcome, and in each repeat its fold and score; called at one half
UNITS = {
    "u1": (1, ("1", 0.75), ("2", 0.5)), "u2": (1, ("1", 0.25), ("1", 0.625)), "u3": (1, ("2", 0.5), ("1", 0.25)),
    "u4": (0, ("1", 0.5), ("1", 0.25)), "u5": (0, ("2", 0.25), ("2", 0.375)), "u6": (0, ("2", 0.375), ("2", 0.75)),
    "u7": (1, ("2", 0.125), ("1", 0.5)),
}  # fmt: skip
OUTCOMES = table("subject_id,outcome", *((u, y) for u, (y, *_) in UNITS.items()))
ONCE = {
    "predictions.csv": table("subject_id,fold,score", *((u, *first) for u, (_, first, _) in UNITS.items())),
    "outcomes.csv": OUTCOMES,
}
TWICE = {
    "predictions.csv": table(
        "subject_id,fold,round,score",
        *((u, f, r, s) for u, (_, *both) in UNITS.items() for r, (f, s) in zip(("I", "II"), both, strict=True)),
    ),
    "outcomes.csv": OUTCOMES,
}
CV = {"design": "{kind: cross-validation, fold: fold}"}
REPEATED = {"design": "{kind: cross-validation, fold: fold, repeat: round}"}
SENS = "metric: sensitivity, threshold: main, "
RANK = "metric: auroc, "
# sensitivity by repeat and fold, and units: I: 1 of 2 (3 units), 1 of 2 (4); II: 2 of 3 (4), 1 of 1 (3)
# AUROC: I: fold 1 0.75 0.25 against 0.5; fold 2 0.5 0.125 against 0.25 0.375. II: 0.625 0.25 0.5 against 0.25; 0.5 against 0.375 0.75


def agrees(got, want):
    assert list(got) == list(want)
    for address, value in want.items():
        assert same(got[address], float(value)), (address, got[address], value)


def test_one_cross_validation(tmp_path):
    done = ran(
        tmp_path, ONCE, SENS + "folds: pooled", SENS + "folds: macro, minimum_defined: 2",
        "metric: precision, threshold: main, folds: by-size, minimum_defined: 2",
        RANK + "folds: each", RANK + "folds: macro, minimum_defined: 2", RANK + "folds: worst, minimum_defined: 2",
        "metric: brier, folds: by-size, minimum_defined: 2", **CV,
    )  # fmt: skip
    squares = [[(y - F(s)) ** 2 for y, (f, s), _ in UNITS.values() if f == fold] for fold in "12"]
    agrees(values(done), {
        "s0/sensitivity/m": F(2, 4), "s1/sensitivity/m": F(1, 2),
        "s2/precision/m": (3 * F(1, 2) + 4 * F(1)) / 7,         "s3/auroc/m/fold=1": F(1, 2), "s3/auroc/m/fold=2": F(2, 4), "s4/auroc/m": F(1, 2),
        "s5/auroc/m": F(1, 2),
        "s6/brier/m": sum(map(sum, squares)) / 7,
    })  # fmt: skip
    assert done.row("s5/auroc/m")["named"] == ["1", "2"]
    assert {c["fold"]: (c["units"], c["positives"]) for c in done.results["counts"]} == {"1": (3, 2), "2": (4, 2)}


def test_a_repeated_cross_validation(tmp_path):
    done = ran(
        tmp_path, TWICE, SENS + "folds: pooled, repeats: macro, minimum_defined: 2",
        SENS + "folds: macro, repeats: macro, minimum_defined: {folds: 2, repeats: 2}", SENS + "folds: pooled, repeats: each",
        RANK + "folds: macro, repeats: macro, minimum_defined: {folds: 2, repeats: 2}", RANK + "folds: each, repeats: each",
        "metric: brier, folds: by-size, repeats: macro, minimum_defined: {folds: 2, repeats: 2}", **REPEATED,
    )  # fmt: skip
    i, ii = F(2, 4), F(3, 4)
    losses = [sum((y - F(both[r][1])) ** 2 for y, *both in UNITS.values()) / 7 for r in (0, 1)]
    second = F(2 + 1 + 2, 6)  # 0.625 and 0.5 win, 0.25 ties
    agrees(values(done), {
        "s0/sensitivity/m": (i + ii) / 2, "s1/sensitivity/m": (F(1, 2) + (F(2, 3) + 1) / 2) / 2,
        "s2/sensitivity/m/repeat=I": i, "s2/sensitivity/m/repeat=II": ii,
        "s3/auroc/m": (F(1, 2) + (second + F(1, 2)) / 2) / 2,
        "s4/auroc/m/fold=1/repeat=I": F(1, 2), "s4/auroc/m/fold=1/repeat=II": second,
        "s4/auroc/m/fold=2/repeat=I": F(1, 2), "s4/auroc/m/fold=2/repeat=II": F(1, 2),
        "s5/brier/m": (losses[0] + losses[1]) / 2,
    })  # fmt: skip
    assert sum(c["units"] for c in done.results["counts"] if c["repeat"] == "I") == 7


@pytest.mark.parametrize(
    ("files", "sections", "wanted", "rule"),
    [
        (ONCE, CV, RANK + "folds: pooled", "scores-concatenated-across-fits"),
        (TWICE, REPEATED, RANK + "folds: macro, repeats: pooled, minimum_defined: 2", "scores-concatenated-across-fits"),
        (TWICE, REPEATED, RANK + "folds: pooled, repeats: each", "scores-concatenated-across-fits"),
        (ONCE, CV, SENS + "folds: macro, minimum_defined: 2, interval: {method: wilson, level: 0.95}",
         "folds-treated-as-independent"),
        (ONCE, CV, SENS + "folds: macro, minimum_defined: 2, interval: {method: delta, level: 0.95}",
         "folds-treated-as-independent"),
        (TWICE, REPEATED, SENS + "folds: pooled, repeats: pooled, interval: {method: wilson, level: 0.95}",
         "repeats-counted-as-units"),
        (TWICE, REPEATED, SENS + "folds: pooled, repeats: macro, minimum_defined: 2, interval: {method: delta, level: 0.95}",
         "repeats-counted-as-units"),
        (TWICE, CV, SENS + "folds: pooled", "repeats-without-column"),
        (ONCE, CV, SENS.strip(", "), "axis-not-named"),
    ],
)  # fmt: skip
def test_what_a_cross_validation_cannot_give_is_refused_by_its_rule(tmp_path, files, sections, wanted, rule):
    assert rule in made_of(tmp_path, files, wanted, **sections).errors()


def without(text, *starts):
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith(starts))


def test_a_unit_that_one_repeat_lacks_is_found_before_the_seal(tmp_path):
    files = {**TWICE, "predictions.csv": without(TWICE["predictions.csv"], "u3,1,II")}
    made = made_of(tmp_path, files, SENS + "folds: pooled, repeats: macro, minimum_defined: 2", **REPEATED)
    (found,) = made.errors()["model-missing-for-unit"]
    assert found.message == "1 unit has a prediction in some repeats and none in others, the first in line 6"


POOLED = SENS + "folds: pooled, repeats: macro, minimum_defined: 2"


@pytest.mark.parametrize(
    ("outcomes", "told"),
    [
        (without(OUTCOMES, "u3"), "1 predicted unit has no outcome"),
        (OUTCOMES + "u3,1\n", "1 unit has more than one outcome"),
        (OUTCOMES + "u9,1\n", "1 of 8 outcomes is about a unit without a prediction"),
    ],
)
def test_units_are_counted_once_whatever_the_repeats(tmp_path, outcomes, told):
    refused = made_of(tmp_path, {**TWICE, "outcomes.csv": outcomes}, POOLED, **REPEATED).refused()
    assert told in refused.message


def test_expected_units_are_those_of_one_repeat(tmp_path):
    text = TWICE["predictions.csv"].splitlines()
    rows = [line + ("," + ("A" if line[1] in "1234" else "B") if k else ",cohort") for k, line in enumerate(text)]
    files = {**TWICE, "predictions.csv": "\n".join(rows) + "\n"}
    cohorts = "{column: cohort, members: {A: {expected: {units: 4}}, B: {expected: {units: 3}}}}"
    wanted = SENS + "cohorts: each, folds: pooled, repeats: each"
    flow = "{A: {screened: 4, excluded: {none: 0}, analysed: 4}, B: {screened: 3, excluded: {none: 0}, analysed: 3}}"
    done = ran(tmp_path, files, wanted, cohorts=cohorts, flow=flow, **REPEATED)
    agrees(values(done), {
        "s0/sensitivity/m/cohort=A/repeat=I": F(2, 3), "s0/sensitivity/m/cohort=A/repeat=II": F(2, 3),
        "s0/sensitivity/m/cohort=B/repeat=I": F(0), "s0/sensitivity/m/cohort=B/repeat=II": F(1),
    })  # fmt: skip


def test_units_left_out_are_counted_once_whatever_the_repeats(tmp_path):
    outcomes = OUTCOMES.replace("u3,1", "u3,lost")
    outcome = '{kind: binary, column: outcome, positive: "1", negative: "0", unknown: [lost], definition: d, reference_standard: r}'
    handling = "{missing_prediction: refuse, missing_outcome: {exclude: moved away}}"
    done = ran(tmp_path, {**TWICE, "outcomes.csv": outcomes}, POOLED, outcome=outcome, handling=handling, **REPEATED)
    assert {c["excluded"] for c in done.results["counts"]} == {1}
    assert same(values(done)["s0/sensitivity/m"], float((F(1, 3) + F(3, 3)) / 2))


def test_a_split_with_several_test_parts_has_folds(tmp_path):
    done = ran(
        tmp_path, ONCE, SENS + "folds: pooled", SENS + "folds: each", RANK + "folds: macro, minimum_defined: 2",
        design="{kind: split, fold: fold}",
    )  # fmt: skip
    agrees(values(done), {
        "s0/sensitivity/m": F(2, 4), "s1/sensitivity/m/fold=1": F(1, 2), "s1/sensitivity/m/fold=2": F(1, 2),
        "s2/auroc/m": F(1, 2),
    })  # fmt: skip


def test_a_split_with_one_test_part_has_none(tmp_path):
    done = ran(tmp_path, ONCE, SENS.strip(", "), RANK.strip(", "), design="{kind: split}")
    pairs = [(F(p), F(n)) for y, (_, p), _ in UNITS.values() if y for z, (_, n), _ in UNITS.values() if not z]
    area = F(sum(2 * (p > n) + (p == n) for p, n in pairs), 2 * len(pairs))
    agrees(values(done), {"s0/sensitivity/m": F(2, 4), "s1/auroc/m": area})


def test_the_place_of_a_units_own_class_may_be_pooled_over_fits(tmp_path):
    """No unit's score is held against another's: it is a share of units."""
    files = {
        "predictions.csv": table("subject_id,fold,cat,dog,cow", ("a", 1, 0.5, 0.25, 0.125), ("b", 2, 0.5, 0.25, 0.125),
                                 ("c", 2, 0.125, 0.25, 0.5)),
        "outcomes.csv": table("subject_id,outcome", "a,dog", "b,cow", "c,cow"),
    }  # fmt: skip
    two = "metric: {top_k_accuracy: {k: 2}}, folds: "
    sections = {"outcome": MULTICLASS, "models": SCORES, "thresholds": None, **CV}
    done = ran(tmp_path, files, two + "pooled", two + "by-size, minimum_defined: 2", **sections)
    agrees(values(done), {"s0/top_k_accuracy(k=2)/m": F(2, 3), "s1/top_k_accuracy(k=2)/m": F(2, 3)})
