"""Counts, values and intervals: exact, unrounded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """A two-by-two table: non-negative integers, unbounded."""

    tp: int
    fn: int
    tn: int
    fp: int

    def __add__(self, other: Counts) -> Counts:
        return Counts(tp=self.tp + other.tp, fn=self.fn + other.fn, tn=self.tn + other.tn, fp=self.fp + other.fp)

    @property
    def positives(self) -> int:
        return self.tp + self.fn

    @property
    def negatives(self) -> int:
        return self.tn + self.fp

    @property
    def units(self) -> int:
        return self.positives + self.negatives


@dataclass(frozen=True, slots=True)
class ScoreGroup:
    """Units of one score: how many are positive, how many negative.

    A run of neighbouring scores without a positive may stand as one group: ranking metrics see no difference.
    """

    score: float
    n_positive: int
    n_negative: int


@dataclass(frozen=True, slots=True)
class Ratio:
    """A defined ratio of counts."""

    numerator: int
    denominator: int

    @property
    def exact(self) -> Fraction:
        return Fraction(self.numerator, self.denominator)


@dataclass(frozen=True, slots=True)
class Real:
    """A defined value that is no ratio of counts; exact where it can be."""

    value: float | Fraction

    @property
    def exact(self) -> float | Fraction:
        return self.value


@dataclass(frozen=True, slots=True)
class Undefined:
    """No number: the reason names the zero denominator."""

    reason: str


Value = Ratio | Real | Undefined


@dataclass(frozen=True, slots=True)
class Spread:
    """An estimate and its estimated variance, on the estimate's own scale; ``low`` and ``high`` bound what it can be."""

    estimate: float | Fraction
    variance: float | Fraction
    low: Fraction | None = None
    high: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """An interval. ``None`` is an open side of a one-sided interval; ``note`` flags a degenerate one."""

    lower: float | None
    upper: float | None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One member's part in a summary: its value, its size in units, and its value's estimated variance where needed.

    ``support``: actual members of a class. ``low`` and ``high`` bound the value, for a logit scale.
    """

    value: Value
    size: int
    support: int = 0
    variance: Fraction | float | Undefined | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Meta:
    """A fit over cohorts, on its own ``scale`` (identity or logit): estimates and variances of the members in it.

    ``tau2`` is the variance between cohorts (0 for an inverse-variance mean), ``q`` Cochran's Q on k - 1 degrees of
    freedom and ``i2`` the share, 0 to 1, of the spread that is between cohorts; None where they are not defined.
    """

    scale: str
    names: tuple[str, ...]
    estimates: tuple[float, ...]
    variances: tuple[float, ...]
    mean: float
    variance: float
    tau2: float | None
    q: float | None
    i2: float | None

    @property
    def k(self) -> int:
        return len(self.estimates)


@dataclass(frozen=True, slots=True, kw_only=True)
class Combined:
    """One number over the members of an axis.

    ``weights`` are the weights used, over the defined members, summing to 1 (empty for ``worst`` and where
    undefined); ``undefined_in`` gives each left-out member's reason; ``named`` the members a word points at (worst).
    """

    value: Value
    defined: int
    of: int
    undefined_in: Mapping[str, str]
    weights: Mapping[str, Fraction] = field(default_factory=dict)
    named: tuple[str, ...] = ()
    meta: Meta | None = None
