"""Every known way to get a metric wrong is held by tests that exist, named here."""

import ast
from decimal import Decimal
from functools import cache
from pathlib import Path

import pytest

from evalspec.cutoffs.choose import choose
from evalspec.plan.model.design import ThresholdRule
from evalspec.records import ScoreGroup
from evalspec.terms import PositiveWhen

TESTS = Path(__file__).parent.parent

HELD = {
    "M01 0/0 as 0": (
        "metrics/test_hazards.py::test_zero_over_zero_is_undefined_and_never_0",
        "metrics/test_hazards.py::test_average_precision_without_positives_is_undefined_neither_0_nor_1",
        "metrics/test_definitions.py::test_an_undefined_case_names_a_denominator_that_undefined_when_announces",
        "reference/test_reference_values.py::test_a_value_of_other_software_is_met",
    ),
    "M02 balanced accuracy with one class absent": (
        "metrics/test_hazards.py::test_balanced_accuracy_with_a_class_absent_is_undefined_not_the_other_rate",
    ),
    "M03 n/0": (
        "metrics/test_hazards.py::test_a_ratio_over_a_false_positive_rate_of_0_is_undefined_not_infinite",
        "intervals/test_hazards.py::test_logit_and_log_delta_at_an_end_are_undefined",
    ),
    "M04 F1 with precision undefined": (
        "metrics/test_hazards.py::test_f1_is_by_counts_so_it_is_0_where_precision_is_undefined",
        "reports/test_averaging.py::test_f1_of_a_class_called_and_never_true_is_0_in_the_macro_value_over_classes",
    ),
    "M05 overflow in MCC": ("metrics/test_hazards.py::test_mcc_of_billions_does_not_wrap",),
    "M06 AUROC flipped above 0.5": ("metrics/test_hazards.py::test_auroc_below_one_half_stays_there",),
    "M07 tied scores cut in row order": (
        "metrics/test_hazards.py::test_average_precision_takes_tied_scores_whole_in_any_row_order",
        "metrics/test_laws_of_ranking.py::test_the_order_of_the_rows_changes_no_digit",
        "metrics/test_laws_of_ranking.py::test_average_precision_is_the_mean_precision_at_the_positives",
    ),
    "M08 thresholds": (
        "tally/test_engine.py::test_every_layout_gives_the_counts_that_one_gets_by_hand",
        "cutoffs/test_choose.py::test_the_threshold_is_that_of_other_software",
        "cutoffs/test_choose.py::test_specificity_at_least_takes_the_candidate_that_calls_most",
        "cutoffs/test_choose.py::test_nine_of_ten_meet_ninety_percent",
        "metrics/test_every_hazard.py::test_a_target_of_two_thirds_is_met_by_two_of_three_and_missed_by_a_digit_more",
    ),
    "M09 log loss at p = 0": (
        "metrics/test_hazards.py::test_log_loss_of_a_certain_and_wrong_probability_is_infinite_unless_a_clip_is_declared",
    ),
    "M10 bins of the ECE": (
        "metrics/test_hazards.py::test_a_probability_on_the_edge_of_a_bin_falls_on_the_declared_side",
        "metrics/test_hazards.py::test_0_falls_into_the_first_bin_and_1_into_the_last_whichever_side_is_closed",
        "metrics/test_hazards.py::test_the_bins_are_as_many_as_declared_not_one_fewer",
    ),
    "M11 calibration slope of a constant prediction": (
        "metrics/test_hazards.py::test_a_calibration_slope_without_a_single_best_value_is_undefined_and_says_why",
        "metrics/test_hazards.py::test_the_calibration_intercept_of_a_constant_prediction_is_defined",
    ),
    "M12 Wilson, Agresti-Coull, n = 0": (
        "intervals/test_hazards.py::test_wilson_is_plain_at_one_success_and_one_failure",
        "intervals/test_hazards.py::test_wilson_near_an_end_is_its_formula_and_no_poisson_limit_stands_in",
        "intervals/test_hazards.py::test_agresti_coull_is_not_clipped",
        "intervals/test_hazards.py::test_no_units_are_undefined_not_the_whole_range",
    ),
    "M13 DeLong": (
        "comparisons/test_hazards.py::test_delong_of_identical_scores_is_undefined_neither_1_nor_0",
        "comparisons/test_hazards.py::test_delong_of_a_class_with_one_unit_is_undefined_and_nothing_stands_in_for_it",
        "intervals/test_hazards.py::test_delong_of_one_unit_in_a_class_is_undefined_and_nothing_stands_in_for_it",
        "intervals/test_hazards.py::test_delong_is_clipped_to_0_to_1",
        "intervals/test_hazards.py::test_delong_of_a_perfect_ranking_is_flagged_as_degenerate",
    ),
    "M14 tau² below 0": (
        "summaries/test_hazards.py::test_cohorts_closer_than_chance_have_tau2_0_not_less_and_a_standard_error",
        "summaries/test_laws_of_fits.py::test_tau2_is_at_least_0_and_widens_what_the_inverse_variance_mean_has",
    ),
    "M15 prediction interval": (
        "intervals/test_hazards.py::test_a_prediction_interval_by_t_of_two_cohorts_is_undefined_and_the_normal_one_does_not_stand_in",
    ),
    "M16 McNemar without discordant pairs": (
        "comparisons/test_hazards.py::test_as_many_pairs_either_way_are_p_1_also_where_there_is_none",
        "comparisons/test_hazards.py::test_no_discordant_pair_leaves_chi_squared_undefined_neither_1_nor_0",
        "comparisons/test_hazards.py::test_as_many_pairs_either_way_get_no_continuity_correction",
    ),
    "M17 clusters and their factor": (
        "intervals/test_hazards.py::test_a_cluster_without_units_of_the_denominator_is_no_cluster",
        "intervals/test_hazards.py::test_clusters_of_one_unit_give_the_binomial_variance_times_m_over_m_minus_1",
        "intervals/test_clusters.py::test_the_variance_of_a_ratio_over_clusters_is_exactly_its_definition",
    ),
    "M18 macro hides how many": (
        "summaries/test_hazards.py::test_macro_says_over_how_many_of_how_many_and_names_the_one_left_out",
        "summaries/test_hazards.py::test_declared_weights_are_not_renormalised_in_silence",
        "summaries/test_hazards.py::test_declared_rescaling_shows_the_weights_it_used",
    ),
    "M19 rounding": (
        "metrics/test_hazards.py::test_values_are_kept_unrounded_as_fractions_of_counts",
        "summaries/test_hazards.py::test_rounding_happens_nowhere_before_the_report",
        "reference/test_reference_values.py::test_a_printed_number_comes_out_letter_by_letter",
        "specs/test_seed_numbers.py::test_a_printed_number_comes_out_letter_by_letter",
    ),
    "M20 order, workers, hash seed": (
        "metrics/test_hazards.py::test_hash_seed_and_row_order_change_no_byte",
        "summaries/test_hazards.py::test_the_order_of_inexact_members_changes_no_digit",
        "pipeline/test_same_results.py::test_rows_in_another_order_give_the_same_bytes",
        "pipeline/test_same_threads.py::test_threads_and_hash_seed_change_no_byte_of_resampled_and_fitted_numbers",
    ),
}


@cache
def named_in(file):
    tree = ast.parse((TESTS / file).read_text())
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("hazard", HELD)
def test_a_hazard_is_held_by_tests_that_exist(hazard):
    assert HELD[hazard]
    for named in HELD[hazard]:
        file, test = named.split("::")
        assert test in named_in(file), named


def test_the_table_has_every_hazard_once():
    assert [hazard.split()[0] for hazard in HELD] == [f"M{n:02}" for n in range(1, 21)]


def test_a_target_of_two_thirds_is_met_by_two_of_three_and_missed_by_a_digit_more():
    groups = [ScoreGroup(0.2, 1, 0), ScoreGroup(0.5, 2, 0)]
    for target, chosen in (("0.6666666666666666", 0.5), ("0.66666666666666667", 0.2)):
        assert float(target) == 2 / 3  # a comparison of floats would take both for met
        rule = ThresholdRule(sensitivity_at_least=Decimal(target))
        assert choose(groups, rule, PositiveWhen.AT_LEAST, None).values == (chosen,)
