"""A table of TP, FN, TN and FP is read strictly, and gives what rows would give."""

import pytest
from reports.study import Study, counts_of, same, summaries

from evalspec.tally.counts import MOST

TABLE = {"A": (1, 2, 3, 4), "B": (0, 0, 5, 6)}
POOLED = summaries(["sensitivity"], "pooled")
PREVALENCE = "\n  - {id: share, role: ROLE, metric: prevalence, cohorts: each}"
TWO = "{main: {source: as-published}, high: {source: as-published}}"
AT_BOTH = POOLED + POOLED.replace("main", "high").replace("id: pooled", "id: high").replace("primary", "secondary")


def of_text(folder, text, declared=POOLED, **sections) -> Study:
    s = counts_of(folder, TABLE, summaries=declared, **sections)
    (folder / "counts.csv").write_text(text)
    return s


@pytest.mark.parametrize(
    "declared", [POOLED + PREVALENCE.replace("ROLE", "secondary"), PREVALENCE.replace("ROLE", "primary")]
)
def test_a_prevalence_comes_from_the_outcomes_whatever_was_called(tmp_path, declared):
    ran = counts_of(tmp_path, TABLE, summaries=declared).run()
    assert same(ran.value("share/prevalence/m/cohort=A"), 3 / 10)
    assert same(ran.value("share/prevalence/m/cohort=B"), 0.0)


def test_counts_at_a_threshold_that_no_summary_names_are_left_out(tmp_path):
    ran = counts_of(tmp_path, TABLE, summaries=PREVALENCE.replace("ROLE", "primary")).run()
    assert [(c["threshold"], c["cohort"], c["tp"]) for c in ran.results["counts"]] == [
        (None, "A", None),
        (None, "B", None),
    ]


def test_thresholds_that_disagree_on_the_outcomes_give_no_prevalence(tmp_path):
    rows = "cohort,threshold,tp,fn,tn,fp\nA,main,1,2,3,4\nB,main,1,1,1,1\nA,high,0,4,3,4\nB,high,0,2,1,1\n"
    declared = AT_BOTH + PREVALENCE.replace("ROLE", "secondary")
    refused = of_text(tmp_path, rows, declared, thresholds=TWO).refused()
    assert "cohort A has 3 positives and 7 negatives at one threshold, 4 and 7 at high" in refused.message


def test_two_thresholds_stand_side_by_side(tmp_path):
    rows = "cohort,threshold,tp,fn,tn,fp\nA,main,1,2,3,4\nB,main,1,1,1,1\nA,high,0,3,3,4\nB,high,0,2,1,1\n"
    ran = of_text(tmp_path, rows, AT_BOTH, thresholds=TWO).run()
    assert same(ran.value("pooled/sensitivity/m"), 2 / 5)
    assert same(ran.value("high/sensitivity/m"), 0.0)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("A,-1,1,1,1", "no count"), ("A,1.0,1,1,1", "no count"), ("A,,1,1,1", "no count"), ("A,01,1,1,1", "no count"),
        (f"A,{MOST + 1},1,1,1", "at most"), ("C,1,1,1,1", "not in the plan"), ("B,1,1,1,1", "twice"),
    ],
)  # fmt: skip
def test_a_row_that_is_no_count_of_a_declared_cohort_is_refused_with_its_line(tmp_path, row, told):
    refused = of_text(tmp_path, f"cohort,tp,fn,tn,fp\nB,1,1,1,1\n{row}\n").refused()
    assert (refused.exit_code, refused.where) == (1, "counts.csv:3:1")
    assert told in refused.message


def test_a_missing_cohort_is_refused(tmp_path):
    refused = of_text(tmp_path, "cohort,tp,fn,tn,fp\nA,1,1,1,1\n").refused()
    assert "no row for model m, cohort B, threshold main" in refused.message


def test_the_largest_counts_are_summed_exactly(tmp_path):
    ran = of_text(tmp_path, f"cohort,tp,fn,tn,fp\nA,{MOST},0,0,0\nB,{MOST},1,0,0\n").run()
    row = ran.row("pooled/sensitivity/m")
    assert (row["numerator"], row["denominator"]) == (2 * MOST, 2 * MOST + 1)


def test_a_column_called_fold_is_none_where_the_plan_has_no_folds(tmp_path):
    refused = of_text(tmp_path, "cohort,fold,tp,fn,tn,fp\nA,x,1,1,1,1\nA,y,1,1,1,1\nB,x,1,1,1,1\n").refused()
    assert "twice" in refused.message
