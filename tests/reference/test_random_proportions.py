"""Intervals of a proportion, against R on 200 random ratios at four levels."""

import pytest
from reference.of_random import Compared, Convention, Given, check, complete, limits_of

from evalspec.records import Ratio

FILE = "proportions"


def here(method):
    return lambda given: limits_of(method, given, Ratio(given["x"], given["n"]))


def no_unit(given: Given, _: int) -> bool:
    return given["n"] == 0


def of_no_unit(why: str) -> Convention:
    return Convention(when=no_unit, said="number", why=why, values=8)


QUANTITIES = (
    Compared(name="wilson", here=here("wilson")),
    Compared(name="wilson.epiR", here=here("wilson")),
    Compared(
        name="wilson.Hmisc",
        here=here("wilson"),
        conventions=(
            Convention(
                when=lambda g, item: (g["x"] == 1 and item == 0) or (g["x"] == g["n"] - 1 and item == 1),
                said="number",
                why="Hmisc takes another lower limit where x = 1 and another upper limit where x = n - 1",
                values=60,
            ),
        ),
    ),
    Compared(name="clopper_pearson", here=here("clopper-pearson")),
    Compared(
        name="clopper_pearson.Hmisc",
        here=here("clopper-pearson"),
        conventions=(of_no_unit("Hmisc says 0 to 1 of no unit"),),
    ),
    Compared(
        name="agresti_coull.epiR",
        here=here("agresti-coull"),
        conventions=(of_no_unit("of no unit: the limits of the added pseudo-units alone"),),
    ),
    Compared(name="jeffreys", here=here("jeffreys"), conventions=(of_no_unit("of no unit: the limits of the prior"),)),
    Compared(
        name="jeffreys.epiR", here=here("jeffreys"), conventions=(of_no_unit("of no unit: the limits of the prior"),)
    ),
)


FILES = {FILE: QUANTITIES}


@pytest.mark.parametrize("compared", QUANTITIES, ids=lambda c: c.name)
def test_an_interval_of_a_proportion_is_that_of_r(compared):
    assert check(FILE, compared) == []


def test_every_stored_interval_is_compared():
    complete(FILE, QUANTITIES, {})
