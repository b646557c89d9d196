"""Weights by the members' actual members of the class."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from evalspec.records import Combined, Member, Ratio, Real, Undefined
from evalspec.summaries.base import Summary, Worked, weighted_mean


def combine(members: Mapping[str, Member], *, minimum_defined: int, axis: str = "cohorts", **_: Any) -> Combined:
    """The mean of the defined members' values, weighted by the actual members of each class, for precision too."""
    supports = {name: Fraction(member.support) for name, member in members.items()}
    return weighted_mean(members, supports, minimum_defined=minimum_defined, axis=axis)


TWO = {
    "cat": Member(value=Ratio(8, 10), size=60, support=10),
    "dog": Member(value=Ratio(20, 40), size=60, support=40),
}
NONE = Member(value=Undefined("calls (TP + FP) = 0"), size=60, support=10)
ABSENT = Member(value=Ratio(0, 5), size=60, support=0)

SUMMARY = Summary(
    id="by-support",
    title="By support",
    also=("weighted average", "weighted by class prevalence"),
    sentence="the mean of the classes' values, each weighted by the actual members of the class",
    formula="sum of n v / sum of n; n: actual members of the class",
    undefined_when="defined members < minimum_defined, or their actual members = 0",
    combine=combine,
    worked=(
        Worked(TWO, {"minimum_defined": 2}, Real(Fraction(14, 25))),
        Worked({**TWO, "cow": NONE}, {"minimum_defined": 2}, Real(Fraction(14, 25))),
        Worked(
            {"cow": ABSENT},
            {"minimum_defined": 1},
            Undefined("weights of the defined members (cow) = 0"),
        ),
        Worked(
            {**TWO, "cow": NONE},
            {"minimum_defined": 3, "axis": "classes"},
            Undefined("defined in 2 of 3 classes, at least 3 needed (cow: calls (TP + FP) = 0)"),
        ),
    ),
    elsewhere=("scikit-learn (average='weighted'): an undefined class counts as 0 unless told otherwise",),
    reference="Provost & Domingos 2003, Mach Learn 52:199; Fawcett 2006, Pattern Recognit Lett 27:861",
)
