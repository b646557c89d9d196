"""Calls and outcomes where there are several classes or labels: integers, closed lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from evalspec.records.values import Counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Confusion:
    """``cells[i][j]``: units of actual class ``i`` that were called class ``j``, in the order of ``classes``."""

    classes: tuple[str, ...]
    cells: tuple[tuple[int, ...], ...]

    def __add__(self, other: Confusion) -> Confusion:
        """Raises ValueError where the lists of classes differ."""
        if self.classes != other.classes:
            raise ValueError("the confusion tables have other classes")
        rows = zip(self.cells, other.cells, strict=True)
        return Confusion(
            classes=self.classes, cells=tuple(tuple(x + y for x, y in zip(a, b, strict=True)) for a, b in rows)
        )

    @property
    def units(self) -> int:
        return sum(map(sum, self.cells))

    @property
    def right(self) -> int:
        """Units called the class that they are."""
        return sum(row[i] for i, row in enumerate(self.cells))

    @property
    def actual(self) -> tuple[int, ...]:
        """Units of each class."""
        return tuple(map(sum, self.cells))

    @property
    def called(self) -> tuple[int, ...]:
        """Units called each class."""
        return tuple(map(sum, zip(*self.cells, strict=True)))

    def against_the_rest(self, name: str) -> Counts:
        """The two-by-two table of one class against all others."""
        i = self.classes.index(name)
        tp, actual, called = self.cells[i][i], self.actual[i], self.called[i]
        return Counts(tp=tp, fn=actual - tp, fp=called - tp, tn=self.units - actual - called + tp)


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSets:
    """Units of a multilabel outcome by how many labels each has: ``cells[(actual, called, both)]`` units.

    ``labels`` is the length of the closed list; ``both`` counts labels that a unit has and is called.
    """

    labels: int
    cells: Mapping[tuple[int, int, int], int]

    def __add__(self, other: LabelSets) -> LabelSets:
        """Raises ValueError where the lists of labels differ in length."""
        if self.labels != other.labels:
            raise ValueError("the label sets have other labels")
        keys = sorted({*self.cells, *other.cells})
        return LabelSets(labels=self.labels, cells={k: self.cells.get(k, 0) + other.cells.get(k, 0) for k in keys})

    @property
    def units(self) -> int:
        return sum(self.cells.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranks:
    """Units by the rank of their actual class among the scores of all classes: ``cells[1]`` were ranked first."""

    classes: int
    cells: Mapping[int, int]

    def __add__(self, other: Ranks) -> Ranks:
        """Raises ValueError where the lists of classes differ in length."""
        if self.classes != other.classes:
            raise ValueError("the ranks are among other classes")
        keys = sorted({*self.cells, *other.cells})
        return Ranks(classes=self.classes, cells={k: self.cells.get(k, 0) + other.cells.get(k, 0) for k in keys})

    @property
    def units(self) -> int:
        return sum(self.cells.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """Units judged twice: right (or called) by both, by the first only, by the second only, by neither."""

    both: int
    first_only: int
    second_only: int
    neither: int

    def __add__(self, other: Paired) -> Paired:
        return Paired(
            both=self.both + other.both,
            first_only=self.first_only + other.first_only,
            second_only=self.second_only + other.second_only,
            neither=self.neither + other.neither,
        )

    @property
    def units(self) -> int:
        return self.both + self.first_only + self.second_only + self.neither


@dataclass(frozen=True, slots=True)
class PairedGroup:
    """Units with one pair of scores, of two models: how many are positive, how many negative."""

    first: float
    second: float
    n_positive: int
    n_negative: int


@dataclass(frozen=True, slots=True)
class ClusterCell:
    """``clusters`` clusters that each have this numerator and this denominator."""

    numerator: int
    denominator: int
    clusters: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """What one false negative and one false positive cost, above 0, in the same unit. Exact."""

    false_negative: Fraction
    false_positive: Fraction
