"""Weights by how precisely each member is known, the cohorts themselves a sample of more."""

from collections.abc import Mapping
from typing import Any

from evalspec.records import Combined, Member, Ratio, Real, Undefined
from evalspec.summaries._meta import over_members
from evalspec.summaries.base import Summary, Worked

FEWEST = 3


def combine(
    members: Mapping[str, Member],
    *,
    minimum_defined: int,
    scale: str = "identity",
    zero_cells: str | None = None,
    tau2: str | None = None,
    axis: str = "cohorts",
    **_: Any,
) -> Combined:
    """The mean on ``scale``, weights 1 / (variance + tau²), brought back from ``logit``.

    Members go in, and are left out, as for inverse-variance. ``tau2`` names the estimator of the variance between
    cohorts; where it finds no value the mean is undefined.

    Raises:
        ValueError: as for inverse-variance; ``tau2`` is no word for an estimator where there are members to fit.
    """
    minimum = max(minimum_defined, FEWEST)
    estimator = tau2 or ""  # unsaid is refused, and is not an inverse-variance mean
    return over_members(members, minimum=minimum, axis=axis, scale=scale, zero_cells=zero_cells, tau2=estimator)


FIVE = {
    name: Member(value=Ratio(x, n), size=n)
    for name, x, n in (("A", 72, 90), ("B", 18, 30), ("C", 31, 36), ("D", 45, 60), ("E", 9, 20))
}
TWO = {name: FIVE[name] for name in ("A", "B")}
SIX = {
    name: Member(value=Real(y), size=100, variance=v)
    for name, y, v in zip(
        "ABCDEF", (0.1, 0.3, 0.35, 0.65, 0.45, 0.15), (0.03, 0.03, 0.05, 0.01, 0.05, 0.02), strict=True
    )
}
SAME = {name: Member(value=Ratio(4 * n, 5 * n), size=5 * n) for name, n in (("A", 1), ("B", 2), ("C", 3))}

SUMMARY = Summary(
    id="random-effects",
    title="Random effects",
    sentence="the mean of a distribution of cohorts, each weighted by one over its variance and the one between cohorts",
    formula="sum of w y / sum of w, w = 1 / (v + tau²); y, v: the values and variances on the scale; on logit brought back",
    undefined_when=(
        "members that are defined with a variance above 0 < minimum_defined or < 3, or no tau² is found (Paule-Mandel, REML)"
    ),
    combine=combine,
    fewest=FEWEST,
    worked=(
        Worked(SIX, {"minimum_defined": 3, "tau2": "dersimonian-laird"}, Real(0.344250)),
        Worked(SAME, {"minimum_defined": 3, "tau2": "paule-mandel"}, Real(0.8)),
        Worked(
            FIVE,
            {"minimum_defined": 3, "scale": "logit", "zero_cells": "half-where-zero", "tau2": "reml"},
            Real(0.714363),
        ),
        Worked(
            TWO,
            {"minimum_defined": 2, "tau2": "dersimonian-laird"},
            Undefined("defined in 2 of 2 cohorts, at least 3 needed"),
        ),
    ),
    elsewhere=(
        "statsmodels 0.15.0 (combine_effects, method_re='dl'): tau² is not truncated at 0; below it, no standard error",
        "R metafor 3.8.1: I² from tau², its own estimator and a typical variance; the same under DerSimonian-Laird only",
    ),
    reference=(
        "DerSimonian & Laird 1986, Control Clin Trials 7:177; Paule & Mandel 1982, J Res Natl Bur Stand 87:377; "
        "Viechtbauer 2005, J Educ Behav Stat 30:261; Higgins & Thompson 2002, Stat Med 21:1539 (I²)"
    ),
)
