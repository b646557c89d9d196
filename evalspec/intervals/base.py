"""What an interval declares. Levels are exact fractions; limits are floats in the metric's own units."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from typing import Any, Literal

from evalspec.records import ClusterCell, Limits, Meta, Paired, PairedGroup, Ratio, ScoreGroup, Spread, Undefined
from evalspec.terms import Quantity, Sides


@dataclass(frozen=True, slots=True)
class Worked:
    """A worked case on a ratio: numerator, denominator, level, and the two-sided limits to 6 places."""

    numerator: int
    denominator: int
    level: str
    lower: float
    upper: float


@dataclass(frozen=True, slots=True)
class WorkedGroups:
    """A worked case on score groups: level, and the two-sided limits to 6 places or the reason there are none."""

    groups: tuple[ScoreGroup, ...]
    level: str
    expected: Limits | Undefined


@dataclass(frozen=True, slots=True)
class Weighted:
    """A defined member of a combined value: its weight (summing to 1 over the members), value and estimated variance."""

    weight: Fraction
    value: Fraction | float
    variance: Fraction | float


@dataclass(frozen=True, slots=True)
class WorkedMembers:
    """A worked case on weighted members: level, and the two-sided limits to 6 places or the reason there are none."""

    members: tuple[Weighted, ...]
    level: str
    expected: Limits | Undefined


@dataclass(frozen=True, slots=True)
class WorkedCase:
    """A worked case of any other kind: what goes in by name, level, and the limits to 6 places or why there are none."""

    given: Mapping[str, Any]
    level: str
    expected: Limits | Undefined


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """What the kinds share.

    ``limits(…, level=, sides=)`` returns ``Limits``, or ``Undefined`` with the reason. ``fits``: of what it is an
    interval; the kind of interval follows from how it is called. ``elsewhere``: which other packages differ, and how.
    """

    id: str
    title: str
    also: tuple[str, ...] = ()
    formula: str
    undefined_when: str
    limits: Callable[..., Limits | Undefined]
    worked: tuple[Any, ...]
    reference: str
    fits: tuple[Quantity, ...]
    elsewhere: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RatioInterval(Interval):
    """Limits of one ratio of counts."""

    fits: tuple[Quantity, ...] = (Quantity.RATIO,)

    def __call__(self, ratio: Ratio, *, level: Fraction, sides: Sides) -> Limits | Undefined:
        return self.limits(ratio, level=level, sides=sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingInterval(Interval):
    """Limits of a ranking metric, from score groups in the order of the model's direction."""

    fits: tuple[Quantity, ...] = (Quantity.AUROC,)

    def __call__(self, groups: Sequence[ScoreGroup], *, level: Fraction, sides: Sides) -> Limits | Undefined:
        return self.limits(groups, level=level, sides=sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpreadInterval(Interval):
    """Limits of an estimate from its variance alone."""

    def __call__(self, spread: Spread, *, level: Fraction, sides: Sides) -> Limits | Undefined:
        return self.limits(spread, level=level, sides=sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class MembersInterval(Interval):
    """Limits of a fixed-weight mean of the members' values; a single value is one member of weight 1.

    ``low`` and ``high`` bound what the mean can be (None: no bound).
    """

    def __call__(
        self,
        members: Sequence[Weighted],
        *,
        level: Fraction,
        sides: Sides,
        low: Fraction | None = Fraction(0),
        high: Fraction | None = Fraction(1),
    ) -> Limits | Undefined:
        return self.limits(members, level=level, sides=sides, low=low, high=high)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterInterval(Interval):
    """Limits of a ratio over clusters."""

    fits: tuple[Quantity, ...] = (Quantity.CLUSTERED_RATIO,)

    def __call__(self, cells: Sequence[ClusterCell], *, level: Fraction, sides: Sides) -> Limits | Undefined:
        return self.limits(cells, level=level, sides=sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterRankingInterval(Interval):
    """Limits of an AUROC over clusters: each cluster's own score groups, scores ascending.

    The scores rise with the class: where low scores are the positive ones, they come negated. They place a unit among
    the units of other clusters, so a run of groups without a positive must not stand as one group.
    """

    fits: tuple[Quantity, ...] = (Quantity.CLUSTERED_AUROC,)

    def __call__(
        self, clusters: Sequence[Sequence[ScoreGroup]], *, level: Fraction, sides: Sides
    ) -> Limits | Undefined:
        return self.limits(clusters, level=level, sides=sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class MetaInterval(Interval):
    """Limits from a fit over cohorts, on the scale that the fit was made on."""

    def __call__(self, meta: Meta, *, level: Fraction, sides: Sides) -> Limits | Undefined:
        return self.limits(meta, level=level, sides=sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedInterval(Interval):
    """Limits of the difference, first minus second, of two ratios over the same units."""

    fits: tuple[Quantity, ...] = (Quantity.PAIRED,)

    def __call__(self, paired: Paired, *, level: Fraction, sides: Sides) -> Limits | Undefined:
        return self.limits(paired, level=level, sides=sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedRankingInterval(Interval):
    """Limits of the difference, first minus second, of two AUROCs over the same units; both scores rise with the class."""

    fits: tuple[Quantity, ...] = (Quantity.PAIRED_AUROC,)

    def __call__(self, groups: Sequence[PairedGroup], *, level: Fraction, sides: Sides) -> Limits | Undefined:
        return self.limits(groups, level=level, sides=sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnpairedInterval(Interval):
    """Limits of the difference, first minus second, of two ratios over different units."""

    fits: tuple[Quantity, ...] = (Quantity.UNPAIRED,)

    def __call__(self, first: Ratio, second: Ratio, *, level: Fraction, sides: Sides) -> Limits | Undefined:
        return self.limits(first, second, level=level, sides=sides)


@dataclass(frozen=True, slots=True, kw_only=True)
class BootstrapInterval(Interval):
    """Limits of any value from its values in resamples.

    ``replicates``: floats (a sequence or an array of one dimension), NaN where the value of a resample is undefined.
    ``estimate`` is computed in the same arithmetic as they are, so that a replicate equal to it is seen to be equal.
    ``jackknife``, for ``bca`` alone: the value with one unit left out, for each kind of unit, and how many such units
    there are.
    """

    def __call__(
        self,
        estimate: float,
        replicates: Collection[float],
        *,
        level: Fraction,
        sides: Sides,
        limits: Literal["percentile", "bca"] = "percentile",
        jackknife: tuple[Collection[float], Collection[int]] | None = None,
    ) -> Limits | Undefined:
        return self.limits(estimate, replicates, level=level, sides=sides, limits=limits, jackknife=jackknife)


def tail(level: Fraction, sides: Sides) -> float:
    """The probability beyond each limit that is given: (1 - level)/2, or all of 1 - level."""
    return float((1 - level) / 2 if sides is Sides.TWO else 1 - level)


def normal_quantile(level: Fraction, sides: Sides) -> float:
    """z with ``tail`` above it."""
    return -NormalDist().inv_cdf(tail(level, sides))


def open_side(lower: float, upper: float, sides: Sides, note: str = "") -> Limits:
    """The limits, with the side that a one-sided interval leaves open as ``None``."""
    return Limits(
        None if sides is Sides.UPPER else lower,
        None if sides is Sides.LOWER else upper,
        note,
    )
