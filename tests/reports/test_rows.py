"""Ids are text, rows are matched by id, and no row is dropped, doubled or guessed."""

import pytest
from reports.study import report, same, study, summaries

SENSITIVITY = summaries(["sensitivity"])
EACH = summaries(["sensitivity"], "each")
LONG = "{predictions: {path: predictions.csv, layout: long}, outcomes: outcomes.csv}"


def files(ident):
    given = report(ident)["given"]
    return {f"{name}.csv": given[f"{name}_csv"] for name in ("predictions", "outcomes") if f"{name}_csv" in given}


def of_ids(predicted, with_outcome):
    return {
        "predictions.csv": "subject_id,score\n" + "".join(f"{i},0.9\n" for i in predicted),
        "outcomes.csv": "subject_id,outcome\n" + "".join(f"{i},1\n" for i in with_outcome),
    }


def test_ids_that_look_like_numbers_keep_their_zeros(tmp_path):
    right = report("ids-leading-zeros")["right"]["values"]
    s = study(tmp_path, files=files("ids-leading-zeros"), summaries=SENSITIVITY)
    (near,) = s.found("near-miss-ids")
    assert (near.severity, near.file, near.place.line) == ("warning", "predictions.csv", 3)
    ran = s.run()
    assert ran.counts()["units"] == len(right["subjects"])
    assert same(ran.value("all/sensitivity/m"), right["sensitivity"])


def without_the_empty_id(tmp_path):
    changed = files("ids-empty-and-dropped")
    changed["predictions.csv"] = changed["predictions.csv"].replace(",A,0.4\n", "")
    return study(tmp_path, files=changed, cohorts=["A"], summaries=SENSITIVITY)


def test_an_empty_id_and_units_without_a_partner_stop_the_plan_or_the_run(tmp_path):
    right = report("ids-empty-and-dropped")["right"]["values"]
    s = study(tmp_path / "a", files=files("ids-empty-and-dropped"), cohorts=["A"], summaries=SENSITIVITY)
    (empty,) = s.errors()["empty-id"]
    assert empty.file == "predictions.csv"
    assert [empty.place.line - 1] == right["empty_id_rows"]
    refused = without_the_empty_id(tmp_path / "b").refused()
    assert refused.exit_code == 1
    assert "1 predicted unit has no outcome" in refused.message
    assert "is about a unit without a prediction" in refused.message


def test_units_without_a_partner_are_named_by_their_lines(tmp_path):
    refused = without_the_empty_id(tmp_path).refused()
    assert "1 predicted unit has no outcome (line 3 of the predictions)" in refused.message
    assert "1 of 2 outcomes is about a unit without a prediction (line 3)" in refused.message


def no_score(tmp_path):
    rows = [("" if score is None else score, y) for _, score, y in report("rows-missing-score")["given"]["rows"]]
    return study(tmp_path, rows=rows, summaries=SENSITIVITY)


def test_missing_scores_are_an_error_with_their_number_and_the_first_line(tmp_path):
    (found,) = no_score(tmp_path).errors()["score-not-finite"]
    assert (found.file, found.place.line) == ("predictions.csv", 3)
    assert "2 rows" in found.message
    assert "handling.missing_prediction" in found.help


def test_each_missing_score_is_named_with_its_row(tmp_path):
    right = report("rows-missing-score")["right"]["values"]
    (found,) = no_score(tmp_path).errors()["score-not-finite"]
    assert all(str(row + 1) in found.message for row in right["missing_rows"])


@pytest.mark.parametrize(
    ("how", "named"),
    [("{exclude: the assay failed}", "complete_cases"), ("counts-as-wrong", "missing_as_negative_call")],
)
def test_a_declared_rule_for_missing_scores_gives_its_number_and_counts_them(tmp_path, how, named):
    given, right = report("rows-missing-score")["given"]["rows"], report("rows-missing-score")["right"]["values"]
    files = {
        "predictions.csv": "subject_id,score\n" + "".join(f"{i},{'' if x is None else x}\n" for i, x, _ in given),
        "outcomes.csv": "subject_id,outcome\n" + "".join(f"{i},{y}\n" for i, _, y in given),
    }
    ran = study(tmp_path, files=files, summaries=SENSITIVITY,
                handling=f"{{missing_prediction: {how}, missing_outcome: refuse}}").run()  # fmt: skip
    assert same(ran.value("all/sensitivity/m"), right[named])
    (counts,) = ran.results["counts"]
    assert counts["excluded"] == (len(right["missing_rows"]) if "exclude" in how else 0)


def lacking(tmp_path):
    given = report("rows-missing-predictions-message")["given"]
    return study(tmp_path, files=of_ids(given["predictions_ids"], given["outcomes_ids"]), summaries=SENSITIVITY)


def test_missing_predictions_are_told_in_one_sentence(tmp_path):
    refused = lacking(tmp_path).refused()
    assert refused.exit_code == 1
    assert refused.message.startswith("2 of 4 outcomes are about units without a prediction")


def test_missing_predictions_are_named_by_their_lines(tmp_path):
    assert lacking(tmp_path).refused().message == "2 of 4 outcomes are about units without a prediction (lines 4 and 5)"


def test_a_units_table_shows_missing_predictions_before_the_seal(tmp_path):
    given = report("rows-missing-predictions-message")["given"]
    tables = of_ids(given["predictions_ids"], [])
    tables["units.csv"] = "subject_id\n" + "".join(f"{i}\n" for i in given["outcomes_ids"])
    s = study(tmp_path, files=tables, summaries=SENSITIVITY,
              data="{predictions: predictions.csv, outcomes: outcomes.csv, units: units.csv}")  # fmt: skip
    (found,) = s.errors()["unit-without-prediction"]
    assert (found.file, found.place.line) == ("units.csv", 4)
    assert found.message.startswith("2 units")


def test_rows_are_joined_by_id_and_never_by_position(tmp_path):
    right = report("rows-shuffled")["right"]["values"]
    ran = study(tmp_path / "a", files=files("rows-shuffled"), summaries=summaries(["accuracy"])).run()
    assert same(ran.value("all/accuracy/m"), right["accuracy"])
    without = {"predictions.csv": "score\n0.9\n0.1\n0.8\n"}
    (found,) = study(tmp_path / "b", files=without, summaries=SENSITIVITY).errors()["column-missing"]
    assert "`subject_id`" in found.message


def test_a_repeated_prediction_is_an_error_even_where_both_agree(tmp_path):
    right = report("rows-duplicates-inflate")["right"]["values"]
    tables = files("rows-duplicates-inflate")
    (found,) = study(tmp_path / "a", files=tables, summaries=SENSITIVITY, data=LONG).errors()["duplicate-prediction"]
    first, second = (row + 1 for row in right["duplicates"]["s1"])
    assert f"lines {first} and {second}" in found.message
    assert "`m`" in found.message
    tables["predictions.csv"] = tables["predictions.csv"].replace("s1,m,0.9\n", "", 1)
    ran = study(tmp_path / "b", files=tables, summaries=SENSITIVITY, data=LONG).run()
    assert same(ran.value("all/sensitivity/m"), right["sensitivity_without_duplicate"])


def test_a_cohort_called_na_or_none_is_a_cohort_and_an_empty_one_is_an_error(tmp_path):
    case = report("cohort-missing-value")
    names, right = case["given"]["spec"]["cohorts"], case["right"]["values"]
    tables = files("cohort-missing-value")
    (found,) = study(tmp_path / "a", files=tables, cohorts=names, summaries=EACH).errors()["cohort-not-in-plan"]
    assert (found.file, [found.place.line - 1]) == ("predictions.csv", right["missing_rows"])
    assert "`cohort` is empty" in found.message
    tables["predictions.csv"] = tables["predictions.csv"].replace("s3,,0.4\n", "")
    tables["outcomes.csv"] = "subject_id,outcome\ns1,1\ns2,1\ns4,1\n"
    ran = study(tmp_path / "b", files=tables, cohorts=names, summaries=EACH).run()
    assert [c["cohort"] for c in ran.results["counts"]] == sorted(right["cohorts"])
    assert all(c["units"] == 1 for c in ran.results["counts"])


def padded(tmp_path):
    return study(tmp_path, files=files("ids-padding-mismatch"), summaries=SENSITIVITY)


def test_ids_that_differ_by_padding_are_never_matched_by_guess(tmp_path):
    refused = padded(tmp_path).refused()
    assert refused.exit_code == 1
    assert "2 predicted units have no outcome" in refused.message
    assert "2 of 3 outcomes are about units without a prediction" in refused.message


def test_ids_that_differ_by_padding_are_told_by_lines_with_a_hint(tmp_path):
    refused = padded(tmp_path).refused()
    assert "lines 2 and 3 of the predictions" in refused.message
    assert "leading zeros" in refused.message + refused.help


def scoped(tmp_path, scope):
    given = report("cohort-id-scope")["given"]
    tables = {
        "predictions.csv": "subject_id,cohort,score\n" + "".join(f"{i},{c},{x}\n" for i, c, x in given["predictions"]),
        "outcomes.csv": "subject_id,cohort,outcome\n17,study2,1\n18,study2,0\n",
        "train.csv": "fold,subject_id,cohort,role\n" + "".join(",".join(row) + "\n" for row in given["train_manifest"]),
    }
    training = "training: {path: train.csv, columns: {fold: fold, unit: subject_id, cohort: cohort, role: role}}"
    return study(
        tmp_path, files=tables, summaries=SENSITIVITY, units=f"{{id: subject_id{scope}}}",
        cohorts="{column: cohort, members: {study1: {role: training}, study2: {}}}",
        data=f"{{predictions: predictions.csv, outcomes: outcomes.csv, {training}}}",
    )  # fmt: skip


def test_ids_unique_over_all_cohorts_show_two_units_on_both_sides(tmp_path):
    right = report("cohort-id-scope")["right"]["values"]
    (found,) = scoped(tmp_path, ", id_scope: study").errors()["resubstitution"]
    assert f"{len(right['global_scope_overlap'])} units stand on both sides" in found.message
    assert (found.file, found.place.line) == ("train.csv", 2)


def test_ids_unique_inside_a_cohort_pass_and_the_key_is_cohort_and_id(tmp_path):
    s = scoped(tmp_path, ", id_scope: cohort")
    assert not s.errors()
    assert same(s.run().value("all/sensitivity/m"), 1.0)


def test_ids_that_repeat_across_cohorts_want_their_scope_said(tmp_path):
    s = scoped(tmp_path, "")
    (found,) = s.errors()["id-scope-undeclared"]
    assert found.place.line == s.line("units:")


def test_the_report_says_that_persons_were_not_compared_across_cohorts(tmp_path):
    text = scoped(tmp_path, ", id_scope: cohort").run().text
    assert "across cohorts was not checked" in " ".join(text.split())
