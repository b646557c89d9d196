"""Weights by how precisely each member is known."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from evalspec.records import Combined, Member, Ratio, Real, Undefined
from evalspec.summaries._meta import over_members
from evalspec.summaries._scale import ZERO_VARIANCE
from evalspec.summaries.base import Summary, Worked


def combine(
    members: Mapping[str, Member],
    *,
    minimum_defined: int,
    scale: str = "identity",
    zero_cells: str | None = None,
    axis: str = "cohorts",
    **_: Any,
) -> Combined:
    """The mean on ``scale``, weights 1 / variance; exact on ``identity`` where the values and variances are.

    A ratio without a variance of its own has p (1 - p) / n. On ``logit`` a ratio's zero cell follows ``zero_cells``
    (None: as ``undefined``), and the mean is brought back. Left out, with the reason: an undefined value or variance,
    a variance of 0, and on ``logit`` a value of 0 or 1 that is no ratio.

    Raises:
        ValueError: no word for ``scale`` or ``zero_cells``; a value without a variance; one outside 0 to 1 on logit.
    """
    return over_members(members, minimum=minimum_defined, axis=axis, scale=scale, zero_cells=zero_cells, tau2=None)


TWO = {"A": Member(value=Ratio(72, 90), size=290), "B": Member(value=Ratio(18, 30), size=120)}
FULL = Member(value=Ratio(10, 10), size=40)
HALF = {"minimum_defined": 2, "scale": "logit", "zero_cells": "half-where-zero"}
STRICT = {"minimum_defined": 2, "scale": "logit", "zero_cells": "undefined"}

SUMMARY = Summary(
    id="inverse-variance",
    title="Inverse variance",
    also=("fixed effect", "common effect"),
    sentence="the mean of the members' values, each weighted by one over its estimated variance",
    formula="sum of y / v / sum of 1 / v; y, v: the values and variances on the scale; on logit brought back",
    undefined_when="members that are defined with a variance above 0 < minimum_defined",
    combine=combine,
    worked=(
        Worked(TWO, {"minimum_defined": 2}, Real(Fraction(42, 55))),
        Worked({**TWO, "C": FULL}, {"minimum_defined": 2}, Real(Fraction(42, 55)), left_out={"C": ZERO_VARIANCE}),
        Worked(TWO, HALF, Real(0.742567)),
        Worked({**TWO, "C": FULL}, STRICT, Real(0.742567), left_out={"C": "n - x = 0"}),
        Worked(
            {**TWO, "C": FULL},
            {"minimum_defined": 3},
            Undefined("defined in 2 of 3 cohorts, at least 3 needed (C: estimated variance = 0)"),
            left_out={"C": ZERO_VARIANCE},
        ),
    ),
    elsewhere=("R metafor 3.8.1 (rma, method='FE'): a variance of 0 is an error for all the cohorts together",),
    reference="Cochran 1954, Biometrics 10:101",
)
