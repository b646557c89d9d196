"""Every interval that is there says what it must, and its worked cases come out."""

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import evalspec.intervals
from evalspec.catalogue import collect
from evalspec.intervals.base import Interval, MembersInterval, RatioInterval, WorkedCase
from evalspec.records import Limits, Ratio, Undefined
from evalspec.terms import Sides

INTERVALS = collect(evalspec.intervals, "INTERVAL", "id")
WORKED = [(interval, worked) for interval in INTERVALS.values() for worked in interval.worked]

each_interval = pytest.mark.parametrize("interval", INTERVALS.values(), ids=INTERVALS)


def to_six_places(limits: Limits | Undefined) -> Limits | Undefined:
    if isinstance(limits, Undefined):
        return limits
    lower, upper = (None if x is None else round(x, 6) for x in (limits.lower, limits.upper))
    return Limits(lower, upper, limits.note)


@pytest.mark.parametrize(("interval", "worked"), WORKED, ids=[f"{v.id}-{i}" for i, (v, _) in enumerate(WORKED)])
def test_a_worked_case_comes_out_as_written(interval, worked):
    if isinstance(worked, WorkedCase):
        found = interval(**worked.given, level=Fraction(worked.level), sides=Sides.TWO)
        assert to_six_places(found) == worked.expected
        return
    if isinstance(interval, RatioInterval):
        given, expected = Ratio(worked.numerator, worked.denominator), Limits(worked.lower, worked.upper)
    else:
        given = worked.members if isinstance(interval, MembersInterval) else worked.groups
        expected = worked.expected
    assert to_six_places(interval(given, level=Fraction(worked.level), sides=Sides.TWO)) == expected


@each_interval
def test_an_interval_shows_a_defined_and_an_undefined_case(interval):
    if isinstance(interval, RatioInterval):
        assert interval.worked
        assert interval(Ratio(0, 0), level=Fraction(95, 100), sides=Sides.TWO) == Undefined(interval.undefined_when)
    else:
        assert {isinstance(worked.expected, Undefined) for worked in interval.worked} == {True, False}


@each_interval
def test_an_interval_is_of_a_kind_and_says_what_it_fits(interval):
    assert isinstance(interval, Interval)
    assert interval.fits


def test_every_file_is_collected_under_its_own_name_with_dashes():
    here = {p.stem.replace("_", "-") for p in Path(evalspec.intervals.__path__[0]).glob("[!_]*.py")}
    assert here - {"base"} == set(INTERVALS)


@each_interval
def test_an_interval_cites_a_dated_source_and_says_its_formula(interval):
    assert re.search(r"\b(19|20)\d\d\b", interval.reference)
    assert interval.formula
    assert interval.title


PROGRAM = """
import sys
from fractions import Fraction
import evalspec.intervals
from evalspec.catalogue import collect
from evalspec.records import Ratio
from evalspec.terms import Sides
found = collect(evalspec.intervals, "INTERVAL", "id")
for name in sys.argv[1:]:
    worked = found[name].worked[0]
    given = getattr(worked, "groups", None) or getattr(worked, "members", None) or Ratio(3, 9)
    found[name](given, level=Fraction(9, 10), sides=Sides.TWO)
print("scipy" in sys.modules)
"""


def test_only_the_beta_quantiles_load_scipy():
    for names, loaded in ((("wilson", "agresti-coull", "delta", "delong"), "False"), (("jeffreys",), "True")):
        run = subprocess.run([sys.executable, "-c", PROGRAM, *names], capture_output=True, check=True, text=True)
        assert run.stdout.strip() == loaded
