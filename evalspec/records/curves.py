"""Points of a figure: exact where they can be, unrounded."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

Coordinate = Fraction | float | None


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One point. ``y`` is None where it is undefined there, such as the precision of a threshold that calls nobody.

    ``threshold``: the score from which on units are called positive, None where there is none. ``n``: units that the
    point rests on, as its curve says; None where none are counted.
    """

    x: Coordinate
    y: Coordinate
    threshold: float | None = None
    n: int | None = None


@dataclass(frozen=True, slots=True)
class CurveLine:
    """A line drawn beside a curve, by name: the prevalence, treating all."""

    name: str
    points: tuple[CurvePoint, ...]
