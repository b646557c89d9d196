"""What public projects let through: objected to before an outcome is read."""

from reports.study import command, report, same, study, summaries

SENSITIVITY = summaries(["sensitivity"])
WITH_TRAINING = "{predictions: predictions.csv, outcomes: outcomes.csv, training: train.csv}"


def manifest(rows, **said):
    """A manifest; ``said`` writes a role in another word."""
    return "fold,subject_id,role\n" + "".join(f"{f},{u},{said.get(role, role)}\n" for f, u, role in rows)


def split(folder, train, units, **sections):
    tables = {
        "train.csv": train,
        "predictions.csv": "subject_id,score\n" + "".join(f"{u},0.9\n" for u in units),
        "outcomes.csv": "subject_id,outcome\n" + "".join(f"{u},1\n" for u in units),
    }
    return study(folder, files=tables, summaries=SENSITIVITY, data=WITH_TRAINING, design="{kind: split}", **sections)


def both_sides(tmp_path):
    return split(tmp_path, manifest(report("leak-same-person-both-sides")["given"]["train_manifest"]), ["p1", "p3"])


def test_a_person_on_both_sides_is_an_error_and_no_outcome_is_opened(tmp_path):
    s = both_sides(tmp_path)
    (s.folder / "outcomes.csv").unlink()
    (found,) = s.errors()["resubstitution"]
    assert (found.file, found.place.line) == ("train.csv", 2)
    assert "1 unit stands on both sides" in found.message
    assert command("check", s.plan)[0] == 1
    assert command("seal", s.plan)[0] == 1


def test_the_person_on_both_sides_is_named_by_both_lines(tmp_path):
    (found,) = both_sides(tmp_path).errors()["resubstitution"]
    assert "the first in line 2 and, evaluated, in line 2 of the predictions" in found.message


def test_a_user_can_show_that_no_unit_is_on_two_sides(tmp_path):
    given = report("leak-user-cannot-confirm")["given"]
    text = split(tmp_path / "first", manifest(given["train_manifest"], tune="train"), ["d"]).run().text
    assert "none on both sides of a fold" in " ".join(text.split())
    s = split(tmp_path / "second", manifest(given["second_manifest"], tune="train"), ["d"])
    (found,) = s.errors()["resubstitution"]
    assert (found.file, found.place.line) == ("train.csv", 4)


def test_a_manifest_may_tell_tuning_from_training(tmp_path):
    given = report("leak-user-cannot-confirm")["given"]
    assert not split(tmp_path, manifest(given["train_manifest"]), ["d"]).errors()


def test_the_statement_gives_the_size_of_each_side(tmp_path):
    given = report("leak-user-cannot-confirm")["given"]
    text = split(tmp_path, manifest(given["train_manifest"], tune="train"), ["d"]).run().text
    assert "3 units on the training side" in text


AT = "{{main: {{source: {source}, value: {value}, positive_when: score >= threshold, why: said in advance}}}}"


def tuned(folder, source, value):
    rows = report("leak-threshold-from-test-labels")["given"]["cohorts"]["test"]
    at = AT.format(source=source, value=value)
    return study(folder, rows=rows, summaries=summaries(["f1", "auroc"]), thresholds=at)


def test_a_cut_off_searched_on_the_test_labels_is_an_error(tmp_path):
    right = report("leak-threshold-from-test-labels")["right"]["values"]
    s = tuned(tmp_path / "wrong", "evaluation", 0.4)
    assert list(s.errors()) == ["threshold-from-evaluation"]
    (found,) = s.errors()["threshold-from-evaluation"]
    assert found.place.line == s.line("source: evaluation")
    for value, name in ((0.6, "f1_at_training_threshold_0_60"), (0.4, "f1_at_optimised_0_40")):
        ran = tuned(tmp_path / f"at-{value}", "prespecified", value).run()
        assert same(ran.value("all/f1/m"), right[name])
        assert same(ran.value("all-ranks/auroc/m"), right["auc"])


def test_the_objection_to_a_cut_off_says_what_it_does_not_touch(tmp_path):
    (found,) = tuned(tmp_path, "evaluation", 0.4).errors()["threshold-from-evaluation"]
    assert "auroc" in found.message + found.help


def steps(folder, *written):
    design = f"{{kind: leave-one-cohort-out, steps: [{', '.join(f'{{{w}}}' for w in written)}]}}"
    rows = {"A": [[0.9, 1]], "B": [[0.1, 0]]}
    return study(folder, cohorts=rows, summaries=summaries(["sensitivity"], "each"), design=design)


def test_the_step_that_learns_from_all_cohorts_is_named(tmp_path):
    right = report("leak-step-fitted-on-all")["right"]["values"]
    s = steps(
        tmp_path,
        "name: impute, kind: impute, learns_from: training",
        f"name: {right['finding_step']}, kind: select, learns_from: all-cohorts, uses_outcomes: true",
        "name: scaler, kind: scale, learns_from: all-cohorts",
        "name: model, kind: fit, learns_from: training, uses_outcomes: true",
    )
    errors = s.errors()
    (selection,), (scaling,) = errors.pop("selection-learns-from-evaluation"), errors.pop("step-learns-from-evaluation")
    assert f"`{right['finding_step']}`" in selection.message
    assert "`scaler`" in scaling.message
    assert selection.place.line == scaling.place.line == s.line("design:")
    assert not errors


def copied(tmp_path):
    given = report("leak-oversampled-before-split")["given"]
    tables = {
        "predictions.csv": "subject_id,score\n" + "".join(f"{i},0.9\n" for i in given["predictions_ids"]),
        "outcomes.csv": "subject_id,outcome\n" + "".join(f"{i},1\n" for i in given["outcomes_ids"]),
    }
    return study(tmp_path, files=tables, summaries=SENSITIVITY)


def test_resampling_before_the_split_is_an_error_and_a_copied_row_has_no_outcome(tmp_path):
    s = steps(tmp_path / "a", "name: smote, kind: resample, learns_from: all-cohorts, uses_outcomes: true")
    (found,) = s.errors()["resampled-before-split"]
    assert "`smote`" in found.message
    assert found.place.line == s.line("design:")
    refused = copied(tmp_path / "b").refused()
    assert (refused.exit_code, refused.message) == (1, "1 predicted unit has no outcome (line 4 of the predictions)")


def test_the_copied_row_is_named_by_its_line(tmp_path):
    assert "(line 4 of the predictions)" in copied(tmp_path).refused().message
