"""What may stand beside a comparison, by what it compares; and that a fault is said once."""

from pathlib import Path

import pytest
from rules.examples import findings

from evalspec.rules.base import Example
from evalspec.rules.stat._examples import CLUSTER, FILES, MULTICLASS, TWO_MODELS
from evalspec.terms import Severity

SEX = "subgroups: {women: {where: {group: [F]}}, men: {where: {group: [M]}}}\n"
DRAWN = "replicates: 2000, seed: 1, resample: units, limits: percentile"
FITS = "comparison-interval-does-not-fit"


def errors(given: str | Example, folder: Path) -> set[str]:
    return {f.name for f in findings(given, folder) if f.severity is Severity.ERROR}


def compared(metric: str, method: str, sides: str = "models: [m1, m2]", more: str = "", summary: str = "") -> Example:
    at = "" if metric in ("auroc", "average_precision", "brier") else ", threshold: main"
    drawn = f", {DRAWN}" if method == "bootstrap" else ""
    said = f"summaries: [{{id: s, role: primary, metric: {metric}{at}{summary or ', cohorts: each'}}}]\n"
    pair = f"comparisons: [{{id: c, role: secondary, summary: s, {sides}{more}, interval: {{method: {method}, level: 0.95{drawn}}}}}]\n"
    return Example(plan=TWO_MODELS + said + pair, files=FILES)


MACRO = ", cohorts: macro, minimum_defined: 2"
WOMEN = "subgroups: [women, men]"


@pytest.mark.parametrize(
    ("metric", "summary", "fitting"),
    [
        ("sensitivity", "", {"newcombe-paired", "wald-paired", "bootstrap"}),
        ("accuracy", ", cohorts: pooled", {"newcombe-paired", "wald-paired", "bootstrap"}),
        ("precision", "", {"bootstrap"}),
        ("f1", "", {"bootstrap"}),
        ("mcc", "", {"bootstrap"}),
        ("auroc", "", {"delong-paired", "bootstrap"}),
        ("average_precision", "", {"bootstrap"}),
        ("brier", "", {"bootstrap"}),
        ("sensitivity", MACRO, {"delta-paired", "bootstrap"}),
        ("auroc", MACRO, {"delta-paired", "bootstrap"}),
        ("precision", MACRO, {"bootstrap"}),
        ("sensitivity", ", cohorts: worst, minimum_defined: 2", set()),
    ],
)
def test_which_interval_fits_a_difference_in_the_same_units(
    metric: str, summary: str, fitting: set[str], tmp_path: Path
) -> None:
    methods = ["newcombe-paired", "wald-paired", "delta-paired", "delong-paired", "bootstrap", "wilson", "t-between"]
    taken = {m for m in methods if not errors(compared(metric, m, summary=summary), tmp_path)}
    assert taken == fitting


@pytest.mark.parametrize(
    ("metric", "fitting"),
    [("sensitivity", {"newcombe", "wald-unpaired", "bootstrap"}), ("precision", {"newcombe", "wald-unpaired", "bootstrap"}),
     ("f1", {"bootstrap"}), ("auroc", {"bootstrap"})],
)  # fmt: skip
def test_which_interval_fits_a_difference_of_two_subgroups(metric: str, fitting: set[str], tmp_path: Path) -> None:
    methods = ["newcombe", "wald-unpaired", "newcombe-paired", "delong-paired", "bootstrap"]
    taken = set()
    for method in methods:
        given = compared(metric, method, WOMEN, summary=", cohorts: pooled, models: [m1]")
        if not errors(Example(plan=given.plan + SEX, files=given.files), tmp_path):
            taken.add(method)
    assert taken == fitting


def test_a_ratio_is_resampled(tmp_path: Path) -> None:
    for method, objected in (("newcombe-paired", True), ("bootstrap", False)):
        given = compared("sensitivity", method, more=", measure: ratio")
        assert (errors(given, tmp_path) == {FITS}) is objected


@pytest.mark.parametrize(
    ("method", "summary", "more", "rule"),
    [
        ("newcombe-paired", MACRO, "", "paired-test-on-macro"),
        ("newcombe", "", "", "unpaired-test-on-paired-units"),
        ("newcombe", "", ", paired: false", "unpaired-test-on-paired-units"),
        ("newcomb-paired", "", "", "unknown-name"),
    ],
)
def test_a_fault_that_another_rule_says_is_said_once(
    method: str, summary: str, more: str, rule: str, tmp_path: Path
) -> None:
    assert errors(compared("sensitivity", method, summary=summary, more=more), tmp_path) == {rule}


def test_comparisons_of_clustered_units_are_not_computed_and_that_is_all(tmp_path: Path) -> None:
    given = compared("precision", "newcombe-paired")
    assert FITS not in errors(Example(plan=CLUSTER + given.plan, files=FILES), tmp_path)


def test_of_several_classes_only_right_calls_are_paired(tmp_path: Path) -> None:
    head = MULTICLASS.replace("{m1: {calls: call}}", "{m1: {calls: call}, m2: {calls: group}}")
    for metric, axis, method, objected in (
        ("accuracy", "", "newcombe-paired", False),
        ("accuracy", "", "bootstrap", True),
        ("sensitivity", ", classes: pooled", "newcombe-paired", False),
        ("kappa", "", "newcombe-paired", True),
        ("f1", ", classes: macro, minimum_defined: 3", "delta-paired", True),
    ):
        given = compared(metric, method, summary=f", cohorts: pooled{axis}").plan.replace(", threshold: main", "")
        told = errors(Example(plan=head + given[len(TWO_MODELS) :], files=FILES), tmp_path)
        assert (FITS in told) is objected, (metric, method, told)


@pytest.mark.parametrize("more", ["resample: cohorts, limits: percentile", "resample: units, limits: bca"])
def test_what_a_bootstrap_of_two_models_does_not_do_is_refused(more: str, tmp_path: Path) -> None:
    given = compared("sensitivity", "bootstrap").plan.replace("resample: units, limits: percentile", more)
    assert errors(Example(plan=given, files=FILES), tmp_path) == {"not-computed-by-this-version"}
