"""One of several classes, from files to results: calls and scores, closed lists, absent classes, one against the rest."""

from fractions import Fraction as F

import pytest
from axes.files import MULTICLASS, SCORES, made_of, ran, table, values
from reports.study import same

from evalspec.records import Refusal

COHORTS = "{column: cohort, members: [B, A]}"
# actual and the scores of cat, dog and cow. Called: A cat dog dog, B cow cat
UNITS = {
    "a1": ("A", "cat", 0.5, 0.25, 0.25), "a2": ("A", "dog", 0.25, 0.625, 0.125), "a3": ("A", "cat", 0.25, 0.5, 0.25),
    "b1": ("B", "cow", 0.125, 0.375, 0.5), "b2": ("B", "dog", 0.5, 0.375, 0.125),
}  # fmt: skip
CALLED = {"a1": "cat", "a2": "dog", "a3": "dog", "b1": "cow", "b2": "cat"}
PREDICTIONS = table("subject_id,cohort,cat,dog,cow", *((u, c, *s) for u, (c, _, *s) in UNITS.items()))
OUTCOMES = table("subject_id,outcome", *((u, y) for u, (_, y, *_) in UNITS.items()))
FILES = {"predictions.csv": PREDICTIONS, "outcomes.csv": OUTCOMES}
SECTIONS = {"outcome": MULTICLASS, "models": SCORES, "cohorts": COHORTS, "thresholds": None}

WANTED = (
    "metric: [sensitivity, precision], cohorts: each, classes: each",
    "metric: sensitivity, cohorts: pooled, classes: macro, minimum_defined: 1",
    "metric: sensitivity, cohorts: pooled, classes: by-support, minimum_defined: 1",
    "metric: specificity, cohorts: pooled, classes: pooled",
    "metric: [accuracy, kappa, mcc], cohorts: pooled",
    "metric: accuracy, cohorts: macro, minimum_defined: 2",
)


EXPECTED = {
    "s0/sensitivity/m/cohort=A/class=cat": F(1, 2), "s0/sensitivity/m/cohort=A/class=cow": None,
    "s0/sensitivity/m/cohort=A/class=dog": F(1), "s0/sensitivity/m/cohort=B/class=cat": None,
    "s0/sensitivity/m/cohort=B/class=cow": F(1), "s0/sensitivity/m/cohort=B/class=dog": F(0),
    "s0/precision/m/cohort=A/class=cat": F(1), "s0/precision/m/cohort=A/class=cow": None,
    "s0/precision/m/cohort=A/class=dog": F(1, 2), "s0/precision/m/cohort=B/class=cat": F(0),
    "s0/precision/m/cohort=B/class=cow": F(1), "s0/precision/m/cohort=B/class=dog": None,
    "s1/sensitivity/m": (F(1, 2) + F(1, 2) + 1) / 3,
    "s2/sensitivity/m": F(3, 5),  # weighted by the actual members it is the accuracy
    "s3/specificity/m": F(3 * 5 - 5 - 2, 3 * 5 - 5),  # 10 rows of another class, 2 of them called it
    "s4/accuracy/m": F(3, 5),
    # chance: cat 2 actual 2 called, dog 2 and 2, cow 1 and 1: (4 + 4 + 1) / 25
    "s4/kappa/m": (F(3, 5) - F(9, 25)) / (1 - F(9, 25)),
    # (3 * 5 - 9) / sqrt((25 - 9) (25 - 9))
    "s4/mcc/m": F(6, 16),
    "s5/accuracy/m": (F(2, 3) + F(1, 2)) / 2,
}  # fmt: skip


def agrees(got, want):
    assert list(got) == list(want)
    for address, value in want.items():
        assert same(got[address], None if value is None else float(value)), (address, got[address], value)


def test_the_class_of_the_highest_score_is_called(tmp_path):
    agrees(values(ran(tmp_path, FILES, *WANTED, **SECTIONS)), EXPECTED)


def test_calls_in_the_data_give_the_same_numbers(tmp_path):
    text = table("subject_id,cohort,said", *((u, UNITS[u][0], k) for u, k in CALLED.items()))
    models = "{m: {calls: said}}"
    agrees(values(ran(tmp_path, FILES | {"predictions.csv": text}, *WANTED, **SECTIONS | {"models": models})), EXPECTED)


@pytest.mark.parametrize("layout", ["wide", "long"])
def test_a_model_of_calls_stands_beside_a_model_of_scores(tmp_path, layout):
    models = SCORES[:-1] + ", n: {calls: said}}"
    if layout == "wide":
        text = table("subject_id,cohort,cat,dog,cow,said", *((u, c, *s, CALLED[u]) for u, (c, _, *s) in UNITS.items()))
    else:
        rows = [(u, c, "m", *s, "") for u, (c, _, *s) in UNITS.items()]
        rows += [(u, c, "n", "", "", "", CALLED[u]) for u, (c, *_) in UNITS.items()]
        text = table("subject_id,cohort,model,cat,dog,cow,said", *rows)
    data = f"{{predictions: {{path: predictions.csv, layout: {layout}}}, outcomes: outcomes.csv}}"
    ranked = "metric: auroc, models: [m], cohorts: pooled, classes: macro, minimum_defined: 3"
    done = ran(
        tmp_path, FILES | {"predictions.csv": text}, *WANTED, ranked, **SECTIONS | {"models": models, "data": data}
    )
    got = values(done)
    for model in "mn":
        mine = {a: v for a, v in got.items() if a.split("/")[2] == model and "auroc" not in a}
        agrees(mine, {"/".join([*a.split("/")[:2], model, *a.split("/")[3:]]): v for a, v in EXPECTED.items()})
    assert same(got["s6/auroc/m"], float((F(4, 6) + F(9, 12) + 1) / 3))


def test_ranks_against_the_rest_by_class_and_put_together(tmp_path):
    wanted = (
        "metric: auroc, cohorts: pooled, classes: each", "metric: auroc, cohorts: pooled, classes: pooled",
        "metric: auroc, cohorts: each, classes: macro, minimum_defined: 1",
        "metric: [{top_k_accuracy: {k: 1}}, {top_k_accuracy: {k: 2}}], cohorts: pooled",
    )  # fmt: skip
    tied = made_of(tmp_path / "tied", FILES, wanted[3], **SECTIONS).refused()  # a3: cow has the score of cat
    assert (tied.exit_code, tied.message) == (1, "model m gives another class the score of the actual one")
    models = SCORES.replace("ties: refuse", "ties: first-declared")
    done = ran(tmp_path / "settled", FILES, *wanted, **SECTIONS | {"models": models})
    own = [(s[("cat", "dog", "cow").index(y)]) for _, y, *s in UNITS.values()]
    others = [x for _, y, *s in UNITS.values() for k, x in enumerate(s) if k != ("cat", "dog", "cow").index(y)]
    together = F(sum(2 * (p > n) + (p == n) for p in own for n in others), 2 * len(own) * len(others))
    agrees(values(done), {
        # cat 0.5 0.25 against 0.25 0.125 0.5; dog 0.625 0.375 against 0.25 0.5 0.375; cow 0.5 against the rest
        "s0/auroc/m/class=cat": F(4, 6), "s0/auroc/m/class=cow": F(1), "s0/auroc/m/class=dog": F(9, 12),
        "s1/auroc/m": together,
        # A: cat 0.5 0.25 against 0.25; dog 0.625 against 0.25 0.5. B: cow 0.5 against 0.125; dog 0.375 against 0.375
        "s2/auroc/m/cohort=A": (F(3, 4) + 1) / 2, "s2/auroc/m/cohort=B": (F(1) + F(1, 2)) / 2,
        "s3/top_k_accuracy(k=1)/m": F(3, 5), "s3/top_k_accuracy(k=2)/m": F(1),
    })  # fmt: skip


TIED = PREDICTIONS.replace("a1,A,0.5,0.25,0.25", "a1,A,0.25,0.375,0.375")


def test_a_tie_for_the_highest_score_is_refused_unless_the_plan_settles_it(tmp_path):
    made = made_of(tmp_path, FILES | {"predictions.csv": TIED}, WANTED[4], **SECTIONS)
    refused = made.refused()
    assert refused.exit_code == 1
    assert "1 units whose highest score is tied in cohort A" in refused.message
    assert "first-declared" in refused.help


@pytest.mark.parametrize(("order", "right"), [("[cat, dog, cow]", F(2, 5)), ("[cow, dog, cat]", F(3, 5))])
def test_a_tie_goes_to_the_class_declared_first(tmp_path, order, right):
    outcome = MULTICLASS.replace("[cat, dog, cow]", order)
    files = {"predictions.csv": TIED, "outcomes.csv": OUTCOMES.replace("a1,cat", "a1,cow")}
    models = SCORES.replace("ties: refuse", "ties: first-declared")
    done = ran(
        tmp_path, files, "metric: accuracy, cohorts: pooled", **SECTIONS | {"models": models, "outcome": outcome}
    )
    assert same(values(done)["s0/accuracy/m"], float(right))


def test_a_class_that_is_not_declared_is_refused_in_calls_and_in_outcomes(tmp_path):
    called = table("subject_id,cohort,said", *((u, UNITS[u][0], k.replace("cow", "yak")) for u, k in CALLED.items()))
    made = made_of(
        tmp_path / "a", FILES | {"predictions.csv": called}, WANTED[4], **SECTIONS | {"models": "{m: {calls: said}}"}
    )
    assert made.errors().keys() == {"call-token-unknown"}
    outcomes = OUTCOMES.replace("b1,cow", "b1,yak")
    with pytest.raises(Refusal):
        ran(tmp_path / "b", FILES | {"outcomes.csv": outcomes}, WANTED[4], **SECTIONS)


def test_counts_hold_each_class_against_the_rest(tmp_path):
    done = ran(tmp_path, FILES, *WANTED, **SECTIONS)
    got = {
        (c["cohort"], c["class"]): tuple(c[k] for k in ("tp", "fn", "tn", "fp", "units"))
        for c in done.results["counts"]
    }
    want = {}
    for cohort in "AB":
        mine = [(y, CALLED[u]) for u, (c, y, *_) in UNITS.items() if c == cohort]
        for k in ("cat", "cow", "dog"):
            cells = [(y == k, called == k) for y, called in mine]
            told = ((True, True), (True, False), (False, False), (False, True))
            want[cohort, k] = (*(cells.count(t) for t in told), len(mine))
    assert got == want


def test_an_absent_class_is_undefined_and_named(tmp_path):
    done = ran(tmp_path, FILES, "metric: sensitivity, cohorts: each, classes: macro, minimum_defined: 3", **SECTIONS)
    row = done.row("s0/sensitivity/m/cohort=B")
    assert row["undefined_in"] == {"cat": "actual positives (TP + FN) = 0"}
    assert row["undefined"] == "defined in 2 of 3 classes, at least 3 needed (cat: actual positives (TP + FN) = 0)"
    assert (row["defined"], row["of"], row["estimate"]) == (2, 3, None)


@pytest.mark.parametrize("table_of_units", [False, True])
def test_cohorts_by_boundaries_give_the_same_numbers(tmp_path, table_of_units):
    year = {"A": "2019-05-01", "B": "2020-05-01"}
    cohorts = '{members: {B: {where: {day: {from: "2020-01-01"}}}, A: {where: {day: {before: "2020-01-01"}}}}}'
    files = {
        **FILES,
        "predictions.csv": table("subject_id,day,cat,dog,cow", *((u, year[c], *s) for u, (c, _, *s) in UNITS.items())),
    }
    data = "{predictions: predictions.csv, outcomes: outcomes.csv}"
    if table_of_units:
        files["units.csv"] = table("subject_id,day", *((u, year[c]) for u, (c, *_) in UNITS.items()))
        files["predictions.csv"] = table("subject_id,cat,dog,cow", *((u, *s) for u, (_, _, *s) in UNITS.items()))
        data = data.replace("}", ", units: units.csv}")
    agrees(values(ran(tmp_path, files, *WANTED, **SECTIONS | {"cohorts": cohorts, "data": data})), EXPECTED)
