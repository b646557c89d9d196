"""How a number over several axes came about is said in words, in the order in which it was done."""

from report.studies import LOST, line, said, section, text_of, two_models, validated


def test_the_steps_are_told_in_their_order_with_what_each_member_weighs(tmp_path):
    ran = validated(
        tmp_path,
        summaries="\n  - {id: m, role: primary, metric: sensitivity, cohorts: macro, folds: pooled, repeats: macro, "
        "classes: by-support, minimum_defined: {cohorts: 4, classes: 3, repeats: 2}}\n",
    )
    assert (
        "folds put together; measured in each repeat, class and cohort; the mean over repeats (each counts the same), then "
        "over classes (weighted by actual members of the class), then over cohorts (each counts the same)" in said(ran)
    )


def test_members_that_all_count_the_same_are_said_once(tmp_path):
    ran = validated(
        tmp_path,
        summaries="\n  - {id: m, role: primary, metric: accuracy, cohorts: macro, folds: macro, repeats: each, "
        "minimum_defined: {cohorts: 4, folds: 3}}\n",
    )
    assert (
        "in repeat r2: measured in each fold and cohort; the mean over folds, then over cohorts (each counts the same)"
        in said(ran)
    )
    assert "defined in 4 of 4 cohorts" in said(ran)


def test_folds_and_repeats_have_lines_of_their_own_and_repeats_are_never_added_up(tmp_path):
    ran = validated(
        tmp_path,
        summaries="\n  - {id: m, role: primary, metric: sensitivity, cohorts: pooled, folds: pooled, repeats: each, classes: each}\n",
    )
    title = "m, as called"
    assert section(ran, title)[1].split()[:5] == ["cohort", "class", "fold", "repeat", "units"]
    assert line(ran, title, "A", "a", "f0", "r1")[4] == "10"
    assert line(ran, title, "pooled", "a", "pooled", "r2")[4] == "120"
    assert "240" not in text_of(ran)


def test_a_bound_says_what_it_assumes_of_unknown_outcomes_and_each_has_its_table(tmp_path):
    ran = two_models(
        tmp_path, lost=lambda n: n % 13 == 0, outcome=LOST,
        handling="{missing_prediction: refuse, missing_outcome: bounds}",
        summaries="\n  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}\n",
    )  # fmt: skip
    positives = [r["denominator"] for r in ran.results["rows"] if r["model"] == "new"]
    for assumed in ("positive", "negative"):
        words = f"if every unit without a known outcome were {assumed}"
        assert f"all units count alike, {words}" in said(ran)
        assert len(section(ran, f"new at main, {words}")) == 9
    assert f"120 units, {min(positives)} to {max(positives)} positive: the outcome of 10 is not known" in said(ran)
    assert sum(c["units"] for c in ran.results["counts"]) == 120 * 4


def test_a_subgroup_has_its_own_table_and_is_named_beside_every_number(tmp_path):
    ran = two_models(
        tmp_path, subgroups='{sex: {by: sex, levels: {women: ["F"], men: ["M"]}}}',
        summaries="\n  - {id: found, role: primary, metric: sensitivity, threshold: main, cohorts: pooled}"
        "\n  - {id: sub, role: secondary, metric: sensitivity, threshold: main, cohorts: pooled, subgroup: sex, interval: {method: wilson, level: 0.95}}\n",
    )  # fmt: skip
    units = [int(line(ran, f"new at main, in subgroup sex.{group}", "pooled")[1]) for group in ("women", "men")]
    assert sum(units) == 120 == int(line(ran, "new at main", "pooled")[1])
    assert "all units count alike, in subgroup sex.women" in said(ran)
    assert "4 cohorts, 120 units" in said(ran)


def test_a_population_says_what_is_assumed_and_gives_the_value_at_each_limit_of_its_prevalence(tmp_path):
    ran = two_models(
        tmp_path, costs="{false_negative: 5, false_positive: 1, unit: EUR}",
        populations="{screening: {prevalence: 0.1, source: registry, uncertainty: {lower: 0.05, upper: 0.15, level: 0.95}, "
        "rates: assumed-constant, why: same spectrum}}",
        summaries="\n  - {id: p, role: primary, metric: precision, threshold: main, models: [new], cohorts: macro, minimum_defined: 4, population: screening}"
        "\n  - {id: raw, role: secondary, metric: precision, threshold: main, models: [new], cohorts: pooled}"
        "\n  - {id: cut, role: secondary, metric: likelihood_ratio_cutoff, population: screening}\n",
    )  # fmt: skip
    at = {r["prevalence"]: f"{r['estimate']:.4f}" for r in ran.results["rows"] if r["summary"] == "p"}
    text = said(ran)
    assert f"{at[0.1]} at prevalence 0.1 (screening)" in text
    assert f"at 0.05, the lower limit of that prevalence: {at[0.05]}" in text
    assert f"at 0.15, the upper limit of that prevalence: {at[0.15]}" in text
    assert text.count("p: precision of new at main, macro") == 1
    assert "re-expressed there from sensitivity and specificity, which are assumed to hold there" in text
    assert (
        section(ran, "new at main")[-1]
        == "at 0.1, 0.05 and 0.15: re-expressed at that prevalence, of population screening"
    )
    assert "cut: likelihood_ratio_cutoff of new 1.8000 at prevalence 0.1 (screening)" in text
    assert "from the declared costs and prevalence alone: no unit counts here" in text
