"""A threshold that was to reach a rate: the target, what was observed, and how fine that can be told."""

from fractions import Fraction

from report.studies import line, said, section, text_of, two_models

AT = "{{hi: {{source: training, rule: {{{rate}_at_least: 0.90}}, value: {value}, positive_when: score >= threshold, why: the label}}}}"


def of(tmp_path, rate, metric, value=0.5):
    return two_models(
        tmp_path, thresholds=AT.format(rate=rate, value=value),
        summaries=f"\n  - {{id: f, role: primary, metric: {metric}, threshold: hi, models: [new], cohorts: pooled, interval: {{method: wilson, level: 0.95}}}}"
        f"\n  - {{id: g, role: secondary, metric: {metric}, threshold: hi, models: [new], cohorts: macro, "
        f"minimum_defined: 4, interval: {{method: delta, level: 0.95}}}}\n",
    )  # fmt: skip


def totals(ran):
    return [sum(c[k] for c in ran.results["counts"] if c["model"] == "new") for k in ("tp", "fn", "tn", "fp")]


def test_sensitivity_at_a_target_specificity_shows_what_was_observed_and_the_step_of_a_negative(tmp_path):
    ran = of(tmp_path, "specificity", "sensitivity")
    tp, fn, tn, fp = totals(ran)
    n = tn + fp
    told = f"the threshold was to reach a specificity of at least 0.90: observed {tn / n:.4f} ({tn}/{n}); "
    told += f"N+ {tp + fn}, N− {n}, one unit of N− is a step of {float(Fraction(1, n)):.4f}"
    assert told in said(ran)
    title = "the threshold was to reach a specificity of at least 0.90 (training); observed here:"
    assert section(ran, title)[1].split() == [
        "cohort",
        "target",
        "specificity",
        "as",
        "counted",
        "N+",
        "N−",
        "step",
        "1/N−",
    ]
    assert line(ran, title, "pooled") == [
        "pooled",
        "0.90",
        f"{tn / n:.4f}",
        f"{tn}/{n}",
        str(tp + fn),
        str(n),
        f"{1 / n:.4f}",
    ]
    for c in ran.results["counts"]:
        if c["model"] == "new":
            assert line(ran, title, c["cohort"])[3] == f"{c['tn']}/{c['negatives']}"
            assert f"{c['cohort']} {c['tn'] / c['negatives']:.4f} ({c['tn']}/{c['negatives']})" in said(ran)


def test_the_converse_shows_the_observed_sensitivity_and_the_step_of_a_positive(tmp_path):
    ran = of(tmp_path, "sensitivity", "specificity")
    tp, fn, *_ = totals(ran)
    assert f"a sensitivity of at least 0.90: observed {tp / (tp + fn):.4f} ({tp}/{tp + fn})" in said(ran)
    assert f"one unit of N+ is a step of {1 / (tp + fn):.4f}" in said(ran)


def test_a_threshold_that_aims_at_no_rate_has_no_such_table(tmp_path):
    ran = two_models(
        tmp_path, summaries="\n  - {id: f, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n"
    )
    assert "was to reach" not in text_of(ran)


def test_where_nobody_is_negative_the_observed_specificity_is_undefined_and_no_zero(tmp_path):
    from reports.study import study

    ran = study(
        tmp_path, cohorts={"A": [(0.9, 1), (0.2, 0)], "B": [(0.7, 1), (0.3, 1)]},
        thresholds="{hi: {source: training, rule: {specificity_at_least: 0.90}, value: 0.5, positive_when: score >= threshold, why: x}}",
        summaries="\n  - {id: f, role: primary, metric: sensitivity, threshold: hi, cohorts: each}\n",
    ).run()  # fmt: skip
    title = "the threshold was to reach a specificity of at least 0.90 (training); observed here:"
    assert line(ran, title, "B") == ["B", "0.90", "undefined", "0/0", "2", "0", "–"]
    assert "observed undefined (actual negatives (TN + FP) = 0)" in said(ran)
