"""Fewer points to draw. The results keep every point."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from evalspec.curves.base import Points
from evalspec.records import CurvePoint
from evalspec.terms import Drawn


def none(points: Sequence[CurvePoint], drawn: Drawn, most: int | None) -> Points:
    """Every point."""
    return tuple(points)


def collinear(points: Sequence[CurvePoint], drawn: Drawn, most: int | None) -> Points:
    """Leaves out what lies on the straight line from the last point kept to the next: the drawing stays as it was.

    Steps lose only points on level and upright runs, points that stand alone none.
    """
    if drawn is Drawn.POINTS:
        return tuple(points)
    kept: list[CurvePoint] = []
    for i, point in enumerate(points):
        ends = (kept[-1], points[i + 1]) if kept and i + 1 < len(points) else None
        if ends is None or not _between(ends[0], point, ends[1], drawn):
            kept.append(point)
    return tuple(kept)


def every_kth(points: Sequence[CurvePoint], drawn: Drawn, most: int | None) -> Points:
    """The first, the last and each k-th between, k being the least that leaves ``most`` points or fewer."""
    if most is None or most < 2:
        raise ValueError(f"every-kth needs the most points to keep, 2 or more, not {most}")
    if len(points) <= most:
        return tuple(points)
    k = -(-(len(points) - 1) // (most - 1))
    return (*points[:-1:k], points[-1])


METHODS: dict[str, Callable[[Sequence[CurvePoint], Drawn, int | None], Points]] = {
    "none": none,
    "collinear": collinear,
    "every-kth": every_kth,
}


def thinned(
    points: Sequence[CurvePoint], method: str, *, drawn: Drawn = Drawn.LINES, most: int | None = None
) -> Points:
    """The points that are left, in their order. ``most`` is for ``every-kth`` alone.

    Raises:
        ValueError: there is no such method, or ``most`` is said or unsaid where it may not be.
    """
    if method not in METHODS:
        raise ValueError(f"no thinning method {method!r}; there are {', '.join(METHODS)}")
    if most is not None and method != "every-kth":
        raise ValueError(f"{method} takes no number of points")
    return METHODS[method](points, drawn, most)


def _between(first: CurvePoint, point: CurvePoint, last: CurvePoint, drawn: Drawn) -> bool:
    """Whether a point lies on the straight line between two others; never where one has no height."""
    if None in (first.x, first.y, point.x, point.y, last.x, last.y):
        return False
    (ax, ay), (bx, by), (cx, cy) = ((Fraction(p.x or 0), Fraction(p.y or 0)) for p in (first, point, last))
    if drawn is Drawn.STEPS and ax != cx and ay != cy:
        return False
    on_line = (bx - ax) * (cy - ay) == (by - ay) * (cx - ax)
    return on_line and min(ax, cx) <= bx <= max(ax, cx) and min(ay, cy) <= by <= max(ay, cy)
