"""What becomes of units without a result, without an outcome, or with a result that is neither: counted over the rows."""

import numpy as np
import pytest
from end_to_end.made import auroc, people, planned, rows_of, sound, table

WRONG = "{missing_prediction: counts-as-wrong, missing_outcome: refuse}"
LEFT_OUT = "{missing_prediction: {exclude: the assay failed}, missing_outcome: refuse}"
RATES = "\n  - {id: s, role: primary, metric: [sensitivity, specificity], threshold: main, cohorts: each}"
RANKS = "\n  - {id: r, role: secondary, metric: auroc, cohorts: pooled}"


def counted(ran, model, cohort):
    (row,) = [r for r in ran.results["counts"] if (r["model"], r["cohort"], r["threshold"]) == (model, cohort, "main")]
    return row


def cells(row):
    return tuple(row[k] for k in ("tp", "fn", "tn", "fp"))


def holes(frame, where):
    """The rows with an empty score of model ``a`` in the units at ``where``."""
    found = frame.copy()
    found.loc[where, "a"] = np.nan
    return found


def expected(frame, where, *, wrong):
    """The table of ``a`` by cohort: the units at ``where`` are called what they are not, or are not there."""
    for c in "ABC":
        rows = frame[frame.cohort == c]
        lacking = rows[rows.index.isin(where)]
        tp, fn, tn, fp = table(rows.drop(lacking.index))
        if wrong:
            fn, fp = fn + int((lacking.outcome == 1).sum()), fp + int((lacking.outcome == 0).sum())
        yield c, (tp, fn, tn, fp), 0 if wrong else len(lacking)


WHERE = [0, 7, 8, 20, 33]


@pytest.mark.parametrize("handling", [WRONG, LEFT_OUT])
@pytest.mark.parametrize("how", ["an empty cell", "an empty cell of a long table", "no row of the model"])
def test_a_unit_without_a_result_counts_as_the_plan_says(tmp_path, handling, how):
    frame, wrong = people(60), handling == WRONG
    made = planned(
        tmp_path / "p", frame if how.startswith("no row") else holes(frame, WHERE), long=how.split()[-1] != "cell",
        handling=handling, summaries=RATES if wrong else RATES + RANKS,
    )  # fmt: skip
    if how.startswith("no row"):
        path = made.folder / "predictions.csv"
        head, *lines = path.read_text().splitlines()
        lost = {frame.subject_id[i] for i in WHERE}
        kept = [line for line in lines if not (line.split(",")[0] in lost and ",a," in line)]
        assert len(kept) == len(lines) - len(WHERE)
        path.write_text("\n".join([head, *kept]) + "\n")
    ran = sound(made)
    for c, want, excluded in expected(frame, WHERE, wrong=wrong):
        row = counted(ran, "a", c)
        assert (cells(row), row["excluded"], row["units"]) == (want, excluded, sum(want))
        row = counted(ran, "b", c)
        assert (cells(row), row["excluded"]) == (table(frame[frame.cohort == c], "b"), 0)
    if not wrong:
        rows = rows_of(ran)
        assert rows["r/auroc/a"]["estimate"] == pytest.approx(auroc(frame.drop(WHERE)), rel=1e-12)
        assert rows["r/auroc/b"]["estimate"] == pytest.approx(auroc(frame, "b"), rel=1e-12)


def without_rows(made, frame):
    path = made.folder / "predictions.csv"
    lost = {frame.subject_id[i] for i in WHERE}
    head, *lines = path.read_text().splitlines()
    path.write_text("\n".join([head, *(x for x in lines if x.split(",")[0] not in lost)]) + "\n")


@pytest.mark.parametrize("handling", [WRONG, LEFT_OUT])
def test_a_unit_of_the_table_of_units_without_any_row_counts_in_its_cohort(tmp_path, handling):
    frame, wrong = people(60), handling == WRONG
    made = planned(
        tmp_path / "p", frame, handling=handling, summaries=RATES,
        data="{predictions: predictions.csv, outcomes: outcomes.csv, units: units.csv}",
    )  # fmt: skip
    frame[["subject_id", "cohort"]].to_csv(made.folder / "units.csv", index=False)
    without_rows(made, frame)
    ran = sound(made)
    for c, want, excluded in expected(frame, WHERE, wrong=wrong):
        row = counted(ran, "a", c)
        assert (cells(row), row["excluded"]) == (want, excluded)


@pytest.mark.parametrize("handling", [WRONG, LEFT_OUT])
def test_in_a_plan_of_one_cohort_an_outcome_alone_tells_of_the_unit(tmp_path, handling):
    frame, wrong = people(60, cohorts="A"), handling == WRONG
    summaries = RATES.replace(", cohorts: each", "")
    made = planned(tmp_path / "p", frame, cohorts=None, handling=handling, summaries=summaries)
    without_rows(made, frame)
    row = counted(sound(made), "a", "all")
    (_, want, excluded), *_ = expected(frame, WHERE, wrong=wrong)
    assert (cells(row), row["excluded"]) == (want, excluded)


def test_ids_scoped_by_cohort_place_an_outcome_without_a_prediction(tmp_path):
    frame = people(60)
    made = planned(tmp_path / "p", frame, handling=WRONG, summaries=RATES, units="{id: subject_id, id_scope: cohort}")
    frame[["subject_id", "cohort", "outcome"]].to_csv(made.folder / "outcomes.csv", index=False)
    without_rows(made, frame)
    ran = sound(made)
    for c, want, _ in expected(frame, WHERE, wrong=True):
        assert cells(counted(ran, "a", c)) == want


def test_of_several_cohorts_a_unit_that_only_the_outcomes_name_is_in_none_and_can_be_wrong_in_none(tmp_path):
    frame = people(60)
    made = planned(tmp_path / "p", frame, handling=WRONG, summaries=RATES)
    without_rows(made, frame)
    refused = made.refused()
    assert "5 units have an outcome and no prediction" in refused.message
    assert "data.units" in refused.help


def test_units_that_are_left_out_need_no_cohort(tmp_path):
    frame = people(60)
    made = planned(tmp_path / "p", frame, handling=LEFT_OUT, summaries=RATES)
    without_rows(made, frame)
    ran = made.run()
    assert sum(c["units"] for c in ran.results["counts"] if c["model"] == "a") == 60 - 5
    assert "5 outcomes without a prediction, left out as the plan says" in " ".join(ran.text.split())


REFUSE = "{missing_prediction: refuse, missing_outcome: refuse}"


@pytest.mark.parametrize("long", [False, True])
def test_an_empty_score_is_refused_before_the_seal_where_the_plan_says_refuse(tmp_path, long):
    made = planned(tmp_path / "p", holes(people(60), WHERE), long=long, handling=REFUSE, summaries=RATES)
    assert list(made.errors()) == ["score-not-finite"]


def test_a_score_that_is_a_word_is_refused_whatever_the_handling(tmp_path):
    frame = people(60).astype({"a": object})
    frame.loc[3, "a"] = "high"
    made = planned(tmp_path / "p", frame, handling=LEFT_OUT, summaries=RATES)
    assert "score-not-finite" in made.errors()
