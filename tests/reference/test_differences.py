"""Tests and intervals of random tables as statsmodels gives them, and Newcombe's paired limits as his paper prints them."""

import json
from fractions import Fraction
from math import isclose
from pathlib import Path

import pytest
from reference.of_comparisons import COMPARISONS, INTERVALS

from evalspec.comparisons._mcnemar import asymptotic_p, continuity_corrected_p
from evalspec.records import Paired, Ratio
from evalspec.terms import Sides

MADE = json.loads(Path(__file__).with_name("made").joinpath("differences.json").read_text(encoding="utf-8"))
PRINTED = {
    (36, 12, 2, 0): ("0.0569", "0.3404"),
    (20, 12, 2, 16): ("0.0562", "0.3292"),
    (18, 12, 2, 18): ("0.0562", "0.3290"),
    (36, 14, 0, 0): ("0.1528", "0.4167"),
    (18, 14, 0, 18): ("0.1441", "0.3963"),
    (0, 29, 1, 0): ("0.6666", "0.9882"),
    (0, 30, 0, 0): ("0.8395", "1.0000"),
    (54, 0, 0, 0): ("-0.0664", "0.0664"),
    (27, 0, 0, 27): ("-0.0351", "0.0351"),
}
"""Newcombe 1998, Stat Med 17:2635, table III, method 10: cells both, first only, second only, neither."""


def pairs(cells: list[int]) -> Paired:
    both, first_only, second_only, neither = cells
    return Paired(both=both, first_only=first_only, second_only=second_only, neither=neither)


def close(one: float, other: float, absolute: float = 0.0) -> bool:
    return isclose(one, other, rel_tol=1e-9, abs_tol=absolute)


def test_mcnemar_of_200_random_tables_is_that_of_statsmodels():
    assert len(MADE["paired"]) == 200
    for table in MADE["paired"]:
        of = pairs(table["cells"])
        assert close(COMPARISONS["mcnemar-exact"](of).exact, table["exact_p"]), table
        assert close(asymptotic_p(of).exact, table["asymptotic_p"]), table
        assert close(continuity_corrected_p(of).exact, table["continuity_corrected_p"]), table


@pytest.mark.parametrize(("method", "interval"), [("newcombe", "newcombe"), ("wald", "wald-unpaired")])
def test_intervals_of_200_random_differences_are_those_of_statsmodels(method, interval):
    assert len(MADE["unpaired"]) == 200
    for table in MADE["unpaired"]:
        x1, n1, x2, n2 = table["ratios"]
        limits = INTERVALS[interval](Ratio(x1, n1), Ratio(x2, n2), level=Fraction(table["level"]), sides=Sides.TWO)
        lower, upper = (min(1, max(-1, limit)) for limit in table[method])
        assert close(limits.lower, lower, 1e-12), table
        assert close(limits.upper, upper, 1e-12), table


@pytest.mark.parametrize(("cells", "printed"), PRINTED.items())
def test_newcombes_paired_limits_are_those_that_his_paper_prints(cells, printed):
    limits = INTERVALS["newcombe-paired"](pairs(cells), level=Fraction(95, 100), sides=Sides.TWO)
    assert (f"{limits.lower:.4f}", f"{limits.upper:.4f}") == printed


def test_newcombes_paired_limits_of_a_published_trial_come_out():
    """Fagerland, Lydersen & Laake 2014, Stat Med 33:2850: airway hyper-responsiveness, before minus after."""
    limits = INTERVALS["newcombe-paired"](pairs([1, 1, 7, 12]), level=Fraction(95, 100), sides=Sides.TWO)
    assert (f"{limits.lower:.3f}", f"{limits.upper:.3f}") == ("-0.507", "-0.026")
