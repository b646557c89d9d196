"""Which end of a score is positive, what happens at the cut-off, and what ties do."""

from itertools import permutations

import pytest
from reports.study import report, same, study, summaries


def test_the_positive_token_is_said_and_never_taken_from_the_order_of_labels(tmp_path):
    case = report("positive-first-level")
    rows = case["given"]["cohorts"]["A"]
    ran = study(tmp_path / "said", rows=rows, summaries=summaries(["auroc"])).run()
    assert same(ran.value("all-ranks/auroc/m"), case["right"]["values"]["auc"])
    words = [(score, "case" if y else "control") for score, y in rows]
    outcome = "{kind: binary, column: outcome, TOKENS definition: the event, reference_standard: a panel}"
    said = outcome.replace("TOKENS", "positive: case, negative: control,")
    ran = study(tmp_path / "words", rows=words, summaries=summaries(["auroc"]), outcome=said).run()
    assert same(ran.value("all-ranks/auroc/m"), case["right"]["values"]["auc"])
    s = study(tmp_path / "unsaid", rows=rows, summaries=summaries(["auroc"]), outcome=outcome.replace("TOKENS ", ""))
    found = s.errors()["positive-class-undeclared"]
    assert {f.place.line for f in found} == {s.line("outcome:")}


def test_the_direction_is_one_for_all_cohorts_and_a_failing_cohort_stays_below_one_half(tmp_path):
    case = report("direction-auto-flip")
    right = case["right"]["values"]
    ran = study(
        tmp_path, cohorts=case["given"]["cohorts"], summaries=summaries(["auroc"], "each", "macro", least=2)
    ).run()
    assert same(ran.value("each-ranks/auroc/m/cohort=A"), right["A"])
    assert same(ran.value("each-ranks/auroc/m/cohort=B"), right["B"])
    assert same(ran.value("macro-ranks/auroc/m"), right["macro"])


def labelled(tmp_path, kind):
    given = report("label-types")["given"]
    files = {
        "predictions.csv": "subject_id,score\n" + "".join(f"s{n},{x}\n" for n, x in enumerate(given["scores"], 1)),
        "outcomes.csv": "subject_id,outcome\n"
        + "".join(f"s{n},{y}\n" for n, y in enumerate(given["outcome_files"][kind], 1)),
    }
    outcome = (
        '{kind: binary, column: outcome, positive: "Yes", negative: "No", definition: it, reference_standard: a panel}'
    )
    return study(tmp_path, files=files, summaries=summaries(["auroc", "average_precision"]), outcome=outcome)


def test_outcomes_as_text_are_taken_as_they_are_declared(tmp_path):
    right = report("label-types")["right"]["values"]["text"]
    ran = labelled(tmp_path, "text").run()
    assert same(ran.value("all-ranks/auroc/m"), right["auc"])
    assert same(ran.value("all-ranks/average_precision/m"), right["average_precision"])


OTHER_TOKENS = {"quoted_space": ("`Yes `", "`yes`"), "numeric": ("`0`", "`1`"), "boolean": ("`FALSE`", "`TRUE`")}


@pytest.mark.parametrize("kind", OTHER_TOKENS)
def test_no_other_token_is_mapped_to_a_declared_one(tmp_path, kind):
    refused = labelled(tmp_path, kind).refused()
    assert refused.exit_code == 1
    assert all(token in refused.message for token in OTHER_TOKENS[kind])
    assert "`Yes` (positive), `No` (negative)" in refused.help


def test_an_undeclared_token_is_named_with_its_row(tmp_path):
    refused = labelled(tmp_path, "quoted_space").refused()
    assert "(lines 3 and 5)" in refused.message


@pytest.mark.parametrize("operator", [">=", ">"])
def test_the_comparison_at_the_cut_off_is_declared_and_printed(tmp_path, operator):
    case = report("threshold-ge-or-gt")
    right = case["right"]["values"][operator]
    metrics = [name for name in right if name not in ("tp", "fn", "tn", "fp")]
    at = f"{{main: {{source: prespecified, value: 0.5, positive_when: score {operator} threshold, why: the label}}}}"
    ran = study(tmp_path, rows=case["given"]["cohorts"]["A"], summaries=summaries(metrics), thresholds=at).run()
    assert {k: ran.counts()[k] for k in ("tp", "fn", "tn", "fp")} == {k: right[k] for k in ("tp", "fn", "tn", "fp")}
    for metric in metrics:
        assert same(ran.value(f"all/{metric}/m"), right[metric]), metric
    assert f"positive when score {operator} threshold" in ran.text


def test_tied_scores_are_one_group_under_every_order_of_the_rows(tmp_path):
    case = report("ties-ap-order")
    orders = permutations(case["given"]["cohorts"]["A"])
    cohorts = {f"order-{n:03}": order for n, order in enumerate(orders)}
    assert len(cohorts) == 120
    ran = study(tmp_path, cohorts=cohorts, summaries=summaries(["auroc", "average_precision"], "each")).run()
    right = case["right"]["values"]
    for name in cohorts:
        assert same(ran.value(f"each-ranks/average_precision/m/cohort={name}"), right["average_precision"])
        assert same(ran.value(f"each-ranks/auroc/m/cohort={name}"), right["auc"])


def rounded(tmp_path):
    case = report("ties-from-rounding")
    return study(
        tmp_path, cohorts=case["given"]["cohorts"], summaries=summaries(["auroc", "average_precision"], "each")
    )


def test_scores_are_ranked_as_given_so_that_a_rounded_export_has_its_own_value(tmp_path):
    ran = rounded(tmp_path).run()
    right = report("ties-from-rounding")["right"]["values"]
    for cohort, name in (("full", "full"), ("rounded_to_2_decimals", "rounded")):
        assert same(ran.value(f"each-ranks/auroc/m/cohort={cohort}"), right[name]["auc"])
        average_precision = ran.value(f"each-ranks/average_precision/m/cohort={cohort}")
        assert same(average_precision, right[name]["average_precision"])


def test_average_precision_is_the_grouped_sum_and_the_report_says_so(tmp_path):
    case = report("ap-definition")
    ran = study(
        tmp_path, rows=case["given"]["cohorts"]["A"], summaries=summaries(["average_precision", "prevalence"])
    ).run()
    right = case["right"]["values"]
    assert same(ran.value("all-ranks/average_precision/m"), right["average_precision"])
    assert same(ran.counts()["prevalence"], right["prevalence"])
    assert "grouped by tied score, not interpolated" in ran.text
