"""What an interval of first against second lets one conclude.

Piaggio et al. 2012, JAMA 308:2594.
"""

from fractions import Fraction
from typing import Literal

from evalspec.records import Limits, Undefined
from evalspec.terms import Better

Kind = Literal["superiority", "non-inferiority", "equivalence"]
Measure = Literal["difference", "ratio"]

CONCLUSIONS: dict[Kind, str] = {
    "superiority": "superior",
    "non-inferiority": "non-inferior",
    "equivalence": "equivalent",
}
"""What is concluded where the limits show it; else ``not shown``, or ``undecided`` where they can't tell."""


def concluded(
    kind: Kind, *, margin: Fraction | None, limits: Limits | Undefined, better: Better, measure: Measure
) -> str:
    """``superior``, ``non-inferior`` or ``equivalent``; ``not shown``; ``undecided``.

    A limit must lie strictly inside: beyond 0 for superiority, beyond the margin on the worse side for non-inferiority,
    inside both for equivalence. A ratio's 0 is 1, and its margin m means 1 - m and 1 + m. The limits are compared
    unrounded. Undecided: no limits, limits whose width is no precision (they carry a note), or an open side where the
    limit is needed.

    Raises:
        ValueError: a margin is lacking or not above 0, or superiority of a metric that has no better end.
    """
    if kind != "superiority" and (margin is None or margin <= 0):
        raise ValueError("no margin above 0")
    if kind != "equivalence" and better is Better.NEITHER:
        raise ValueError("the metric has no better end")
    if isinstance(limits, Undefined) or limits.note:
        return "undecided"
    nothing = Fraction(measure == "ratio")
    allowed = Fraction(0) if kind == "superiority" or margin is None else margin
    inside = []
    if kind == "equivalence" or better is Better.HIGHER:
        inside.append(None if limits.lower is None else limits.lower > nothing - allowed)
    if kind == "equivalence" or better is Better.LOWER:
        inside.append(None if limits.upper is None else limits.upper < nothing + allowed)
    if None in inside:
        return "undecided"
    return CONCLUSIONS[kind] if all(inside) else "not shown"
