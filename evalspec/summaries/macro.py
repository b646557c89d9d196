"""Equal weights."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from evalspec.records import Combined, Member, Ratio, Real, Undefined
from evalspec.summaries.base import Summary, Worked, weighted_mean


def combine(members: Mapping[str, Member], *, minimum_defined: int, axis: str = "cohorts", **_: Any) -> Combined:
    """The plain mean of the defined members' values."""
    return weighted_mean(members, dict.fromkeys(members, Fraction(1)), minimum_defined=minimum_defined, axis=axis)


TWO = {"A": Member(value=Ratio(72, 80), size=80), "B": Member(value=Ratio(12, 20), size=20)}
NONE = Member(value=Undefined("actual positives (TP + FN) = 0"), size=50)

SUMMARY = Summary(
    id="macro",
    title="Macro",
    sentence="the plain mean of the members' values, each counting the same whatever its size",
    formula="sum of the values / k",
    undefined_when="defined members < minimum_defined",
    combine=combine,
    worked=(
        Worked(TWO, {"minimum_defined": 2}, Real(Fraction(3, 4))),
        Worked({**TWO, "C": NONE}, {"minimum_defined": 2}, Real(Fraction(3, 4))),
        Worked(
            {**TWO, "C": NONE},
            {"minimum_defined": 3},
            Undefined("defined in 2 of 3 cohorts, at least 3 needed (C: actual positives (TP + FN) = 0)"),
        ),
    ),
    elsewhere=(
        (
            "scikit-learn (average='macro') counts an undefined class as 0, with a warning, unless zero_division "
            "says otherwise; its macro AUROC is NaN"
        ),
        "PyCM gives no macro value where one class is undefined",
    ),
    reference="Sebastiani 2002, ACM Comput Surv 34:1",
)
