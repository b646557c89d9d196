"""The words of reports of small studies: which parts a pooled value comes from, and whose value is undefined."""

from end_to_end.made import people, planned, sound


def test_a_cohort_whose_own_value_is_undefined_still_counts_in_a_pooled_value_that_is_no_ratio(tmp_path):
    frame = people(90)
    frame.loc[frame.index[(frame.outcome == 1) & (frame.cohort == "A")][0], "a"] = 0.0
    made = planned(
        tmp_path / "p", frame, thresholds=None,
        summaries="\n  - {id: s, role: primary, metric: calibration_slope, cohorts: pooled}"
        "\n  - {id: e, role: secondary, metric: calibration_slope, cohorts: each}",
    )  # fmt: skip
    text = sound(made).text
    assert "nothing to add from A" not in text  # its units do count, in the pooled value
    assert "      undefined in A: smallest probability = 0" in text
