"""What a curve declares. Points are exact fractions; nothing is rounded, smoothed or interpolated."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from evalspec.metrics.base import require_one_direction
from evalspec.records import Counts, CurveLine, CurvePoint, ScoreGroup, Undefined
from evalspec.terms import Drawn, Takes

Points = tuple[CurvePoint, ...]


@dataclass(frozen=True, slots=True)
class Worked:
    """A worked case: what goes in, what it is told beside that, and the points or why there are none."""

    given: Any
    expected: Points | Undefined
    told: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """A kind of figure. ``x`` and ``y`` are the axes' titles, ``n`` says which units a point counts.

    ``trace`` gives the points and ``beside`` the lines drawn with them, both from what the curve ``takes``; ``told``
    names what they need beside it. ``elsewhere``: which other packages differ, and how.
    """

    id: str
    title: str
    x: str
    y: str
    n: str
    takes: Takes
    drawn: Drawn
    trace: Callable[..., Points | Undefined]
    beside: Callable[..., tuple[CurveLine, ...]] | None = None
    told: tuple[str, ...] = ()
    formula: str
    undefined_when: str
    worked: tuple[Worked, ...]
    elsewhere: tuple[str, ...] = ()
    reference: str

    def points(self, given: Sequence[ScoreGroup] | Counts, **told: Any) -> Points | Undefined:
        """From left to right. Raises ``ValueError`` where score groups are out of order or a score is no probability."""
        self._require_in_order(given)
        return self.trace(given, **told)

    def baselines(self, given: Sequence[ScoreGroup] | Counts, **told: Any) -> tuple[CurveLine, ...]:
        """The lines drawn with it; none where the curve has none or is undefined."""
        if self.beside is None or isinstance(self.points(given, **told), Undefined):
            return ()
        return self.beside(given, **told)

    def _require_in_order(self, given: Sequence[ScoreGroup] | Counts) -> None:
        if isinstance(given, Counts):
            return
        require_one_direction(given)
        if self.takes is Takes.GROUPS and any(not 0 <= group.score <= 1 for group in given):
            raise ValueError("a score is no probability")


def called(groups: Sequence[ScoreGroup]) -> list[tuple[int, int, float | None]]:
    """True positives, false positives and threshold, from nobody called to everybody, tied scores entered whole."""
    there = [group for group in reversed(groups) if group.n_positive + group.n_negative]
    true = accumulate((group.n_positive for group in there), initial=0)
    false = accumulate((group.n_negative for group in there), initial=0)
    return list(zip(true, false, [None, *(group.score for group in there)], strict=True))


__all__ = ["Curve", "Drawn", "Points", "Worked", "called"]
