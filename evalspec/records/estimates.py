"""Declared numbers and verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from evalspec.records.values import Combined, Limits, Member, Undefined, Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """One declared number: exact, with its interval and how it came about."""

    summary: str
    role: str
    metric: str
    model: str
    threshold: str | None
    cohorts: str | None
    cohort: str | None
    address: str
    value: Value
    limits: Limits | Undefined | None = None
    interval: str | None = None
    level: Fraction | None = None
    combined: Combined | None = None
    members: Mapping[str, Member] = field(default_factory=dict)


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
