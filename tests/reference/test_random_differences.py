"""Differences of two ratios, paired and not, and McNemar's tests, against R on 200 random tables each."""

import math
from fractions import Fraction

import pytest
from reference.of_random import COMPARISONS, Compared, Convention, Given, Reading, check, complete, limits_of, private

from evalspec.records import Paired, Ratio, Undefined


def table(given: Given) -> Paired:
    return Paired(**{name: given[name] for name in ("both", "first_only", "second_only", "neither")})


def two(given: Given) -> tuple[Ratio, Ratio]:
    return Ratio(given["x1"], given["n1"]), Ratio(given["x2"], given["n2"])


def paired_difference(given: Given):
    of = table(given)
    return Fraction(of.first_only - of.second_only, of.units) if of.units else Undefined("n = 0")


def paired_error(given: Given):
    of = table(given)
    variance = private("evalspec.intervals._paired", "variance_of_difference")
    return math.sqrt(variance(of)) if of.units else Undefined("n = 0")


def unpaired_difference(given: Given):
    first, second = two(given)
    lacking = 0 in (first.denominator, second.denominator)
    return Undefined("n = 0") if lacking else first.exact - second.exact


def unpaired_error(given: Given):
    first, second = two(given)
    if 0 in (first.denominator, second.denominator):
        return Undefined("n = 0")
    of_ratio = private("evalspec.intervals._variance", "of_ratio")
    return math.sqrt(of_ratio(first) + of_ratio(second))


def no_pair_tells(given: Given, _: int) -> bool:
    return given["first_only"] + given["second_only"] == 0


def interval(name):
    return (("interval", name),)


WITHIN = Reading(
    apply=lambda _, said: min(max(said, -1.0), 1.0), why="limits of a difference are clipped to [-1, 1] here", values=0
)
NO_PAIR = Convention(
    when=no_pair_tells, said="error", why="binom.test refuses where no pair tells; p = 1 here", values=7
)

OF_PAIRS = (
    Compared(name="difference", here=paired_difference, needs=interval("wald-paired")),
    Compared(
        name="newcombe_paired",
        here=lambda g: limits_of("newcombe-paired", g, table(g)),
        needs=interval("newcombe-paired"),
    ),
    Compared(name="wald_se", here=paired_error, needs=interval("wald-paired")),
    Compared(
        name="mcnemar_exact",
        here=lambda g: COMPARISONS["mcnemar-exact"](table(g)),
        needs=(("comparison", "mcnemar-exact"),),
        conventions=(NO_PAIR,),
    ),
    Compared(
        name="mcnemar_midp.formula",
        here=lambda g: COMPARISONS["mcnemar-midp"](table(g)),
        needs=(("comparison", "mcnemar-midp"),),
    ),
    Compared(
        name="mcnemar_asymptotic",
        here=lambda g: private("evalspec.comparisons._mcnemar", "asymptotic_p")(table(g)),
        needs=(("comparison", "mcnemar-exact"),),
    ),
    Compared(
        name="mcnemar_corrected",
        here=lambda g: private("evalspec.comparisons._mcnemar", "continuity_corrected_p")(table(g)),
        needs=(("comparison", "mcnemar-exact"),),
    ),
)
OF_GROUPS = (
    Compared(name="difference", here=unpaired_difference, needs=interval("wald-unpaired")),
    Compared(name="newcombe", here=lambda g: limits_of("newcombe", g, *two(g)), needs=interval("newcombe")),
    Compared(name="wald_se", here=unpaired_error, needs=interval("wald-unpaired")),
    Compared(name="wald", here=lambda g: limits_of("wald-unpaired", g, *two(g)), needs=interval("wald-unpaired")),
)
FILES = {"paired": OF_PAIRS, "unpaired": OF_GROUPS}


@pytest.mark.parametrize("compared", OF_PAIRS, ids=lambda c: c.name)
def test_a_paired_difference_is_that_of_r(compared):
    assert check("paired", compared) == []


@pytest.mark.parametrize("compared", OF_GROUPS, ids=lambda c: c.name)
def test_an_unpaired_difference_is_that_of_r(compared):
    assert check("unpaired", compared) == []


def test_every_stored_difference_is_compared():
    complete("paired", OF_PAIRS, {})
    complete("unpaired", OF_GROUPS, {})
