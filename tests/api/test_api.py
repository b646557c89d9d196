"""What ``import evalspec`` offers: the main job from Python, with frames and notebook tables."""

import pytest
from project import project
from report.studies import two_models

import evalspec
from evalspec.frame import to_frame
from evalspec.report._html import as_table


@pytest.fixture
def plan(tmp_path):
    return project(tmp_path / "p", "indo-rct")


def test_the_main_job_from_python(plan, tmp_path):
    loaded = evalspec.load(plan)
    assert list(loaded.to_frame()["summary"].unique())[-1] == "headline"
    checked = evalspec.check(plan)
    assert checked.ok
    assert set(checked.to_frame()["severity"]) == {"warning"}
    assert {"proved", "matched", "attested"} <= set(checked.coverage()["grade"].dropna())
    sealed = evalspec.seal(plan)
    assert sealed.head.startswith("sha256:")
    assert list(sealed.to_frame()["kind"]) == ["sealed"]
    results = evalspec.run(plan, tmp_path / "out")
    frame = results.to_frame()
    assert list(frame.columns[:6]) == ["summary", "role", "role_declared", "metric", "model", "threshold"]
    (headline,) = frame[frame["summary"] == "headline"].to_dict("records")
    assert round(headline["estimate"], 4) == 0.4639
    assert headline["undefined_in"] == {"Case": "actual positives (TP + FN) = 0"}
    assert len(results.counts()) == 16
    assert results.gates == {}
    again = evalspec.load_results(tmp_path / "out")
    assert (again.data, again.report) == (results.data, results.report)


def test_undefined_is_none_in_a_frame_and_never_nan(plan, tmp_path):
    evalspec.seal(plan)
    frame = evalspec.run(plan, tmp_path / "out").to_frame()
    undefined = frame[frame["undefined"].notna()]
    assert len(undefined) > 5
    assert all(value is None for value in undefined["estimate"])


def test_every_object_shows_itself_in_a_notebook_and_escapes_the_author_s_names(plan, tmp_path):
    plan.write_text(plan.read_text().replace("title: Post-ERCP", 'title: "<img src=x onerror=alert(1)>"  #'))
    shown = [evalspec.load(plan), evalspec.check(plan), evalspec.seal(plan), evalspec.run(plan, tmp_path / "out")]
    for one in shown:
        html = one._repr_html_()
        assert "<table>" in html or ": none" in html
        assert "<img" not in html
        assert repr(one).startswith("<evalspec.")


def test_a_plan_that_can_not_be_read_is_one_clear_refusal(plan):
    plan.write_text(plan.read_text().replace("kind: binary", "kind: binray"))
    with pytest.raises(evalspec.Refusal) as refused:
        evalspec.load(plan)
    assert "`binray`" in refused.value.message
    assert refused.value.place.line == 7
    assert not evalspec.check(plan).ok


def test_results_that_were_changed_are_not_read_back(plan, tmp_path):
    evalspec.seal(plan)
    evalspec.run(plan, tmp_path / "out")
    path = tmp_path / "out" / "results.json"
    path.write_text(path.read_text().replace('"role":"primary"', '"role": "primary"'))
    with pytest.raises(evalspec.Refusal):
        evalspec.load_results(tmp_path / "out")
    with pytest.raises(evalspec.Refusal):
        evalspec.load_results(tmp_path / "nowhere")


def test_an_unknown_name_says_what_there_is():
    with pytest.raises(AttributeError, match="it offers Checked, Plan"):
        _ = evalspec.validate
    assert evalspec.__version__ == "0.1.0"


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compared")
    two_models(
        folder,
        summaries="\n  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}"
        "\n  - {id: re, role: secondary, metric: sensitivity, threshold: main, minimum_defined: 3, "
        "cohorts: {random-effects: {scale: logit, zero_cells: half-where-zero, tau2: reml}}}\n",
        comparisons="\n  - {id: d, role: secondary, summary: found, models: [new, old], test: mcnemar-exact}\n",
        curves="\n  - {id: pr, kind: precision-recall, models: [new], cohorts: pooled}\n",
        gates="\n  - {id: good, require: [{summary: found, model: new, bound: estimate, at_least: 0.1}]}\n",
    )
    return evalspec.load_results(folder / "out")


def test_comparisons_members_and_fits_are_frames(compared):
    (d,) = compared.comparisons().to_dict("records")
    assert (d["first"], d["second"], d["test"]) == ("new", "old", "mcnemar-exact")
    assert set(d["positives"]) == {"both", "first_only", "second_only", "neither"}
    assert set(compared.heterogeneity()["k"]) == {4}
    weights = compared.companions().groupby("address")["weight"].sum()
    assert weights["re/sensitivity/new"] == pytest.approx(1)


def test_curves_are_a_frame_with_a_row_a_point_and_the_lines_beside_them(compared):
    frame, (curve,) = compared.curves(), compared.data["curves"]
    assert list(frame.columns) == ["curve", "kind", "model", "cohort", "line", "x", "y", "threshold", "n"]
    assert sum(line is None for line in frame["line"]) == len(curve["points"])
    assert set(frame["line"]) == {None, "prevalence"}


def test_a_plan_without_comparisons_or_curves_gives_empty_frames_with_columns(plan, tmp_path):
    evalspec.seal(plan)
    results = evalspec.run(plan, tmp_path / "out")
    for frame in (results.comparisons(), results.curves(), results.heterogeneity()):
        assert len(frame) == 0
        assert len(frame.columns) > 2


def test_a_field_that_only_some_rows_have_is_none_elsewhere_and_no_nan():
    rows = [{"cohort": "A"}, {"cohort": "B", "scenario": "unknown-positive"}]
    assert to_frame(rows)["scenario"].tolist() == [None, "unknown-positive"]
    assert "<th>scenario</th>" in as_table("Counts", rows)


def test_a_notebook_shows_comparisons_and_gates_and_no_undefined_estimate_as_an_empty_cell(compared):
    html = compared._repr_html_()
    assert "<caption>Comparisons</caption>" in html
    assert "<td>good</td><td>met</td>" in html
    shown = as_table("Numbers", [{"address": "a", "estimate": None, "undefined": "actual positives (TP + FN) = 0"}])
    assert "<td>undefined</td>" in shown
