"""Weights by the members' numbers of units."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from evalspec.records import Combined, Member, Ratio, Real, Undefined
from evalspec.summaries.base import Summary, Worked, weighted_mean


def combine(members: Mapping[str, Member], *, minimum_defined: int, axis: str = "cohorts", **_: Any) -> Combined:
    """The mean of the defined members' values, weighted by all units of each, not by the metric's denominator."""
    sizes = {name: Fraction(member.size) for name, member in members.items()}
    return weighted_mean(members, sizes, minimum_defined=minimum_defined, axis=axis)


TWO = {"A": Member(value=Ratio(72, 90), size=290), "B": Member(value=Ratio(18, 30), size=120)}
NONE = Member(value=Undefined("actual positives (TP + FN) = 0"), size=50)

SUMMARY = Summary(
    id="by-size",
    title="By size",
    sentence="the mean of the members' values, each weighted by its number of units",
    formula="sum of n v / sum of n; n: units in the member",
    undefined_when="defined members < minimum_defined",
    combine=combine,
    worked=(
        Worked(TWO, {"minimum_defined": 2}, Real(Fraction(152, 205))),
        Worked({**TWO, "C": NONE}, {"minimum_defined": 2}, Real(Fraction(152, 205))),
        Worked(
            {"C": NONE},
            {"minimum_defined": 1},
            Undefined("defined in 0 of 1 cohorts, at least 1 needed (C: actual positives (TP + FN) = 0)"),
        ),
    ),
    reference="Sokolova & Lapalme 2009, Inf Process Manag 45:427",
)
