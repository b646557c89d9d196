"""A value that can't be computed is undefined, with its reason; it is never 0 and never stops the others."""

import pytest
from reports.study import command, report, same, study, summaries


def test_a_cohort_without_an_event_has_no_average_precision_and_does_not_drag_the_macro_value(tmp_path):
    case = report("undef-ap-no-positive")
    ran = study(
        tmp_path, cohorts=case["given"]["cohorts"], summaries=summaries(["average_precision"], "each", "macro")
    ).run()
    right = case["right"]["values"]
    for cohort in "AB":
        assert same(ran.value(f"each-ranks/average_precision/m/cohort={cohort}"), right[cohort])
    macro = ran.row("macro-ranks/average_precision/m")
    assert same(macro["estimate"], right["macro"])
    assert (macro["defined"], len(macro["undefined_in"])) == (right["macro_used"], right["macro_undefined"])
    assert "actual positives" in macro["undefined_in"]["B"]
    assert "(1/2)" in ran.text


def test_nothing_flagged_among_negatives_names_three_different_zero_denominators(tmp_path):
    case = report("undef-all-negative-nothing-flagged")
    right = case["right"]["values"]
    ran = study(
        tmp_path, cohorts=case["given"]["cohorts"], summaries=summaries(right["A"], "each", "macro", "pooled")
    ).run()
    for metric in right["A"]:
        for cohort in "AB":
            assert same(ran.value(f"each/{metric}/m/cohort={cohort}"), right[cohort][metric]), (metric, cohort)
        assert same(ran.value(f"pooled/{metric}/m"), right["pooled"][metric]), metric
    assert same(ran.value("macro/sensitivity/m"), right["macro_sensitivity"])
    assert same(ran.value("macro/f1/m"), right["macro_f1"])
    reasons = [ran.row(f"each/{m}/m/cohort=A")["undefined"] for m in ("sensitivity", "precision", "f1")]
    assert len(set(reasons)) == 3
    assert all(reason.endswith("= 0") for reason in reasons)


def test_one_class_leaves_auroc_undefined_and_the_run_goes_on(tmp_path):
    case = report("undef-auc-one-class")
    right = case["right"]["values"]
    s = study(
        tmp_path, cohorts=case["given"]["cohorts"], summaries=summaries(["auroc", "average_precision"], "each", "macro")
    )
    ran = s.run()
    for cohort in "AB":
        assert same(ran.value(f"each-ranks/auroc/m/cohort={cohort}"), right[cohort]["auc"])
        average_precision = ran.value(f"each-ranks/average_precision/m/cohort={cohort}")
        assert same(average_precision, right[cohort]["average_precision"])
        assert same(ran.counts(cohort)["prevalence"], right[cohort]["prevalence"])
    assert "its baseline is the prevalence" in ran.text
    assert same(ran.value("macro-ranks/auroc/m"), right["macro_auc"])
    assert ran.row("macro-ranks/auroc/m")["defined"] == right["macro_auc_used"]


def test_a_group_without_events_does_not_look_like_a_disparity(tmp_path):
    case = report("undef-group-zero-looks-like-disparity")
    right = case["right"]["values"]
    ran = study(
        tmp_path, cohorts=case["given"]["cohorts"], summaries=summaries(["sensitivity", "auroc"], "each", "macro")
    ).run()
    for cohort in "ABC":
        assert same(ran.value(f"each/sensitivity/m/cohort={cohort}"), right["sensitivity"][cohort])
        assert same(ran.value(f"each-ranks/auroc/m/cohort={cohort}"), right["auc"][cohort])
    (spread,) = [r for r in ran.results["ranges"] if r["address"] == "macro/sensitivity/m"]
    assert same(spread["highest"] - spread["lowest"], right["sensitivity_range"])
    macro = ran.row("macro/sensitivity/m")
    assert macro["of"] - macro["defined"] == right["left_out"]


def test_an_external_site_without_outcomes_never_stops_the_run(tmp_path):
    case = report("undef-external-stratum")
    right = case["right"]["values"]
    s = study(
        tmp_path,
        cohorts=case["given"]["cohorts"],
        summaries=summaries(["auroc", "average_precision", "specificity"], "each", "pooled", "macro"),
    )
    assert command("seal", s.plan)[0] == 0
    assert command("run", s.plan, "-o", s.folder / "first")[0] == 0
    s.plan.with_name("plan.ledger.jsonl").unlink()
    ran = s.run()
    for cohort in "AB":
        for metric, name in (("auroc", "auc"), ("average_precision", "average_precision")):
            assert same(ran.value(f"each-ranks/{metric}/m/cohort={cohort}"), right[cohort][name])
        assert same(ran.value(f"each/specificity/m/cohort={cohort}"), right[cohort]["specificity"])
    assert same(ran.value("pooled/specificity/m"), right["pooled_specificity"])
    assert same(ran.value("macro/specificity/m"), right["macro_specificity"])
    assert same(ran.value("macro-ranks/auroc/m"), right["macro_auc"])
    assert ran.row("macro-ranks/auroc/m")["defined"] == right["macro_auc_used"]


def test_a_correlation_with_an_empty_margin_is_neither_0_nor_1(tmp_path):
    case = report("undef-mcc")
    ran = study(tmp_path, cohorts=case["given"]["cohorts"], summaries=summaries(["mcc", "accuracy"], "each")).run()
    for cohort in "AB":
        for metric, want in case["right"]["values"][cohort].items():
            assert same(ran.value(f"each/{metric}/m/cohort={cohort}"), want)
    in_a, in_b = (ran.row(f"each/mcc/m/cohort={c}")["undefined"] for c in "AB")
    assert in_a.count("= 0") == 2  # the report counts three empty margins; with TP = 2 and nothing else there are two
    assert in_b == "negative calls (TN + FN) = 0"


def test_a_mean_over_no_cohort_is_undefined_and_no_number_is_printed(tmp_path):
    case = report("undef-empty-aggregate")
    ran = study(tmp_path, cohorts=case["given"]["cohorts"], summaries=summaries(["balanced_accuracy"], "macro")).run()
    macro, right = ran.row("macro/balanced_accuracy/m"), case["right"]["values"]
    assert same(macro["estimate"], right["macro_accuracy"])
    assert (macro["defined"], len(macro["undefined_in"])) == (right["used"], right["excluded"])
    assert macro["undefined"].startswith("defined in 0 of 2 cohorts")
    line = ran.text.splitlines()[1 + next(n for n, t in enumerate(ran.text.splitlines()) if "macro: balanced" in t)]
    assert line.strip().startswith("undefined: ")


@pytest.mark.parametrize("word", ["w", "x", "y", "z"])
def test_f1_is_taken_from_the_counts_and_is_0_where_only_sensitivity_is_undefined(tmp_path, word):
    case = report("undef-f1-count-form")
    pairs = case["given"]["truth_predicted"]
    text = "subject_id,call\n" + "".join(f"s{n},{int(p == word)}\n" for n, (_, p) in enumerate(pairs))
    outcomes = "subject_id,outcome\n" + "".join(f"s{n},{int(t == word)}\n" for n, (t, _) in enumerate(pairs))
    metrics = summaries(["precision", "sensitivity", "f1"]).replace("threshold: main", "rounding: 4")
    s = study(tmp_path, files={"predictions.csv": text, "outcomes.csv": outcomes}, summaries=metrics,
              thresholds=None, models="{m: {calls: call}}")  # fmt: skip
    ran, right = s.run(), case["right"]["values"][word]
    for metric, name in (("precision", "precision"), ("sensitivity", "recall"), ("f1", "f1")):
        assert same(ran.value(f"all/{metric}/m"), right[name]), metric


def test_average_precision_among_positives_alone_is_said_to_carry_no_information(tmp_path):
    case = report("undef-auc-one-class")
    ran = study(tmp_path, cohorts=case["given"]["cohorts"], summaries=summaries(["average_precision"], "each")).run()
    notes = ran.text[ran.text.index("NOTES") : ran.text.index("LEAKAGE")]
    assert "average_precision in A" in notes
