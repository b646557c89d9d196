"""Once the tally is made, every declared number comes from it: the rows may be gone, and no engine is asked again."""

import duckdb
from end_to_end.made import bootstrap, people, planned

import evalspec.pipeline._run as running

SUMMARIES = (
    "\n  - {id: sens, role: primary, metric: [sensitivity, f1], threshold: main, cohorts: macro, minimum_defined: 2, "
    f"interval: {bootstrap(strata='cohort')}}}"
    f"\n  - {{id: auc, role: secondary, metric: auroc, cohorts: pooled, interval: {bootstrap()}}}"
    "\n  - {id: loss, role: secondary, metric: [brier, log_loss], cohorts: each, interval: {method: delta, level: 0.95}}"
    "\n  - {id: women, role: secondary, metric: precision, threshold: main, cohorts: pooled, subgroup: women}"
    "\n  - {id: rand, role: secondary, metric: sensitivity, threshold: main, "
    "cohorts: {random-effects: {scale: logit, zero_cells: half-where-zero, tau2: reml}}, minimum_defined: 3}"
)
MORE = {
    "summaries": SUMMARIES,
    "subgroups": "{women: {where: {sex: [F]}}}",
    "comparisons": "\n  - {id: c, role: secondary, summary: auc, models: [a, b], interval: {method: delong-paired, level: 0.95}, test: delong}",
    "curves": "\n  - {id: roc, kind: roc, cohorts: pooled}\n  - {id: calibration, kind: calibration, cohorts: each}",
    "multiplicity": "{method: none, why: a description}",
}


def test_after_the_tally_no_row_is_read_and_no_engine_is_asked(tmp_path, monkeypatch):
    with_rows = planned(tmp_path / "p", people(), **MORE)
    without = planned(tmp_path / "q", people(), **MORE)
    assert not with_rows.check().errors
    kept = with_rows.run().results
    real = running.computed

    def computed(opened, **told):
        found = real(opened, **told)
        for name in ("predictions.csv", "outcomes.csv"):
            (without.folder / name).unlink()
        monkeypatch.setattr(duckdb, "connect", None)
        return found

    monkeypatch.setattr(running, "computed", computed)
    left = without.run().results
    assert {**left, "plan": None} == {**kept, "plan": None}
    assert len(left["rows"]) > 20
    assert left["comparisons"][0]["lower"] is not None
