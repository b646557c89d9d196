"""A metric's parameters, and how a requirement names a metric that has some: the reason stands in the message."""

from pathlib import Path

import pytest
from rules.examples import findings

SUMMARY = "summaries:\n  - {id: found, role: primary, metric: {f_beta: {WHAT}}, threshold: main, cohorts: pooled}\n"
ANY = "summaries:\n  - {id: found, role: primary, metric: WHAT, cohorts: each}\n"
GATE = "gates: [{id: go, require: [{summary: found, metric: WHAT, bound: estimate, at_least: 0.4}]}]\n"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("beta: 0", "`beta` of f_beta is 0, and must be above 0"),
        ("beta: -1", "`beta` of f_beta is -1, and must be above 0"),
        ('beta: "2"', '`beta` of f_beta is the text "2", and must be a number, without quotes'),
        ("beta: true", "`beta` of f_beta is true, and must be a number, without quotes"),
        ("beta: 1e10", "`beta` of f_beta is 1E+10, and must be from 0.001 to 1000, with at most 3 decimal places"),
        ("beta: 0.1234", "`beta` of f_beta is 0.1234, and must be from 0.001 to 1000, with at most 3 decimal places"),
        ("beta: 2, alpha: 1", "f_beta has no parameter `alpha`: it has `beta`"),
    ],
)
def test_a_parameter_that_cannot_be_taken_says_what_is_due(given: str, message: str, tmp_path: Path) -> None:
    found = findings(SUMMARY.replace("WHAT", given), tmp_path)
    assert [f.message for f in found if f.name == "unknown-name"] == [message]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("{top_k_accuracy: {k: 2.5}}", "`k` of top_k_accuracy is 2.5, and must be a whole number from 1 to 1000, "),
        ("{ece: {bins: 0, closed: left}}", "`bins` of ece is 0, and must be a whole number from 1 to 1000, "),
        ("{ece: {bins: 10, closed: up}}", '`closed` of ece is the text "up", and must be `left` or `right`'),
        ("{ece: {bins: 10}}", "ece needs its `closed`: write {ece: {bins: 10, closed: right}}"),
        ("ece", "ece needs its `bins`: write {ece: {bins: 10, closed: right}}"),
        ("{net_benefit: {at: 1}}", "`at` of net_benefit is 1, and must be above 0 and below 1"),
        ("{net_benefit: {at: 1e-20}}", "`at` of net_benefit is 1E-20, and must be a decimal with at most 15 places"),
        ("{log_loss: {clip: 0}}", "`clip` of log_loss is 0, and must be `none`, or above 0 and below 0.5"),
        ("{log_loss: {clip: no}}", '`clip` of log_loss is the text "no", and must be `none`, or above 0 and below 0.5'),
        (
            "{partial_auroc: {specificity_at_least: 1}}",
            "`specificity_at_least` of partial_auroc is 1, and must be 0 or",
        ),
    ],
)
def test_every_metric_says_what_its_own_parameters_must_be(given: str, message: str, tmp_path: Path) -> None:
    found = [f for f in findings(ANY.replace("WHAT", given), tmp_path) if f.name == "unknown-name"]
    assert found[0].message.startswith(message), found


@pytest.mark.parametrize(
    "given",
    ["log_loss", "{log_loss: {clip: none}}", "{log_loss: {clip: 1e-15}}", "{ece: {bins: 1, closed: left}}",
     "{net_benefit: {at: 0.1}}", "{partial_auroc: {specificity_at_least: 0}}"],
)  # fmt: skip
def test_what_fits_a_metric_is_taken(given: str, tmp_path: Path) -> None:
    assert "unknown-name" not in {f.name for f in findings(ANY.replace("WHAT", given), tmp_path)}


@pytest.mark.parametrize("given", ["beta: 0.001", "beta: 0.5", "beta: 2.000000", "beta: 1000"])
def test_a_parameter_in_range_is_taken(given: str, tmp_path: Path) -> None:
    assert "unknown-name" not in {f.name for f in findings(SUMMARY.replace("WHAT", given), tmp_path)}


@pytest.mark.parametrize("metric", ["f_beta", '"f_beta( beta=2)"'])
def test_a_requirement_on_a_metric_with_parameters_says_them(metric: str, tmp_path: Path) -> None:
    text = SUMMARY.replace("WHAT", "beta: 2") + GATE.replace("WHAT", metric)
    (found,) = [f for f in findings(text, tmp_path) if "metric" in f.path and f.path[0] == "gates"]
    assert (found.name, found.help) == ("gate-on-undeclared-summary", "say `f_beta(beta=2)`")
