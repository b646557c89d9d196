"""Every stored value of other software is met at its own tolerance, or listed by name with the reason."""

from collections import Counter
from pathlib import Path

import pytest
from reference.computed import NOT_YET, OTHERWISE, cases, computed, not_yet
from reference.of_resamples import DECLARED
from reference.same import Drawn, printed, same

import evalspec

CASES = {case.id: case for case in cases()}
COMPUTED = {case.id: computed(case) for case in CASES.values()}
MET = [
    (case.id, name)
    for case in CASES.values()
    for name in case.expected
    if name not in not_yet(case) and (case.id, name) not in OTHERWISE and (case.id, name) not in DECLARED
]
PRINTED = [(ident, name) for ident, name in MET if "printed" in CASES[ident].expected[name]]


@pytest.mark.parametrize(("ident", "name"), MET)
def test_a_value_of_other_software_is_met(ident, name):
    case = CASES[ident]
    got = COMPUTED[ident].get(name, "not computed")
    assert same(case.expected[name], got, relative=case.relative, absolute=case.absolute), got


@pytest.mark.parametrize(("ident", "name"), PRINTED)
def test_a_printed_number_comes_out_letter_by_letter(ident, name):
    entry = CASES[ident].expected[name]
    assert printed(entry, COMPUTED[ident][name]) == entry["printed"]


@pytest.mark.parametrize("ident", CASES)
def test_every_name_is_computed_or_listed_and_never_both(ident):
    case = CASES[ident]
    assert set(case.expected) <= set(COMPUTED[ident]) | not_yet(case)
    assert not set(COMPUTED[ident]) & not_yet(case)


@pytest.mark.parametrize("entry", NOT_YET, ids=lambda entry: entry.names[0])
def test_a_name_listed_as_not_computed_has_no_file_that_would_compute_it(entry):
    assert entry.why
    package = Path(evalspec.__path__[0])
    assert [found for pattern in entry.files for found in package.glob(pattern)] == []
    kinds = {name for case in CASES.values() if case.kind == entry.kind for name in case.expected}
    assert set(entry.names) <= kinds


@pytest.mark.parametrize(("ident", "name"), OTHERWISE)
def test_a_value_listed_as_otherwise_is_a_number_there_and_undefined_here(ident, name):
    assert isinstance(CASES[ident].expected[name]["value"], float)
    assert COMPUTED[ident][name] is None
    assert "undefined" in OTHERWISE[ident, name]


@pytest.mark.parametrize(("ident", "name"), DECLARED)
def test_a_value_by_another_convention_is_one_that_the_case_names(ident, name):
    case, got = CASES[ident], COMPUTED[ident][name]
    assert not same(case.expected[name], got, relative=1e-3)
    assert any(same(other, got, relative=case.relative) for other in case.expected[name]["disagrees"])
    assert DECLARED[ident, name]


def test_only_a_monte_carlo_value_is_met_loosely_and_no_room_is_wider_than_three_hundredths():
    loose = [(ident, name) for ident, values in COMPUTED.items() for name, v in values.items() if isinstance(v, Drawn)]
    assert loose
    for ident, name in loose:
        entry = CASES[ident].expected.get(name, {"tolerance": "not there"})
        assert isinstance(entry.get("tolerance"), str) or name in ("ideal_bootstrap_se", "cluster_bootstrap_se_exact")
        low, high = COMPUTED[ident][name].low, COMPUTED[ident][name].high
        assert not name.endswith(("_se", "_se_mc", "_se_exact")) or high - low <= 0.03 * (high + low)


def test_every_kind_has_its_cases_and_nearly_every_value_is_checked():
    kinds = Counter(case.kind for case in CASES.values())
    assert kinds == {
        "ap_interval": 3,
        "auroc": 11,
        "average_precision": 8,
        "binary_counts": 13,
        "bootstrap": 3,
        "cluster": 4,
        "cohort_summary": 8,
        "cost": 6,
        "delong": 6,
        "micro_auroc": 4,
        "multiclass": 7,
        "multilabel": 5,
        "diff_ci": 6,
        "fixed_operating_point": 7,
        "mcnemar": 5,
        "prior_shift": 12,
        "meta": 6,
        "probability": 6,
        "proportion_ci": 10,
        "seed": 11,
    }
    assert len(OTHERWISE) == 2


def test_no_tolerance_is_looser_than_1e_7():
    for case in CASES.values():
        said = [e["tolerance"] for e in case.expected.values() if "tolerance" in e]
        own = [tolerance for tolerance in said if not isinstance(tolerance, str)]
        assert max([case.relative, case.absolute, *own]) <= 1e-7


def test_the_comparison_takes_no_nan_no_truth_value_and_no_number_for_undefined():
    assert same({"value": "undefined"}, None)
    for wrong in (0.0, float("nan"), False):
        assert not same({"value": "undefined"}, wrong)
    for wrong in (None, float("nan"), True, 1.0 + 1e-8, "1"):
        assert not same({"value": 1.0}, wrong)
    assert same({"value": 1.0, "tolerance": 1e-7}, 1.0 + 1e-8)
