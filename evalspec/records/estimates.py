"""Declared numbers and verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from evalspec.records.classes import Paired
from evalspec.records.curves import CurveLine, CurvePoint
from evalspec.records.values import Combined, Limits, Member, Undefined, Value


@dataclass(frozen=True, slots=True, kw_only=True)
class At:
    """Where a number stands: the words over its axes, and the member of each axis that is kept; None where neither is.

    ``scenario``: of a population whose prevalence is uncertain, and of units without a known outcome.
    """

    cohorts: str | None = None
    cohort: str | None = None
    classes: str | None = None
    class_: str | None = None
    folds: str | None = None
    fold: str | None = None
    repeats: str | None = None
    repeat: str | None = None
    subgroup: str | None = None
    population: str | None = None
    prevalence: Fraction | None = None
    scenario: str | None = None

    @property
    def path(self) -> tuple[str, ...]:
        """The parts of an address behind the model, in the fixed order of the axes."""
        named = (
            ("cohort", self.cohort), ("class", self.class_), ("fold", self.fold), ("repeat", self.repeat),
            ("subgroup", self.subgroup), ("scenario", self.scenario),
        )  # fmt: skip
        return tuple(f"{word}={name}" for word, name in named if name is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """One declared number: exact, with its interval and how it came about.

    ``members``: its parts over the axis ``over`` (cohort, class, fold or repeat), by name. ``defined_of``: of how many
    units, k of N, where it is a mean over units.
    """

    summary: str
    role: str
    metric: str
    model: str
    threshold: str | None
    at: At
    address: str
    value: Value
    limits: Limits | Undefined | None = None
    interval: str | None = None
    level: Fraction | None = None
    combined: Combined | None = None
    members: Mapping[str, Member] = field(default_factory=dict)
    over: str = "cohort"
    defined_of: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Two declared numbers against each other: first minus second, or their ratio.

    ``positives`` and ``negatives``: units of one paired table, by who calls them positive (of several classes, by who is
    right, as ``positives``).
    """

    comparison: str
    role: str
    summary: str
    metric: str
    first: str
    second: str
    measure: str
    at: At
    address: str
    value: Value
    limits: Limits | Undefined | None = None
    interval: str | None = None
    level: Fraction | None = None
    test: str | None = None
    p_value: float | Undefined | None = None
    positives: Paired | None = None
    negatives: Paired | None = None
    conclusion: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One declared figure of one model, in one cohort or over all of them: its exact points, and the lines beside it."""

    curve: str
    kind: str
    model: str
    cohort: str | None
    address: str
    points: tuple[CurvePoint, ...] | Undefined
    lines: tuple[CurveLine, ...]
    thinning: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequirementVerdict:
    """One demand: the number it met, the limit, and the verdict."""

    address: str
    bound: str
    value: float | None
    relation: str
    limit: str
    verdict: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GateVerdict:
    """A gate and what became of each of its requirements."""

    id: str
    verdict: str
    requirements: tuple[RequirementVerdict, ...]
