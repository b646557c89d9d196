"""Pooled or averaged: each number says which, and its interval is one of the same number."""

import re
from math import sqrt

import pytest
from reports.study import counts_of, report, same, study, summaries

TWO_WAYS = summaries(["accuracy"], "pooled", "macro")


def test_a_group_score_stands_both_ways_each_with_its_weighting_in_words(tmp_path):
    case = report("avg-mean-of-tasks-or-pooled")
    given, right = case["given"]["cohorts_correct_of_n"], case["right"]["values"]
    table = {name: (correct, n - correct, 0, 0) for name, (correct, n) in given.items()}
    ran = counts_of(tmp_path, table, summaries=summaries(["accuracy"], "pooled", "macro", "by-size")).run()
    assert same(ran.value("pooled/accuracy/m"), right["pooled"])
    assert same(ran.value("by-size/accuracy/m"), right["pooled"])
    assert same(ran.value("macro/accuracy/m"), right["macro"])
    members = [m for m in ran.results["companions"] if m["address"] == "by-size/accuracy/m"]
    assert {m["cohort"]: m["weight"] for m in members}.keys() == right["weights_pooled"].keys()
    assert all(same(m["weight"], right["weights_pooled"][m["cohort"]]) for m in members)
    assert "pooled over cohorts: all units count alike" in ran.text
    assert "macro" in ran.text
    assert not re.search(r"\baverage\b", ran.text)


def test_an_interval_of_the_pooled_value_is_no_interval_of_the_macro_value(tmp_path):
    case = report("avg-interval-for-the-same-quantity")
    given, right = case["given"]["clusters_correct_of_n"], case["right"]["values"]
    table = {name: (correct, n - correct, 0, 0) for name, (correct, n) in given.items()}
    ran = counts_of(tmp_path / "both", table, summaries=TWO_WAYS).run()
    assert same(ran.value("macro/accuracy/m"), right["macro"])
    assert same(ran.value("pooled/accuracy/m"), right["pooled"])
    wilson = TWO_WAYS.replace("cohorts: macro", "cohorts: macro, interval: {method: wilson, level: 0.95}")
    s = counts_of(tmp_path / "wrong", table, summaries=wilson)
    (objection,) = s.found("interval-of-another-quantity")
    assert objection.place.line == s.line("method: wilson")
    half = TWO_WAYS.replace("cohorts: macro", "cohorts: macro, interval: {method: t-between, level: 0.5}")
    row = counts_of(tmp_path / "right", table, summaries=half).run().row("macro/accuracy/m")
    t_of_two_degrees = sqrt(2 / 3)  # its upper quartile: the interval at 95 % would be clipped to 0 and 1
    assert same(row["upper"] - row["estimate"], right["se_between_clusters"] * t_of_two_degrees)
    assert same(row["estimate"] - row["lower"], right["se_between_clusters"] * t_of_two_degrees)


def of_classes(folder, pairs, classes, declared, **sections):
    tables = {
        "predictions.csv": "subject_id,call\n" + "".join(f"s{n},{p}\n" for n, (_, p) in enumerate(pairs)),
        "outcomes.csv": "subject_id,outcome\n" + "".join(f"s{n},{t}\n" for n, (t, _) in enumerate(pairs)),
    }
    named = ", ".join(f'"{c}"' for c in classes)
    outcome = f"{{kind: multiclass, column: outcome, classes: [{named}], definition: it, reference_standard: a panel}}"
    return study(folder, files=tables, summaries=declared, outcome=outcome, models="{m: {calls: call}}", **sections)


OVER_CLASSES = """
  - {id: macro, role: primary, metric: [f1, sensitivity, precision], classes: macro, minimum_defined: 1}
  - {id: each, role: secondary, metric: [f1, sensitivity, precision], classes: each}"""
NAMES = {"f1": "f1", "recall": "sensitivity", "precision": "precision"}


def test_a_class_that_is_declared_and_absent_leaves_the_macro_value_as_it_is(tmp_path):
    case = report("undef-declared-class-absent")
    given, right = case["given"], case["right"]["values"]
    declared = given["spec"]["classes"]
    five = of_classes(tmp_path / "five", given["truth_predicted"], declared, OVER_CLASSES).run()
    three = of_classes(tmp_path / "three", given["truth_predicted"], declared[:3], OVER_CLASSES).run()
    for name, metric in NAMES.items():
        macro = five.row(f"macro/{metric}/m")
        assert same(macro["estimate"], right[f"macro_{name}"])
        assert same(three.value(f"macro/{metric}/m"), macro["estimate"])
        assert (macro["defined"], macro["of"]) == (right["used"], len(declared))
        assert list(macro["undefined_in"]) == right["undefined"]
        for absent in right["undefined"]:
            assert five.value(f"each/{metric}/m/class={absent}") is None
            assert f"{absent}" in five.text


def test_f1_of_a_class_called_and_never_true_is_0_in_the_macro_value_over_classes(tmp_path):
    case = report("undef-f1-count-form")
    given, right = case["given"], case["right"]["values"]
    ran = of_classes(tmp_path, given["truth_predicted"], given["spec"]["classes"], OVER_CLASSES).run()
    for name, metric in NAMES.items():
        assert same(ran.value(f"macro/{metric}/m"), right["macro"][name])
        for word in given["spec"]["classes"]:
            assert same(ran.value(f"each/{metric}/m/class={word}"), right[word][name])
    assert ran.row("macro/sensitivity/m")["defined"] == right["macro_recall_used"]


def test_what_would_repeat_the_accuracy_under_other_names_is_an_error_before_any_outcome(tmp_path):
    case = report("avg-micro-is-accuracy")
    given, right = case["given"], case["right"]["values"]
    declared = """
  - {id: share, role: primary, metric: accuracy}
  - {id: macro, role: secondary, metric: sensitivity, classes: macro, minimum_defined: 3}"""
    micro = "\n  - {id: micro, role: secondary, metric: [precision, sensitivity, f1], classes: pooled}"
    s = of_classes(tmp_path / "a", given["truth_predicted"], given["spec"]["classes"], declared + micro)
    objections = s.errors()["pooled-repeats-accuracy"]
    assert len(objections) == 3
    assert all("`classes: macro`" in f.help and "`classes: each`" in f.help for f in objections)
    ran = of_classes(tmp_path / "b", given["truth_predicted"], given["spec"]["classes"], declared).run()
    assert same(ran.value("share/accuracy/m"), right["accuracy"])
    assert same(ran.value("macro/sensitivity/m"), right["macro_recall"])
    kept = "[{rule: pooled-repeats-accuracy, place: summaries.micro, why: the journal asks for it, by: A. Author}]"
    s = of_classes(tmp_path / "c", given["truth_predicted"], given["spec"]["classes"], declared + micro, waivers=kept)
    ran = s.run()
    for name, metric in NAMES.items():
        assert same(ran.value(f"micro/{metric}/m"), right[f"micro_{name}"])


def test_accuracy_is_the_share_of_units_and_the_mean_of_the_class_values_has_its_own_name(tmp_path):
    case = report("avg-accuracy-defaults-to-macro")
    pairs, right = case["given"]["truth_predicted"], case["right"]["values"]
    files = {
        "predictions.csv": "subject_id,call\n" + "".join(f"s{n},{p}\n" for n, (_, p) in enumerate(pairs)),
        "outcomes.csv": "subject_id,outcome\n" + "".join(f"s{n},{t}\n" for n, (t, _) in enumerate(pairs)),
    }
    outcome = "{kind: binary, column: outcome, positive: c1, negative: c0, definition: c1, reference_standard: a panel}"
    named = summaries(["accuracy", "balanced_accuracy"]).replace("threshold: main", "rounding: 4")
    ran = study(tmp_path, files=files, summaries=named, outcome=outcome, models="{m: {calls: call}}").run()
    assert same(ran.value("all/accuracy/m"), right["accuracy"])
    assert same(ran.value("all/balanced_accuracy/m"), right["macro_recall"])


def test_scores_of_different_fits_are_ranked_together_by_nobody_and_of_one_fit_with_a_note(tmp_path):
    case = report("avg-concatenate-or-per-fold")
    folds, right = case["given"]["folds"], case["right"]["values"]
    declared = summaries(["auroc"], "each", "macro", "pooled", least=2)
    one_fit = study(tmp_path / "one", cohorts=folds, summaries=declared)
    assert [f.severity for f in one_fit.found("pooled-ranking-mixes-cohorts")] == ["note"]
    ran = one_fit.run()
    for fold in folds:
        assert same(ran.value(f"each-ranks/auroc/m/cohort={fold}"), right[fold])
    assert same(ran.value("macro-ranks/auroc/m"), right["macro"])
    assert same(ran.value("pooled-ranks/auroc/m"), right["concatenated"])
    many = study(tmp_path / "many", cohorts=folds, summaries=declared, design="{kind: leave-one-cohort-out}")
    (objection,) = many.errors()["scores-concatenated-across-fits"]
    assert objection.place.line == many.line("cohorts: pooled")


@pytest.mark.parametrize(
    "fractions", ["{positive: 1, negative: 0.0101}", "{all-units: {positive: 1, negative: 0.0101}}"]
)
def test_the_fractions_of_a_balanced_set_are_sealed_without_a_warning(tmp_path, fractions):
    altered = f"{{kind: resampled, fractions: {fractions}}}"
    table = {"all-units": [80, 20, 90, 10]}
    assert counts_of(tmp_path, table, summaries=summaries(["sensitivity"]), sampling=altered).run()


def test_the_balanced_test_set_gives_no_precision_without_a_word_about_the_mix(tmp_path):
    case = report("prev-balanced-test-set")
    given, right = case["given"]["counts"], case["right"]["values"]
    altered = "{kind: resampled}"
    table = {"all-units": [given[k] for k in ("tp", "fn", "tn", "fp")]}
    both = summaries(["sensitivity", "specificity"])
    ran = counts_of(tmp_path / "a", table, summaries=both, sampling=altered).run()
    for metric in ("sensitivity", "specificity"):
        assert same(ran.value(f"all/{metric}/m"), right[metric])
    assert same(ran.counts("all-units")["prevalence"], 0.5)
    three = summaries(["sensitivity", "specificity", "precision"])
    s = counts_of(tmp_path / "b", table, summaries=three, sampling=altered)
    (objection,) = s.errors()["precision-on-altered-mix"]
    assert objection.place.line == s.line("precision")
    as_it_came = counts_of(tmp_path / "c", table, summaries=three).run()
    assert same(as_it_came.value("all/precision/m"), right["precision_in_sample"])
    at_target = "{target: {prevalence: 0.01, source: the register, rates: assumed-constant, why: the same assay}}"
    declared = both + "\n  - {id: at-target, role: secondary, metric: precision, threshold: main, population: target}"
    ran = counts_of(tmp_path / "d", table, summaries=declared, sampling=altered, populations=at_target).run()
    row = ran.row("at-target/precision/m")
    assert same(row["estimate"], right["precision_at_target"])
    assert row["prevalence"] == 0.01
