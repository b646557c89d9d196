"""Real sets of several classes or labels agree with every value that scikit-learn confirmed, to 1e-12."""

import json
from math import isclose

import pytest
from project import SETS, project

from evalspec.pipeline import seal
from evalspec.pipeline._run import run

NAMES = {"precision": "precision", "recall": "sensitivity", "f1": "f1"}
METRICS = "[precision, sensitivity, f1]"
EACH = "  - {{id: by-{cohorts}, role: secondary, metric: {metrics}, {more}cohorts: {cohorts}, classes: each}}\n"
PER_UNIT = "  - {id: units, role: secondary, metric: [sensitivity_per_unit, precision_per_unit], threshold: sp80, cohorts: pooled}\n"
RANKING = """summaries:
  - {id: each, role: primary, metric: [auroc, average_precision], cohorts: pooled, classes: each}
  - {id: macro, role: secondary, metric: [auroc, average_precision], cohorts: pooled, classes: macro, minimum_defined: 5}
  - {id: micro, role: secondary, metric: auroc, cohorts: pooled, classes: pooled}
handling: {missing_prediction: refuse, missing_outcome: refuse}
"""


def same(got, want):
    return got is want if want is None or got is None else isclose(got, want, rel_tol=1e-12, abs_tol=1e-12)


def copied(tmp_path, name, change):
    if not (SETS / name).is_dir():
        pytest.skip(f"the set {name} is not shipped, and not here")
    plan = project(tmp_path / "p", name)
    plan.write_text(change(plan.read_text()))
    return plan


def results_of(plan, out):
    seal(plan)
    results = run(plan, out).results
    return {r["address"]: r for r in results["rows"]}, results["counts"]


def assert_each_class(rows, counts, wanted, address, cohort=None):
    for name, want in wanted.items():
        mine = [c for c in counts if c["class"] == name and cohort in (None, c["cohort"])]
        for cell in ("tp", "fp", "fn"):
            assert sum(c[cell] for c in mine) == want[cell], (cohort, name, cell)
        if "n" in want:
            assert sum(c["units"] for c in mine) == want["n"]
        for key, metric in NAMES.items():
            row = rows[address.format(metric=metric, name=name)]
            assert same(row["estimate"], want[key]), row
            assert (row["undefined"] is None) == (want[key] is not None), row


def test_five_classes_agree_in_every_class_and_cohort_and_over_them(tmp_path):
    more = "".join(EACH.format(cohorts=c, metrics=METRICS, more="") for c in ("pooled", "each"))
    plan = copied(tmp_path, "heart_multiclass", lambda text: text.replace("handling:", more + "handling:"))
    rows, counts = results_of(plan, tmp_path / "out")
    expected = json.loads((plan.parent / "expected.json").read_text())
    blocks = [(expected["pooled"], None)] + [(of, cohort) for cohort, of in expected["per_cohort"].items()]
    assert len(blocks) == 5
    for block, cohort in blocks:
        at = "" if cohort is None else f"/cohort={cohort}"
        accuracy = rows[f"accuracy{'-each' if cohort else ''}/accuracy/multinomial{at}"]
        assert same(accuracy["estimate"], block["accuracy"])
        assert accuracy["denominator"] == block["n"]
        assert {accuracy["numerator"]} == {block["micro"]["tp"]}
        assert accuracy["denominator"] - accuracy["numerator"] == block["micro"]["fp"] == block["micro"]["fn"]
        assert all(same(accuracy["estimate"], block["micro"][key]) for key in NAMES)
        address = f"by-{'each' if cohort else 'pooled'}/{{metric}}/multinomial{at}/class={{name}}"
        assert_each_class(rows, counts, block["per_class"], address, cohort)
        for key, metric in NAMES.items():
            macro = rows[f"{'each-site' if cohort else 'macro'}/{metric}/multinomial{at}"]
            want = block["macro_undefined_left_out"][key]
            assert same(macro["estimate"], want["value"]), macro
            assert (macro["defined"], macro["of"]) == (want["used"], 5)
            assert sorted(macro["undefined_in"]) == sorted(map(str, want["undefined"]))
            as_zero = block["macro_undefined_as_zero_WRONG"][key]
            assert same(macro["estimate"], as_zero) == (not want["undefined"])


def test_pooled_over_the_classes_is_refused_as_another_name_of_accuracy(tmp_path):
    from evalspec.pipeline import check

    more = "  - {id: micro, role: secondary, metric: f1, cohorts: pooled, classes: pooled}\n"
    plan = copied(tmp_path, "heart_multiclass", lambda text: text.replace("handling:", more + "handling:"))
    assert [f.name for f in check(plan).errors] == ["pooled-repeats-accuracy"]


def test_five_labels_agree_in_every_label_and_cohort_and_over_them(tmp_path):
    more = EACH.format(cohorts="each", metrics=METRICS, more="threshold: sp80, ") + PER_UNIT
    plan = copied(tmp_path, "opt_multilabel", lambda text: text.replace("handling:", more + "handling:"))
    rows, counts = results_of(plan, tmp_path / "out")
    expected = json.loads((plan.parent / "expected.json").read_text())
    assert_each_class(rows, counts, expected["per_label"], "each/{metric}/logistic/class={name}")
    for cohort, of in expected["per_cohort_per_label"].items():
        assert_each_class(rows, counts, of, f"by-each/{{metric}}/logistic/cohort={cohort}/class={{name}}", cohort)
    for cell in ("tp", "fp", "fn"):
        assert sum(c[cell] for c in counts) == expected["micro"][cell]
    for key, metric in NAMES.items():
        assert same(rows[f"pooled/{metric}/logistic"]["estimate"], expected["micro"][key])
        assert same(rows[f"macro/{metric}/logistic"]["estimate"], expected["macro"][key])
    for metric in ("subset_accuracy", "hamming_loss"):
        assert same(rows[f"whole/{metric}/logistic"]["estimate"], expected[metric])
    for metric, without in (("sensitivity", "true"), ("precision", "predicted")):
        row = rows[f"units/{metric}_per_unit/logistic"]
        assert row["of"] - row["defined"] == expected[f"subjects_with_no_{without}_label"]


def test_five_labels_are_ranked_as_expected_where_the_scores_are_said_to_be_of_one_fit(tmp_path):
    def one_fit(text):
        head, rest = text.split("design:")
        head = "".join(line for line in head.splitlines(True) if "training:" not in line)
        return head + "design: {kind: external}\nmodels:" + rest.split("models:")[1].split("thresholds:")[0] + RANKING

    plan = copied(tmp_path, "opt_multilabel", one_fit)
    rows, _ = results_of(plan, tmp_path / "out")
    expected = json.loads((plan.parent / "expected.json").read_text())
    for metric, key in (("auroc", "auc"), ("average_precision", "average_precision")):
        for label, want in expected["per_label"].items():
            assert same(rows[f"each/{metric}/logistic/class={label}"]["estimate"], want[key])
        assert same(rows[f"macro/{metric}/logistic"]["estimate"], expected["macro"][key])
    assert same(rows["micro/auroc/logistic"]["estimate"], expected["micro_auc_scores_concatenated"])


def test_scores_of_different_fits_are_not_ranked_together_over_labels_either(tmp_path):
    from evalspec.pipeline import check

    more = "  - {id: r, role: secondary, metric: auroc, cohorts: pooled, classes: each}\n"
    plan = copied(tmp_path, "opt_multilabel", lambda text: text.replace("handling:", more + "handling:"))
    assert [f.name for f in check(plan).errors] == ["scores-concatenated-across-fits"]
