"""Weights that the plan declares."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from evalspec.records import Combined, Member, Ratio, Real, Undefined
from evalspec.summaries.base import Summary, Worked, weighted_mean, without


def combine(
    members: Mapping[str, Member],
    *,
    minimum_defined: int,
    weights: Mapping[str, Fraction],
    rescale: bool = False,
    axis: str = "cohorts",
    **_: Any,
) -> Combined:
    """The mean at the declared weights; an undefined member makes it undefined, or ``rescale`` shares its weight out.

    Raises:
        ValueError: the weights name other members than there are, or one is below 0.
    """
    if set(weights) != set(members):
        raise ValueError(f"weights name {', '.join(sorted(weights))}; the members are {', '.join(sorted(members))}")
    if any(weight < 0 for weight in weights.values()):
        raise ValueError("a weight is below 0")
    missing = [f"{name}: {m.value.reason}" for name, m in sorted(members.items()) if isinstance(m.value, Undefined)]
    if missing and not rescale:
        return without(members, Undefined(f"a weighted member is undefined ({'; '.join(missing)})"))
    exact = {name: Fraction(weight) for name, weight in weights.items()}
    return weighted_mean(members, exact, minimum_defined=minimum_defined, axis=axis)


THREE = {
    "A": Member(value=Ratio(8, 10), size=35),
    "B": Member(value=Undefined("actual positives (TP + FN) = 0"), size=33),
    "C": Member(value=Ratio(0, 6), size=18),
}
TWO = {name: THREE[name] for name in ("A", "C")}
SHARES = {"A": Fraction(5), "B": Fraction(3), "C": Fraction(2)}

SUMMARY = Summary(
    id="weights",
    title="Declared weights",
    sentence="the mean of the members' values at the weights that the plan declares",
    formula="sum of w v / sum of w",
    undefined_when="a member is undefined and the others may not be rescaled, or the defined members' weights = 0",
    combine=combine,
    needs_weights=True,
    worked=(
        Worked(TWO, {"minimum_defined": 2, "weights": {"A": Fraction(5), "C": Fraction(2)}}, Real(Fraction(4, 7))),
        Worked(THREE, {"minimum_defined": 2, "weights": SHARES, "rescale": True}, Real(Fraction(4, 7))),
        Worked(
            THREE,
            {"minimum_defined": 2, "weights": SHARES},
            Undefined("a weighted member is undefined (B: actual positives (TP + FN) = 0)"),
        ),
    ),
    elsewhere=(
        (
            "R's weighted.mean(na.rm = TRUE) drops a missing member and rescales the other weights; here that "
            "must be said"
        ),
    ),
    reference="Fleiss, Levin & Paik 2003, Statistical Methods for Rates and Proportions, 3rd ed., ch. 19",
)
