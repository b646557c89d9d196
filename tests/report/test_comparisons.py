"""Comparisons: both values, the difference, its interval and test, who calls whom, and the conclusion in words."""

import pytest
from report.studies import calls_of_classes, said, section, text_of, two_models

SUMMARIES = """
  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}
  - {id: ranks, role: secondary, metric: auroc, cohorts: each}
  - {id: sub, role: secondary, metric: sensitivity, threshold: main, models: [new], cohorts: pooled, subgroup: [women, men]}
"""
GROUPS = '{women: {where: {sex: ["F"]}}, men: {where: {sex: ["M"]}}}'
COMPARISONS = """
  - {id: d, role: primary, summary: found, models: [new, old], interval: {method: newcombe-paired, level: 0.95},
     test: mcnemar-exact, hypothesis: {kind: non-inferiority, margin: 0.5}}
  - {id: s, role: secondary, summary: found, models: [new, old], interval: {method: newcombe-paired, level: 0.95}, hypothesis: {kind: superiority}}
  - {id: r, role: secondary, summary: ranks, models: [new, old], interval: {method: delong-paired, level: 0.95}, test: delong}
  - {id: g, role: secondary, summary: sub, subgroups: [women, men], measure: ratio}
"""


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    return two_models(
        tmp_path_factory.mktemp("comparisons"), summaries=SUMMARIES, comparisons=COMPARISONS,
        subgroups=GROUPS,
    )  # fmt: skip


def row(ran, name, cohort=None):
    return next(c for c in ran.results["comparisons"] if c["comparison"] == name and c["cohort"] == cohort)


def test_a_comparison_tells_which_minus_which_with_both_values_interval_and_p(ran):
    d = row(ran, "d")
    new, old = (ran.value(f"found/sensitivity/{m}") for m in ("new", "old"))
    assert "d: sensitivity at main, new minus old, pooled over cohorts: all units count alike (primary)" in said(ran)
    assert (
        f"{d['estimate']:.4f} (new {new:.4f}, old {old:.4f}) 95 % CI {d['lower']:.4f} to {d['upper']:.4f} (newcombe-paired)"
        in said(ran)
    )
    assert f"p = {d['p_value']:.4f}, two-sided, of no difference (mcnemar-exact)" in said(ran)


def test_the_paired_table_tells_positives_and_negatives_apart(ran):
    for name, n in (("positives", row(ran, "d")["positives"]), ("negatives", row(ran, "d")["negatives"])):
        told = f"of {sum(n.values())} actual {name}, called positive by both {n['both']}, "
        told += f"by new only {n['first_only']}, by old only {n['second_only']}, by neither {n['neither']}"
        assert told in said(ran)


def test_the_hypothesis_its_margin_and_what_would_show_it_stand_beside_the_conclusion(ran):
    assert row(ran, "d")["conclusion"] == "non-inferior"
    assert (
        "non-inferiority within a margin of 0.5: shown (shown by the lower limit above -0.5); new is non-inferior to old"
        in said(ran)
    )
    assert row(ran, "s")["conclusion"] == "not shown"
    assert "superiority: not shown (shown by the lower limit above 0), which is no evidence of the contrary" in said(
        ran
    )


def test_each_cohort_has_its_comparison_and_subgroups_name_their_model(ran):
    for cohort in "ABCD":
        assert f"r: auroc, new minus old, in cohort {cohort} (secondary)" in said(ran)
    assert "g: sensitivity of new at main, women over men, pooled over cohorts" in said(ran)
    g = row(ran, "g")
    women, men = (ran.value(f"sub/sensitivity/new/subgroup={w}") for w in ("women", "men"))
    assert f"{g['estimate']:.4f} (women {women:.4f}, men {men:.4f})" in said(ran)


def test_a_tiny_p_is_below_one_in_ten_thousand_and_never_zero(tmp_path):
    ran = two_models(
        tmp_path, each=150,
        summaries="\n  - {id: spared, role: primary, metric: auroc, cohorts: pooled}\n",
        comparisons="\n  - {id: d, role: secondary, summary: spared, models: [new, old], test: delong}\n",
    )  # fmt: skip
    (d,) = ran.results["comparisons"]
    assert d["p_value"] < 0.0001
    assert "p < 0.0001, two-sided, of no difference (delong)" in said(ran)


def crossing(tmp_path, thresholds):
    return two_models(
        tmp_path, costs="{false_negative: 5, false_positive: 1, unit: EUR}", thresholds=thresholds,
        summaries="\n  - {id: c, role: primary, metric: expected_cost, threshold: hi, cohorts: pooled}\n",
        comparisons="\n  - {id: x, role: secondary, summary: c, models: [new, old], measure: crossover-prevalence}\n",
    )  # fmt: skip


def test_a_crossing_tells_which_model_costs_less_on_which_side_from_the_two_costs(tmp_path):
    ran = crossing(
        tmp_path, "{hi: {source: prespecified, value: {new: 0.3, old: 0.6}, positive_when: score >= threshold, why: x}}"
    )
    (x,) = ran.results["comparisons"]
    new, old = (ran.value(f"c/expected_cost/{m}") for m in ("new", "old"))
    prevalence = sum(c["positives"] for c in ran.results["counts"] if c["model"] == "new") / 120
    assert new < old
    assert x["estimate"] < prevalence
    assert "the prevalence at which new and old cost the same" in said(ran)
    assert (
        f"below it old costs less, above it new: at prevalence {prevalence:.4f} new costs {new:.4f} and old {old:.4f} a case"
        in said(ran)
    )


def test_where_the_costs_do_not_cross_the_reason_stands_and_no_side_is_named(tmp_path):
    ran = crossing(tmp_path, "{hi: {source: prespecified, value: 0.5, positive_when: score >= threshold, why: x}}")
    (x,) = ran.results["comparisons"]
    assert x["undefined"]
    assert f"undefined: {x['undefined']}" in said(ran)
    assert "below it" not in said(ran)


def test_of_several_classes_the_table_is_of_who_is_right(tmp_path):
    units = [("A", y, call) for y, call in zip("aabbcc" * 5, "aabcca" * 5, strict=True)]
    files = {
        "predictions.csv": "subject_id,one,two\n"
        + "".join(f"s{n},{call},{y}\n" for n, (_, y, call) in enumerate(units)),
        "outcomes.csv": "subject_id,outcome\n" + "".join(f"s{n},{y}\n" for n, (_, y, _) in enumerate(units)),
    }
    ran = calls_of_classes(
        tmp_path, units, files=files, cohorts=None, models="{one: {calls: one}, two: {calls: two}}",
        summaries="\n  - {id: right, role: primary, metric: accuracy}\n",
        comparisons="\n  - {id: d, role: secondary, summary: right, models: [one, two], test: mcnemar-exact}\n",
    )  # fmt: skip
    assert "of 30 units, called right by both 20, by one only 0, by two only 10, by neither 0" in said(ran)


def test_a_gate_on_a_comparison_says_what_it_must_conclude_and_what_it_does(tmp_path):
    ran = two_models(
        tmp_path, summaries=SUMMARIES, comparisons=COMPARISONS, subgroups=GROUPS,
        gates="\n  - {id: safe, require: [{comparison: d, concludes: non-inferior}]}\n  - {id: best, require: [{comparison: s, concludes: superior}]}\n",
    )  # fmt: skip
    told = [line.strip() for line in section(ran, "GATES")]
    assert told[1:3] == ["safe: MET", "met: d/sensitivity/new vs old concludes non-inferior, as it must"]
    assert told[3:] == [
        "best: NOT MET",
        "not met: s/sensitivity/new vs old must conclude superior; it concludes: not shown",
    ]


def test_a_plan_without_comparisons_has_no_such_section(tmp_path):
    ran = two_models(tmp_path, summaries="\n  - {id: a, role: primary, metric: auroc, cohorts: each}\n")
    assert "COMPARISONS" not in text_of(ran)
    assert "FIGURES" not in text_of(ran)
