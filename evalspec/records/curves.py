"""Points of declared figures."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """``y`` is None where it is undefined; ``threshold``: the score at which it is reached; ``n``: units behind it."""

    x: Fraction | float | None
    y: Fraction | float | None
    threshold: float | None = None
    n: int | None = None
