"""Mean distance between mean probability and observed share over bins of equal width; from 0 to 1, lower is better."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from evalspec.metrics._parameters import whole
from evalspec.metrics._probabilities import NO_UNITS, as_written, summed, units_of
from evalspec.metrics.base import ProbabilityMetric, Worked
from evalspec.records import Real, ScoreGroup, Undefined
from evalspec.terms import Better, Quantity


def value(groups: Sequence[ScoreGroup], *, bins: int, closed: str) -> Real | Undefined:
    """Exact. A probability is the decimal that it is written as and an edge is j / bins, so no edge is off by a rounding.

    Raises:
        TypeError: bins is no whole number.
        ValueError: bins is below 1, or closed is neither ``left`` nor ``right``.
    """
    units = units_of(groups)
    excess: dict[int, list[tuple[int, int]]] = {}
    for group, bin_ in zip(groups, _bins([g.score for g in groups], bins, closed), strict=True):
        p, n = as_written(group.score), group.n_positive + group.n_negative
        excess.setdefault(bin_, []).append((group.n_positive * p.denominator - n * p.numerator, p.denominator))
    distance = sum((abs(summed(terms)) for terms in excess.values()), Fraction(0))
    return Real(distance / units) if units else Undefined(NO_UNITS)


def replicated(scores: Any, positives: Any, negatives: Any, *, bins: int, closed: str) -> Any:
    """Shapes (groups,), (replicates, groups), (replicates, groups) to (replicates,); NaN where there is no unit."""
    units = (positives.sum(axis=1) + negatives.sum(axis=1)).astype(float)
    units[units == 0] = float("nan")
    excess = positives - (positives + negatives) * list(scores)
    distance = 0.0 * units
    bin_of = _bins(scores, bins, closed)
    for bin_ in sorted(set(bin_of)):
        first = bin_of.index(bin_)  # scores rise, so a bin is a run of groups
        distance += abs(excess[:, first : first + bin_of.count(bin_)].sum(axis=1))
    return distance / units


def _bins(scores: Sequence[float], bins: int, closed: str) -> list[int]:
    """The bin of each score, from 0. Right-closed (j/B, (j+1)/B] with 0 in the first; left-closed with 1 in the last."""
    if isinstance(bins, bool) or not isinstance(bins, int):
        raise TypeError(f"bins must be a whole number, not {bins!r}")
    if bins < 1:
        raise ValueError(f"bins must be 1 or more, not {bins}")
    if closed not in ("left", "right"):
        raise ValueError(f"closed must be left or right, not {closed!r}")
    exact = [as_written(score) * bins for score in scores]
    if closed == "left":
        return [min(p.numerator // p.denominator, bins - 1) for p in exact]
    return [max(-(-p.numerator // p.denominator) - 1, 0) for p in exact]


def misfit(name: str, value: Any) -> str:
    """``bins``: a whole number from 1; ``closed``: which edge belongs to a bin."""
    if name == "bins":
        return whole(value)
    return "" if value in ("left", "right") else "`left` or `right`"


METRIC = ProbabilityMetric(
    id="ece",
    title="Expected calibration error",
    also=("ECE",),
    formula="sum over bins of |positives in the bin - sum of its probabilities| / units",
    value=value,
    replicated=replicated,
    better=Better.LOWER,
    quantity=Quantity.ECE,
    parameters=("bins", "closed"),
    misfit=misfit,
    undefined_when=NO_UNITS,
    worked=(
        Worked(
            (ScoreGroup(0.3, 1, 0), ScoreGroup(0.35, 0, 1)), Real(Fraction(21, 40)), {"bins": 10, "closed": "right"}
        ),
        Worked((ScoreGroup(0.3, 1, 0), ScoreGroup(0.35, 0, 1)), Real(Fraction(7, 40)), {"bins": 10, "closed": "left"}),
        Worked((), Undefined(NO_UNITS), {"bins": 10, "closed": "right"}),
    ),
    elsewhere=(
        "MAPIE takes bins edges for bins bins, so it uses one bin less",
        "R's cut over seq(0, 1, length.out = B + 1), and bins from linspace, hold edges such as 0.30000000000000004: "
        "a probability on an edge falls on the other side",
    ),
    reference="Naeini, Cooper & Hauskrecht 2015, AAAI Conference on Artificial Intelligence 29:2901",
)
