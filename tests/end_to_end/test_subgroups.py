"""Subgroups from files: who is in each, by loops over the rows."""

import pytest
from end_to_end.made import auroc, people, planned, rows_of, sound, table
from scipy.stats import norm

SUBGROUPS = (
    '{women: {where: {sex: ["F"]}}, old: {where: {age: {from: 65}}}, '
    'sex: {by: sex, levels: {f: ["F"], m: ["M"]}}, site: {by: patient, levels: {few: ["p01", "p02", "p03"]}}}'
)
IN = {
    "women": lambda r: r.sex == "F", "old": lambda r: r.age >= 65, "sex.f": lambda r: r.sex == "F",
    "sex.m": lambda r: r.sex == "M", "site.few": lambda r: r.patient.isin(["p01", "p02", "p03"]),
}  # fmt: skip
NAMED = "[women, old, sex, site]"
SUMMARIES = (
    f"\n  - {{id: s, role: primary, metric: sensitivity, threshold: main, models: [a], cohorts: pooled, subgroup: {NAMED}}}"
    f"\n  - {{id: e, role: secondary, metric: specificity, threshold: main, models: [a], cohorts: each, subgroup: {NAMED}}}"
    f"\n  - {{id: r, role: secondary, metric: auroc, models: [a], cohorts: pooled, subgroup: {NAMED}}}"
    "\n  - {id: m, role: secondary, metric: sensitivity, threshold: main, models: [a], cohorts: macro, "
    "minimum_defined: 1, subgroup: women}"
    "\n  - {id: all, role: secondary, metric: sensitivity, threshold: main, models: [a], cohorts: pooled}"
)


@pytest.mark.parametrize("in_units", [False, True])
def test_subgroups_may_overlap_and_each_holds_the_units_that_its_columns_say(tmp_path, in_units):
    frame = people(150)
    columns = ["subject_id", "cohort", "sex", "age", "patient"]
    shown = frame.drop(columns=["cohort", "sex", "age", "patient"]) if in_units else frame
    told = {"data": "{predictions: predictions.csv, outcomes: outcomes.csv, units: units.csv}"} if in_units else {}
    names = "{column: cohort, members: [A, B, C]}"
    (tmp_path / "p").mkdir()
    frame[columns].to_csv(tmp_path / "p" / "units.csv", index=False)
    made = planned(tmp_path / "p", frame, subgroups=SUBGROUPS, summaries=SUMMARIES, cohorts=names, **told)
    if in_units:
        shown.drop(columns="outcome").to_csv(tmp_path / "p" / "predictions.csv", index=False)
    rows = rows_of(sound(made))
    for name, member in IN.items():
        mine = frame[member(frame)]
        tp, fn, _, _ = table(mine)
        row = rows[f"s/sensitivity/a/subgroup={name}"]
        assert (row["numerator"], row["denominator"], row["subgroup"]) == (tp, tp + fn, name)
        ranked = auroc(mine)
        assert rows[f"r/auroc/a/subgroup={name}"]["estimate"] == pytest.approx(ranked, rel=1e-12)
        for c in "ABC":
            _, _, tn, fp = table(mine[mine.cohort == c])
            row = next(r for a, r in rows.items() if a.startswith("e/") and (r["subgroup"], r["cohort"]) == (name, c))
            assert (row["undefined"] is None) == bool(tn + fp)
            assert (row["numerator"], row["denominator"]) == ((tn, tn + fp) if tn + fp else (None, None))
    women = frame[frame.sex == "F"]
    parts = [table(women[women.cohort == c]) for c in "ABC"]
    assert rows["m/sensitivity/a/subgroup=women"]["estimate"] == pytest.approx(
        sum(p[0] / (p[0] + p[1]) for p in parts) / 3, rel=1e-12
    )
    tp, fn, _, _ = table(frame)
    assert rows["all/sensitivity/a"]["denominator"] == tp + fn


def test_two_subgroups_are_compared_as_different_units(tmp_path):
    frame = people(200)
    made = planned(
        tmp_path / "p", frame, subgroups='{women: {where: {sex: ["F"]}}, men: {where: {sex: ["M"]}}}',
        summaries="\n  - {id: s, role: primary, metric: sensitivity, threshold: main, models: [a], cohorts: pooled, "
        "subgroup: [women, men]}",
        comparisons="\n  - {id: d, role: secondary, summary: s, subgroups: [women, men], paired: false, "
        "measure: difference, interval: {method: wald-unpaired, level: 0.95}}",
    )  # fmt: skip
    (row,) = sound(made).results["comparisons"]
    assert (row["address"], row["subgroup"]) == ("d/sensitivity/women vs men/a", None)
    (k, m), (j, n) = ((tp, tp + fn) for tp, fn, _, _ in (table(frame[frame.sex == s]) for s in "FM"))
    d, v = k / m - j / n, k * (m - k) / m**3 + j * (n - j) / n**3
    half = norm.ppf(0.975) * v**0.5
    assert (row["estimate"], row["lower"], row["upper"]) == pytest.approx((d, d - half, d + half), rel=1e-9)


def test_units_in_no_level_of_a_family_are_counted_by_a_rule_and_not_in_a_subgroup(tmp_path):
    frame = people(90)
    frame.loc[[3, 4, 5], "sex"] = ""
    summaries = SUMMARIES.replace(NAMED, "sex").replace("subgroup: women", "subgroup: sex")
    made = planned(
        tmp_path / "p", frame, subgroups='{sex: {by: sex, levels: {f: ["F"], m: ["M"]}}}', summaries=summaries
    )
    rows = rows_of(sound(made))
    inside = sum(rows[f"s/sensitivity/a/subgroup=sex.{k}"]["denominator"] for k in "fm")
    assert inside == int(((frame.outcome == 1) & (frame.sex != "")).sum())


def test_more_than_62_subgroups_are_refused(tmp_path):
    frame = people(90)

    def made(n):
        levels = ", ".join(f'a{k}: ["p{k:02}"]' for k in range(n))
        return planned(
            tmp_path / f"p{n}", frame, subgroups=f"{{who: {{by: patient, levels: {{{levels}}}}}}}",
            summaries="\n  - {id: s, role: primary, metric: sensitivity, threshold: main, models: [a], cohorts: pooled, "
            "subgroup: who}",
        )  # fmt: skip

    rows = rows_of(sound(made(62)))
    for k in (0, 61):
        want = int(((frame.patient == f"p{k:02}") & (frame.outcome == 1)).sum())
        assert rows[f"s/sensitivity/a/subgroup=who.a{k}"]["denominator"] == (want or None)
    (refused,) = made(63).check().errors
    assert refused.message.startswith("63 subgroups, more than 62")


def test_a_family_is_no_side_of_a_comparison(tmp_path):
    made = planned(
        tmp_path / "p", people(90), subgroups=SUBGROUPS,
        summaries=SUMMARIES, comparisons="\n  - {id: d, role: secondary, summary: s, subgroups: [women, sex], "
        "paired: false, measure: difference, interval: {method: wald-unpaired, level: 0.95}}",
    )  # fmt: skip
    assert list(made.errors()) == ["comparison-names-several-rows"]
