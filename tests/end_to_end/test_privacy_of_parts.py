"""Clusters, pairs and subgroups bring rows of one unit together: no id of a unit or a cluster is left behind."""

import json

import pytest
from end_to_end.made import CLUSTERED, bootstrap, people, planned, sound

MARK = "Zebra"


@pytest.mark.parametrize("parts", ["clusters", "pairs"])
def test_no_id_of_a_unit_or_cluster_stands_in_what_a_run_leaves(tmp_path, parts):
    frame = people(120, patients=30)
    frame["subject_id"] = MARK + frame.subject_id
    frame["patient"] = MARK + frame.patient
    drawn = bootstrap("clusters" if parts == "clusters" else "units", replicates=100)
    own = f", interval: {drawn}" if parts == "clusters" else ""
    made = planned(
        tmp_path / "p", frame, units=CLUSTERED if parts == "clusters" else "{id: subject_id, id_scope: study}",
        subgroups='{women: {where: {sex: ["F"]}}}',
        summaries=f"\n  - {{id: s, role: primary, metric: sensitivity, threshold: main, cohorts: pooled{own}}}"
        f"\n  - {{id: r, role: secondary, metric: auroc, cohorts: pooled{own}}}"
        f"\n  - {{id: w, role: secondary, metric: auroc, cohorts: pooled, subgroup: women{own}}}",
        comparisons=None if parts == "clusters" else
        f"\n  - {{id: c, role: secondary, summary: r, models: [a, b], measure: difference, interval: {drawn}}}"
        "\n  - {id: d, role: secondary, summary: s, models: [a, b], measure: difference, "
        "interval: {method: newcombe-paired, level: 0.95}}",
    )  # fmt: skip
    ran = sound(made)
    tally = json.loads((ran.folder / "tally.json").read_text())
    wanted = {"clusters", "clustered"} if parts == "clusters" else {"paired", "paired_groups"}
    assert {name for name in wanted if tally.get(name)} == wanted
    left = [p for p in made.folder.rglob("*") if p.is_file() and p.name not in ("predictions.csv", "outcomes.csv")]
    assert len(left) > 4
    for path in left:
        assert MARK.encode() not in path.read_bytes(), path
