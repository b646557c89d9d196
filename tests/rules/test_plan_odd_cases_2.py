"""Rules of consistency: the cases that their examples leave out."""

from pathlib import Path

import pytest
from rules.examples import all_rules, findings, judgements, lay_out

from evalspec.plan.load import load
from evalspec.plan.model import Plan
from evalspec.plan.source import read
from evalspec.records import Finding, Judgement
from evalspec.rules._engine import judge
from evalspec.rules.base import Example
from evalspec.rules.plan.cohort_in_two_roles import roles
from evalspec.rules.plan.comparison_names_several_rows import gain
from evalspec.rules.plan.metric_does_not_fit_outcome import CLASSES, LABELS
from evalspec.rules.plan.metric_does_not_fit_outcome import found as number
from evalspec.rules.plan.outcome_differs_between_cohorts import with_outcome
from evalspec.rules.plan.probability_metric_on_score import MODEL
from evalspec.rules.plan.threshold_differs_between_cohorts import main
from evalspec.rules.plan.timeline_out_of_order import timeline
from evalspec.rules.plan.version_without_changes import change, head
from evalspec.terms import Severity, Status


def told(given: str | Example, folder: Path, name: str) -> list[Finding]:
    return [f for f in findings(given, folder) if f.name == name]


def judged(given: str | Example, folder: Path, name: str) -> Judgement:
    return next(j for j in judgements(given, folder) if isinstance(j, Judgement) and j.name == name)


def test_a_rule_that_the_text_sets_aside_needs_no_files(tmp_path: Path) -> None:
    given = Example(plan="data: {predictions: predictions.csv, outcomes: outcomes.csv}\n")
    path = lay_out(given, tmp_path)
    source = read(path.read_bytes(), path.name)
    plan = load(source)
    assert isinstance(plan, Plan)
    without = {j.name: j.status for j in judge(all_rules(), plan, source, None)}
    assert without["threshold-by-cohort-on-other-folds"] is Status.NOT_APPLICABLE
    assert without["threshold-outside-scale"] is Status.UNDECIDED


OUTCOMES = "outcome-differs-between-cohorts"


def test_the_cohort_that_differs_is_named_and_the_number_that_mixes(tmp_path: Path) -> None:
    (found,) = told(with_outcome("sepsis within 90 days"), tmp_path, OUTCOMES)
    assert found.message == "`A` has another outcome than `B`, and `found` puts both together"
    assert found.path == ("cohorts", "members", "A", "outcome")


@pytest.mark.parametrize(
    "b", ["{outcome: sepsis within 90 days, role: training}", "{outcome: SEPSIS  within 28 days of sampling}"]
)
def test_an_outcome_that_is_not_judged_or_only_written_otherwise_is_no_other(b: str, tmp_path: Path) -> None:
    one = with_outcome("sepsis within 28 days of sampling", b=b)
    if "training" in b:
        one = one.replace(", cohorts: pooled", "")
    assert not told(one, tmp_path, OUTCOMES)


def test_a_figure_over_pooled_cohorts_mixes_outcomes_too(tmp_path: Path) -> None:
    curve = "curves: [{id: roc, kind: roc, cohorts: pooled}]\n"
    assert told(with_outcome("another one", "each") + curve, tmp_path, OUTCOMES)
    assert not told(with_outcome("another one", "each") + curve.replace("pooled", "each"), tmp_path, OUTCOMES)


def test_one_boundary_in_two_roles_is_told_once(tmp_path: Path) -> None:
    found = findings(roles("Basel", "[Basel]", "training"), tmp_path)
    assert [f.name for f in found if f.severity is Severity.ERROR] == ["cohort-in-two-roles"]
    overlap = findings(roles("Basel", "[Basel, Bern]", "training"), tmp_path)
    assert [f.name for f in overlap if f.severity is Severity.ERROR] == ["cohort-boundaries-overlap"]


def test_a_calibration_cohort_that_is_evaluated_is_the_leakage_rules(tmp_path: Path) -> None:
    plan = (
        "thresholds: {main: {source: calibration-cohort, cohort: A, value: 0.5, positive_when: score >= threshold}}\n"
    )
    found = findings(plan, tmp_path)
    assert [f.name for f in found if f.severity is Severity.ERROR] == ["calibration-cohort-evaluated"]


DIFFERS = "threshold-differs-between-cohorts"


@pytest.mark.parametrize(
    ("plan", "severity"),
    [
        (main("{A: 0.5, B: 0.4}"), Severity.ERROR),
        (main("{A: 0.5, B: 0.4}", "each"), Severity.WARNING),
        (main("{A: 0.5, B: 0.4}", "each").replace(", why: another analyser", ""), Severity.ERROR),
        (main("{A: 0.5, B: 0.50}"), None),
        (main("{A: 0.5, B: 0.4}", design="leave-one-cohort-out, fold: cohort"), None),
    ],
)
def test_a_threshold_by_cohort(plan: str, severity: Severity | None, tmp_path: Path) -> None:
    assert [f.severity for f in told(plan, tmp_path, DIFFERS)] == ([severity] if severity else [])


def test_the_threshold_of_a_cohort_that_is_not_judged_is_no_matter(tmp_path: Path) -> None:
    cohorts = "cohorts: {column: cohort, members: {A: {}, B: {}, C: {role: training}}}\n"
    assert not told(cohorts + main("{A: 0.5, B: 0.5, C: 0.4}"), tmp_path, DIFFERS)


FITS = "metric-does-not-fit-outcome"
ONE_LABEL = "cohorts: each, classes: each, threshold: main"


@pytest.mark.parametrize(
    ("outcome", "metric", "more", "told_off"),
    [
        ("", "brier", "cohorts: each", False),
        ("", "kappa", "cohorts: each, threshold: main", False),
        ("", "sensitivity_per_unit", "cohorts: each, threshold: main", True),
        (CLASSES, "kappa", "cohorts: each, threshold: main", False),
        (CLASSES, "{top_k_accuracy: {k: 2}}", "cohorts: each, threshold: main", False),
        (CLASSES, "log_loss", "cohorts: each", False),
        (CLASSES, "hamming_loss", "cohorts: each, threshold: main", True),
        (CLASSES, "calibration_slope", "cohorts: each, classes: each", False),
        (LABELS, "mcc", "cohorts: each, threshold: main", True),
        (LABELS, "auroc", "cohorts: each, classes: each", False),
        (LABELS, "expected_cost", ONE_LABEL, True),
    ],
)
def test_which_metrics_fit_which_outcome(outcome: str, metric: str, more: str, told_off: bool, tmp_path: Path) -> None:
    assert bool(told(outcome + number(metric, more), tmp_path, FITS)) is told_off


def test_a_binary_metric_of_classes_without_their_word_is_told_once(tmp_path: Path) -> None:
    found = {f.name for f in findings(CLASSES + number("sensitivity"), tmp_path)}
    assert "axis-not-named" in found
    assert FITS not in found


SCALE = "probability-metric-on-score"


def test_a_scale_that_is_not_said_is_told_once(tmp_path: Path) -> None:
    unsaid = MODEL.replace("scale: SCALE, ", "") + number("brier", "cohorts: each")
    assert not told(unsaid, tmp_path, SCALE)
    assert told(unsaid, tmp_path, "model-without-score")


def test_only_the_models_of_the_number_are_looked_at(tmp_path: Path) -> None:
    models = (
        "models:\n  m1: {score: score, scale: probability, direction: higher-is-positive}\n"
        "  m2: {score: other, scale: logit, direction: higher-is-positive}\n"
    )
    assert not told(models + number("brier", "cohorts: each, models: m1"), tmp_path, SCALE)
    (found,) = told(models + number("[brier, log_loss]", "cohorts: each"), tmp_path, SCALE)
    assert found.message == "found: brier, log_loss take probabilities, and those of `m2` are logits"


LINE = "timeline-out-of-order"


@pytest.mark.parametrize(
    ("dates", "told_off", "undecided"),
    [
        (('models_locked: "2020-01-01"', 'outcomes_opened: "2020-01-01T08:00Z"'), False, True),
        (('models_locked: "2019-12-30"', 'outcomes_opened: "2020-01-01T08:00Z"'), False, False),
        (('models_locked: "2020-01-03"', 'outcomes_opened: "2020-01-01T08:00Z"'), True, False),
        (('models_locked: "2020-01-01T08:00Z"', 'outcomes_opened: "2020-01-01T09:00+02:00"'), True, False),
        (('models_locked: "2020-01-01T08:00Z"', 'outcomes_opened: "2020-01-01T08:00Z"'), True, False),
        (('models_locked: "9999-12-31"', 'outcomes_opened: "9999-12-31T23:00-12:00"'), False, True),
        (('models_locked: "0001-01-01"', 'outcomes_opened: "0001-01-01T00:00+14:00"'), False, True),
        (("models_locked: soon",), True, False),
        (("evaluation_data_from: 2019-01-01", "training_data_until: 2020-01-01"), False, False),
    ],
)
def test_dates_are_days_and_instants_need_a_zone(
    dates: tuple[str, ...], told_off: bool, undecided: bool, tmp_path: Path
) -> None:
    found = judged(timeline(*dates), tmp_path, LINE)
    assert (found.status is Status.OBJECTED, found.status is Status.UNDECIDED) == (told_off, undecided), found


def test_a_temporal_design_needs_its_two_dates(tmp_path: Path) -> None:
    found = judged("design: {kind: temporal}\n", tmp_path, "training-after-evaluation")
    assert found.reason.startswith("needs design.timeline with training_data_until and evaluation_data_from")
    assert judged("", tmp_path, LINE).status is Status.NOT_APPLICABLE


def test_a_date_that_is_none_says_what_it_is(tmp_path: Path) -> None:
    (found,) = told(timeline('models_locked: "2020-01-31T08:00"'), tmp_path, LINE)
    assert found.message == '"2020-01-31T08:00" is an instant without its zone'
    assert found.path == ("design", "timeline", "models_locked")


@pytest.mark.parametrize(
    ("more", "messages"),
    [
        (", version: 4", ["this is version 4, and what versions 2, 3, 4 changed is not said"]),
        (f", version: 3, changes: [{change(3)}]", ["this is version 3, and what version 2 changed is not said"]),
        (
            f", version: 2, changes: [{change(2)}, {change(5)}]",
            ["a change is said of version 5, and this is version 2"],
        ),
    ],
)
def test_what_each_version_changed(more: str, messages: list[str], tmp_path: Path) -> None:
    assert [f.message for f in told(head(more), tmp_path, "version-without-changes")] == messages


def test_a_comparison_of_many_things_says_all_that_would_make_it_one(tmp_path: Path) -> None:
    (found,) = told(
        gain("thresholds: [main, strict]", "[sensitivity, specificity]"), tmp_path, "comparison-names-several-rows"
    )
    assert found.message == "comparison `gain`: `found` has 2 metrics of 2 models"
    assert found.help == "say `metric`; compare a summary of one: `models: [new]`"


def test_the_levels_of_a_family_are_several_rows(tmp_path: Path) -> None:
    family = "subgroups: {sex: {by: sex, levels: {women: [F], men: [M]}}}\n"
    plan = gain("models: [new, old]").replace("cohorts: pooled}", "cohorts: pooled, subgroup: sex}") + family
    (found,) = told(plan, tmp_path, "comparison-names-several-rows")
    assert found.message == "comparison `gain`: `found` has 2 subgroups"
