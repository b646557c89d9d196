"""The values of cells to one number: axis by axis, always in the same order, each step taking what the step before left."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Protocol

import evalspec.summaries
from evalspec.catalogue import collect
from evalspec.plan.model.summary import Summary, Weighting
from evalspec.records import Combined, Member, Undefined, Value
from evalspec.results._evidence import Slice
from evalspec.results._measures import Variance
from evalspec.tally.axes import AXES, KEPT, word
from evalspec.terms import Better


@cache
def summaries() -> dict[str, Any]:
    """Every word over an axis, by id."""
    return collect(evalspec.summaries, "SUMMARY", "id")


class Source(Protocol):
    """Values of cells: of the tally, or of one resample of it."""

    def value(self, at: Slice) -> Value:
        """The metric in a cell."""
        ...

    def size(self, at: Slice) -> int:
        """Units in a cell."""
        ...

    def support(self, at: Slice) -> int:
        """Actual members of the cell's class."""
        ...

    def variance(self, at: Slice) -> Variance | None:
        """Estimated variance of a cell's value; None where it is not asked for."""
        ...


Selection = Mapping[str, tuple[str, ...]]
"""Axis to its members: one for a member that is kept, all where they are put together."""


def slice_of(selection: Selection, cohorts: tuple[str, ...]) -> Slice:
    """The cell of a selection; ``cohorts`` are all of them."""
    return Slice(
        selection.get("cohorts", cohorts),
        selection.get("classes", ()),
        selection.get("folds", ()),
        selection.get("repeats", ()),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Combination:
    """How a summary combines: ``axes``, in the order in which it is done; ``names``: the members of every axis."""

    summary: Summary
    axes: tuple[str, ...]
    names: Mapping[str, tuple[str, ...]]
    better: Better

    def solve(self, source: Source, selection: Selection) -> tuple[Value, Combined | None, dict[str, Member]]:
        """The value over ``axes`` of the cells inside ``selection``, and the members of the last step."""
        return self._solve(source, selection, self.axes)

    def _solve(
        self, source: Source, selection: Selection, axes: tuple[str, ...]
    ) -> tuple[Value, Combined | None, dict[str, Member]]:
        if not axes:
            return source.value(slice_of(selection, self.names["cohorts"])), None, {}
        *before, axis = axes
        members = {}
        for name in self.names[axis]:
            inside = {**selection, axis: (name,)}
            value = self._solve(source, inside, tuple(before))[0]
            members[name] = self._member(source, slice_of(inside, self.names["cohorts"]), axis, value, leaf=not before)
        combined = self.step(axis, members)
        return combined.value, combined, members

    def _member(self, source: Source, at: Slice, axis: str, value: Value, *, leaf: bool) -> Member:
        said = word(self.summary, axis)
        size = source.size(at) if said == "by-size" else 0
        support = source.support(at) if said == "by-support" else 0
        variance: Variance | None = None
        if said in ("inverse-variance", "random-effects"):
            variance = (
                source.variance(at) if leaf else Undefined("values combined over another axis have no variance here")
            )
        return Member(value=value, size=size, support=support, variance=variance)

    def step(self, axis: str, members: Mapping[str, Member]) -> Combined:
        """One axis, by its word."""
        said, told = word(self.summary, axis), self._told(axis)
        minimum = self.summary.minimum_defined
        least = minimum if isinstance(minimum, int) else (minimum or {}).get(axis, 1)
        combined: Combined = summaries()[said].combine(
            members, minimum_defined=least, better=self.better, axis=axis, **told
        )
        return combined

    def _told(self, axis: str) -> dict[str, Any]:
        """What a mapping in place of a word says: declared weights, or how weights come from the data."""
        value = getattr(self.summary, axis)
        if not isinstance(value, Weighting):
            return {}
        if value.weights is not None:
            weights = {k: Fraction(v) for k, v in value.weights.items()}
            return {"weights": weights, "rescale": value.undefined_member == "rescale"}
        return dict(value.inverse_variance or value.random_effects or {})


def kept_axes(there: tuple[str, ...], summary: Summary) -> tuple[str, ...]:
    """The axes of which each member has a row."""
    return tuple(axis for axis in AXES if axis in there and word(summary, axis) == "each")


def pooled_axes(there: tuple[str, ...], summary: Summary) -> tuple[str, ...]:
    """The axes that are summed out at once."""
    return tuple(
        a for a in AXES if a in there and word(summary, a) in ("", *KEPT) and a not in kept_axes(there, summary)
    )
