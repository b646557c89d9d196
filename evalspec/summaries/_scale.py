"""Members' values and variances on the scale they are combined on."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import log

from evalspec.intervals._variance import of_ratio
from evalspec.records import Member, Ratio, Undefined

Number = Fraction | float

ZERO_VARIANCE = "estimated variance = 0"


@dataclass(frozen=True, slots=True)
class Point:
    """A member's estimate and its estimated variance, above 0, on the scale of the fit."""

    estimate: Number
    variance: Number


def on_scale(
    members: Mapping[str, Member], *, scale: str, zero_cells: str | None
) -> tuple[dict[str, Point], dict[str, str]]:
    """The members that can be weighted, in their order, and why each of the others is left out.

    On ``logit`` a ratio with a zero cell gets 0.5 in both cells under ``half-where-zero``, and is left out otherwise.

    Raises:
        ValueError: ``scale`` or ``zero_cells`` is no word for it; a variance is missing or below 0; a value on
            ``logit`` lies outside 0 to 1.
    """
    if scale not in ("identity", "logit"):
        raise ValueError(f"scale {scale!r} is neither identity nor logit")
    if zero_cells not in ("half-where-zero", "undefined", None):
        raise ValueError(f"zero_cells {zero_cells!r} is neither half-where-zero nor undefined")
    points: dict[str, Point] = {}
    reasons: dict[str, str] = {}
    for name, member in members.items():
        found = _identity(name, member) if scale == "identity" else _logit(name, member, zero_cells)
        if isinstance(found, Undefined):
            reasons[name] = found.reason
        else:
            points[name] = found
    return points, dict(sorted(reasons.items()))


def _variance(name: str, member: Member) -> Number | Undefined:
    """The member's own; p (1 - p) / n of a ratio that brings none."""
    given = member.variance
    if given is None and isinstance(member.value, Ratio):
        given = of_ratio(member.value)
    if given is None:
        raise ValueError(f"{name} has a value and no variance")
    if isinstance(given, Undefined):
        return Undefined(f"variance undefined: {given.reason}")
    if given < 0:
        raise ValueError(f"the variance of {name} is below 0")
    return given


def _identity(name: str, member: Member) -> Point | Undefined:
    if isinstance(member.value, Undefined):
        return member.value
    variance = _variance(name, member)
    if isinstance(variance, Undefined):
        return variance
    return Point(member.value.exact, variance) if variance else Undefined(ZERO_VARIANCE)


def _logit(name: str, member: Member, zero_cells: str | None) -> Point | Undefined:
    """By the delta method, v / (p (1 - p))²; for the variance p (1 - p) / n of a ratio that is 1/x + 1/(n - x)."""
    value = member.value
    if isinstance(value, Undefined):
        return value
    variance = _variance(name, member)
    if isinstance(variance, Undefined):
        return variance
    p = value.exact
    if not 0 <= p <= 1:
        raise ValueError(f"the value of {name} lies outside 0 to 1: it has no logit")
    if isinstance(value, Ratio):
        x, rest = value.numerator, value.denominator - value.numerator
        if x == 0 or rest == 0:
            return (
                _halved(x, rest) if zero_cells == "half-where-zero" else Undefined("x = 0" if x == 0 else "n - x = 0")
            )
        return Point(log(x / rest), variance / (p * (1 - p)) ** 2) if variance else Undefined(ZERO_VARIANCE)
    if p in (0, 1):
        return Undefined("value = 0" if p == 0 else "1 - value = 0")
    return Point(log(p / (1 - p)), variance / (p * (1 - p)) ** 2) if variance else Undefined(ZERO_VARIANCE)


def _halved(x: int, rest: int) -> Point:
    """Half a unit in both cells."""
    more, other = Fraction(2 * x + 1, 2), Fraction(2 * rest + 1, 2)
    return Point(log(more / other), 1 / more + 1 / other)
