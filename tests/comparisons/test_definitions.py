"""Every test of no difference that is there says what it must, and its worked cases come out."""

import re
from math import isclose
from pathlib import Path

import pytest

import evalspec.comparisons
from evalspec.catalogue import collect
from evalspec.comparisons.base import Comparison
from evalspec.records import Undefined

COMPARISONS = collect(evalspec.comparisons, "COMPARISON", "id")
WORKED = [(test, worked) for test in COMPARISONS.values() for worked in test.worked]

each_test = pytest.mark.parametrize("test", COMPARISONS.values(), ids=COMPARISONS)


@pytest.mark.parametrize(("test", "worked"), WORKED, ids=[f"{t.id}-{i}" for i, (t, _) in enumerate(WORKED)])
def test_a_worked_case_comes_out_as_written(test, worked):
    found = test(worked.given)
    if isinstance(worked.expected, Undefined):
        assert found == worked.expected
    else:
        assert isclose(found.exact, worked.expected.exact, rel_tol=1e-12)


@each_test
def test_a_test_shows_an_undefined_case_or_says_that_there_is_none(test):
    kinds = {isinstance(worked.expected, Undefined) for worked in test.worked}
    assert kinds == ({False} if test.undefined_when.startswith("never") else {True, False})
    for worked in test.worked:
        if isinstance(worked.expected, Undefined):
            assert worked.expected.reason in test.undefined_when


@each_test
def test_a_test_is_of_a_kind_says_what_it_fits_and_cites_a_dated_source(test):
    assert isinstance(test, Comparison)
    assert test.fits
    assert test.title
    assert test.formula
    assert re.search(r"\b(19|20)\d\d\b", test.reference)


def test_every_file_is_collected_under_its_own_name_with_dashes():
    here = {p.stem.replace("_", "-") for p in Path(evalspec.comparisons.__path__[0]).glob("[!_]*.py")}
    assert here - {"base"} == set(COMPARISONS)


def test_the_tests_are_those_of_the_language():
    assert set(COMPARISONS) == {"mcnemar-exact", "mcnemar-midp", "delong"}
