"""The integers everything is computed from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf, nextafter

from evalspec.records.values import Counts, ScoreGroup


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class CellKey:
    """Where a two-by-two table belongs. ``fold`` and ``subgroup`` are "" where the plan has none."""

    threshold: str
    model: str
    cohort: str
    fold: str
    subgroup: str = ""


@dataclass(frozen=True, slots=True, order=True, kw_only=True)
class GroupKey:
    """Whose scores are ranked against each other. ``cohort`` is "" where all cohorts are put together."""

    model: str
    cohort: str
    subgroup: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Score groups, cut at the distinct scores of positives: all that a ranking metric can tell apart.

    ``scores`` ascend; ``n_positive`` and ``n_negative`` stand at each score; ``above`` counts the negatives strictly
    between a score and the next one, ``below`` those under the first.
    """

    scores: tuple[float, ...]
    n_positive: tuple[int, ...]
    n_negative: tuple[int, ...]
    above: tuple[int, ...]
    below: int

    @property
    def positives(self) -> int:
        return sum(self.n_positive)

    @property
    def negatives(self) -> int:
        return self.below + sum(self.n_negative) + sum(self.above)

    def groups(self, *, higher_is_positive: bool = True) -> tuple[ScoreGroup, ...]:
        """Least positive first. A run of negatives stands as one group, at the double next to its neighbour's score.

        That double is free: where a negative lies strictly between two scores, there is a double between them.
        """
        found = (
            [ScoreGroup(nextafter(self.scores[0], -inf) if self.scores else 0.0, 0, self.below)] if self.below else []
        )
        for score, p, n, run in zip(self.scores, self.n_positive, self.n_negative, self.above, strict=True):
            found.append(ScoreGroup(score, p, n))
            if run:
                found.append(ScoreGroup(nextafter(score, inf), 0, run))
        return tuple(found if higher_is_positive else reversed(found))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The integers everything is computed from.

    ``excluded``: units left out as declared, by cohort, with the reason.
    """

    cells: Mapping[CellKey, Counts]
    rankings: Mapping[GroupKey, Ranking]
    excluded: Mapping[str, int] = field(default_factory=dict)
