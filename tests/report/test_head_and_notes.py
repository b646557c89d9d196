"""Who was analysed, who was left out, and what the notes say of them."""

from report.studies import LOST, graded, line, run, said, section, table, text_of, two_models
from reports.study import counts_of

SUMMARIES = "\n  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n"


def test_units_left_out_are_counted_in_each_cohort_of_the_table_and_in_the_notes(tmp_path):
    ran = two_models(
        tmp_path, lost=lambda n: n % 13 == 0, outcome=LOST, summaries=SUMMARIES,
        handling="{missing_prediction: refuse, missing_outcome: {exclude: lost to follow-up}}",
    )  # fmt: skip
    assert "4 cohorts, 110 units" in said(ran)
    assert section(ran, "new at main")[1].split()[:3] == ["cohort", "units", "excluded"]
    assert line(ran, "new at main", "A")[1:3] == ["27", "3"]
    assert line(ran, "new at main", "pooled")[1:3] == ["110", "10"]
    assert "left out as declared: 3 units of A" in said(ran)


def test_indeterminate_results_are_counted_in_each_cohort(tmp_path):
    units = graded()
    files = {
        "predictions.csv": table(
            "subject_id,cohort,call", [(u[0], u[1], "INV" if n % 9 == 0 else int(float(u[4]) > 0.5)) for n, u in enumerate(units)]
        ),
        "outcomes.csv": table("subject_id,outcome", [(u[0], u[3]) for u in units]),
    }  # fmt: skip
    ran = run(
        tmp_path, files=files, cohorts=list("ABCD"), models="{m: {calls: call}}", thresholds=None,
        summaries="\n  - {id: found, role: primary, metric: sensitivity, cohorts: pooled}\n",
        handling='{missing_prediction: refuse, missing_outcome: refuse, indeterminate: {tokens: ["INV"], column: call, as: counts-as-wrong}}',
    )  # fmt: skip
    assert section(ran, "m, as called")[1].split()[:3] == ["cohort", "units", "indeterminate"]
    assert line(ran, "m, as called", "A")[1:3] == ["30", "4"]
    assert line(ran, "m, as called", "pooled")[1:3] == ["120", "14"]
    assert "with an indeterminate result: 4 units of A (m)" in said(ran)


def test_probability_metrics_stand_in_a_table_whether_or_not_they_have_an_interval(tmp_path):
    ran = two_models(
        tmp_path, summaries=SUMMARIES + "  - {id: p, role: secondary, metric: [brier, calibration_slope], cohorts: pooled}\n"
    )  # fmt: skip
    brier, slope = (ran.value(f"p/{m}/new") for m in ("brier", "calibration_slope"))
    head, pooled = section(ran, "probabilities")[1].split(), line(ran, "probabilities", "pooled")
    assert head[-8:] == ["brier", "new", "brier", "old", "calibration_slope", "new", "calibration_slope", "old"]
    assert pooled[-4] == f"{brier:.4f}"
    assert pooled[-2] == f"{slope:.4f}"


def test_every_declared_number_is_somewhere_in_the_report(tmp_path):
    metrics = "[sensitivity, npv, mcc, kappa, positive_rate, likelihood_ratio_positive, {f_beta: {beta: 2}}]"
    ran = two_models(
        tmp_path,
        summaries=f"\n  - {{id: a, role: primary, metric: {metrics}, threshold: main, cohorts: pooled}}"
        f"\n  - {{id: b, role: secondary, metric: {metrics}, threshold: main, cohorts: macro, minimum_defined: 2}}"
        f"\n  - {{id: c, role: exploratory, metric: {metrics}, threshold: main, cohorts: each}}"
        "\n  - {id: d, role: secondary, metric: [auroc, average_precision, {partial_auroc: {specificity_at_least: 0.80}}], cohorts: each}\n",
    )  # fmt: skip
    for row in ran.results["rows"]:
        assert ("undefined" if row["estimate"] is None else f"{row['estimate']:.4f}") in text_of(ran), row["address"]
        assert row["metric"] in text_of(ran)


def test_a_thousand_cohorts_are_folded_with_counts_and_what_is_not_met_is_shown_first(tmp_path):
    ran = counts_of(
        tmp_path, {f"c{n:04}": (0 if n == 999 else 1, 1 if n == 999 else 0, 1, 1) for n in range(1000)},
        summaries="\n  - {id: each, role: primary, metric: sensitivity, threshold: main, cohorts: each}\n",
        gates="[{id: g, require: [{summary: each, bound: estimate, at_least: 0.5, every: cohort}]}]",
    ).run()  # fmt: skip
    assert "the first 200 of 1,000 lines: results.json holds the other 800 as well" in text_of(ran)
    assert (
        section(ran, "GATES")[2].strip()
        == "not met: estimate of each/sensitivity/m/cohort=c0999 is 0.0000, must be at least 0.5"
    )
    assert "40 of 1,000 demands, in all: 1 not met, 0 undecided, 999 met" in text_of(ran)
    assert len(text_of(ran)) < 60_000
