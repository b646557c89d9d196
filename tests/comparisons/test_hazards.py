"""Known answers where other software gives another: each test names what goes wrong elsewhere."""

import pytest

import evalspec.comparisons
from evalspec.catalogue import collect
from evalspec.comparisons._mcnemar import asymptotic_p, continuity_corrected_p
from evalspec.records import Paired, PairedGroup, Real, Undefined

COMPARISONS = collect(evalspec.comparisons, "COMPARISON", "id")


def table(first_only: int, second_only: int) -> Paired:
    return Paired(both=30, first_only=first_only, second_only=second_only, neither=12)


@pytest.mark.parametrize("test", ["mcnemar-exact", "mcnemar-midp"])
@pytest.mark.parametrize("equal", [0, 1, 5, 10**6])
def test_as_many_pairs_either_way_are_p_1_also_where_there_is_none(test, equal):
    assert COMPARISONS[test](table(equal, equal)) == Real(1)


def test_no_discordant_pair_leaves_chi_squared_undefined_neither_1_nor_0():
    for p in (asymptotic_p, continuity_corrected_p):
        assert p(table(0, 0)) == Undefined("discordant pairs = 0")


def test_as_many_pairs_either_way_get_no_continuity_correction():
    assert continuity_corrected_p(table(5, 5)) == Real(1)


def test_delong_of_identical_scores_is_undefined_neither_1_nor_0():
    groups = [PairedGroup(s, s, up, 1 - up) for s, up in ((0.9, 1), (0.8, 0), (0.4, 1), (0.3, 0), (0.1, 0))]
    assert COMPARISONS["delong"](groups) == Undefined("variance of the difference of the AUROCs = 0")


def test_delong_of_a_class_with_one_unit_is_undefined_and_nothing_stands_in_for_it():
    groups = [PairedGroup(0.5, 0.9, 1, 0), PairedGroup(0.8, 0.8, 0, 1), PairedGroup(0.4, 0.4, 0, 3)]
    assert COMPARISONS["delong"](groups) == Undefined("actual positives - 1 = 0")


def test_millions_of_discordant_pairs_are_answered_at_once_and_never_below_0():
    for test in ("mcnemar-exact", "mcnemar-midp"):
        assert 0 < COMPARISONS[test](table(5_000_000, 5_001_000)).exact < 1
        assert COMPARISONS[test](table(0, 10**9)).exact == 0
