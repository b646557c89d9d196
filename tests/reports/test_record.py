"""What was sealed stands with the results, and what differs from it is told with a non-zero exit code."""

import json

import pytest
from reports.study import command, report, same, study, summaries

from evalspec.pipeline import seal
from evalspec.pipeline._read import read_plan
from evalspec.plan.canonical import canonical, meaning_digest

SENSITIVITY = summaries(["sensitivity"])
ROWS = ((0.9, 1), (0.1, 0))
AT = "{{main: {{source: prespecified, value: {}, positive_when: score >= threshold, why: the label}}}}"


def test_results_hold_the_plan_that_made_them_and_verify_says_so(tmp_path):
    contained = report("spec-stored-with-results")["right"]["values"]["result_contains"]
    assert contained == ["plan", "plan_hash", "input_hashes", "tool_version"]
    s = study(tmp_path, rows=ROWS, summaries=SENSITIVITY)
    ran = s.run()
    plan = read_plan(s.plan).plan
    assert ran.results["plan"] == {"id": "report", "meaning": meaning_digest(plan), "text": canonical(plan).decode()}
    assert ran.results["tool"].startswith("evalspec ")
    bundle = json.loads((ran.folder / "bundle.json").read_text())
    assert set(bundle["inputs"]) == {"predictions", "outcomes"}
    assert all(digest.startswith("sha256:") for digest in bundle["inputs"].values())
    assert (ran.folder / "plan.yaml").read_bytes() == s.plan.read_bytes()
    code, out, _ = command("verify", s.plan, "--results", ran.folder)
    assert code == 0, out
    assert "results and tally are those of run 1 of 1" in out


def test_a_changed_cut_off_is_told_in_one_line_with_a_failing_exit_code(tmp_path):
    s = study(tmp_path, rows=ROWS, summaries=SENSITIVITY, thresholds=AT.format("0.60"))
    seal(s.plan)
    assert command("verify", s.plan)[0] == 0
    s.plan.write_text(s.plan.read_text().replace("0.60", "0.61"))
    code, out, _ = command("verify", s.plan)
    assert (code != 0) is report("verify-exit-code")["right"]["values"]["exit_nonzero"]
    assert code == 1
    assert [line.split("differs")[1].strip() for line in out.splitlines() if "differs" in line] == [
        "thresholds.main.value: sealed 0.6, now 0.61"
    ]
    assert command("run", s.plan, "-o", tmp_path / "out")[0] == 3


def meaning(folder, where, number):
    """The digest of a plan that says ``number`` as a cut-off, or as the prevalence of a population."""
    at = AT.format(number if where == "threshold" else "0.5")
    there = f"{{there: {{prevalence: {number if where == 'prevalence' else '0.5'}}}}}"
    s = study(folder, files={}, summaries=SENSITIVITY, thresholds=at, populations=there)
    plan = read_plan(s.plan).plan
    assert plan is not None
    return meaning_digest(plan)


@pytest.mark.parametrize("where", ["threshold", "prevalence"])
def test_equal_numbers_mean_the_same_however_they_are_spelled(tmp_path, where):
    groups = report("seal-number-spelling")["right"]["values"]["equal_groups"]
    digests = [{meaning(tmp_path, where, number) for number in group} for group in groups]
    assert [len(of_group) for of_group in digests] == [1] * len(groups)
    assert len(set.union(*digests)) == len(groups)


LONG = "{predictions: {path: predictions.csv, layout: long}, outcomes: outcomes.csv}"
MODEL = "{score: score, scale: probability, direction: higher-is-positive}"


def twins(folder, second="m0", **sections):
    given = report("compare-model-with-itself")["given"]
    tables = {
        "predictions.csv": "subject_id,model,score\n" + "".join(f"{u},{m},{x}\n" for u, m, x in given["predictions"]),
        "outcomes.csv": "subject_id,outcome\n" + "".join(f"{u},{y}\n" for u, y in given["outcomes"].items()),
    }
    models = f"{{m1: {MODEL}, {second}: {MODEL}}}"
    return study(folder, files=tables, summaries=SENSITIVITY, models=models, data=LONG, **sections)


def test_a_model_is_not_compared_with_itself_and_a_model_without_rows_is_an_error(tmp_path):
    right = report("compare-model-with-itself")["right"]["values"]["sensitivity"]
    ran = twins(tmp_path / "a").run()
    assert all(same(ran.value(f"all/sensitivity/{model}"), value) for model, value in right.items())
    gain = "[{id: gain, role: secondary, summary: all, models: [m1, m0], test: mcnemar-exact}]"
    (row,) = twins(tmp_path / "d", comparisons=gain).run().results["comparisons"]
    assert same(row["estimate"], report("compare-model-with-itself")["right"]["values"]["difference"])
    assert row["positives"] == {"both": 1, "first_only": 0, "second_only": 0, "neither": 1}
    assert row["p_value"] == 1
    itself = "[{id: gain, role: secondary, summary: all, models: [m1, m1]}]"
    (found,) = twins(tmp_path / "b", comparisons=itself).errors()["comparison-with-itself"]
    assert "compares `m1` with itself" in found.message
    (found,) = twins(tmp_path / "c", second="m9").errors()["model-missing-for-unit"]
    assert "`m9` has no row" in found.message


def test_two_models_with_identical_scores_are_noticed(tmp_path):
    found = twins(tmp_path).check().findings
    assert [f for f in found if "m0" in f.message and "m1" in f.message]
