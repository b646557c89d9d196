"""How a number came about, in a sentence: what was put together, where it was measured, and over what it was averaged."""

from collections.abc import Mapping, Sequence
from typing import Any

from evalspec.report._places import AXES, PLURAL, unknown_scenario
from evalspec.report._words import listed, safe

Row = Mapping[str, Any]

_IN_ORDER = ("fold", "repeat", "class", "cohort")
"""The order in which values are combined."""

_WEIGHTED = {
    "macro": "each counts the same",
    "by-size": "weighted by units",
    "by-support": "weighted by actual members of the class",
    "weights": "with the declared weights",
    "inverse-variance": "weighted by 1/variance",
    "random-effects": "weighted by 1/(variance + tau²)",
}

_ASSUMED = {
    "unknown-positive": "if every unit without a known outcome were positive",
    "unknown-negative": "if every unit without a known outcome were negative",
}


def how(row: Row) -> str:
    """``in cohort A``, ``macro over cohorts: each cohort counts alike``, or all the steps of a number over several axes."""
    kept = [f"{axis} {safe(row[axis])}" for axis in reversed(AXES) if row.get(axis) is not None]
    steps = _steps(row)
    told = f"in {' of '.join(kept)}" if kept else ""
    if steps:
        told = f"{told}: {steps}" if told else steps
    return (told or "over all units") + condition(row)


def condition(row: Row) -> str:
    """The group of units it is about, and what is assumed of outcomes."""
    group = f", in subgroup {safe(row['subgroup'])}" if row["subgroup"] else ""
    return group + assumed(unknown_scenario(row))


def assumed(scenario: str | None) -> str:
    """``, if every unit without a known outcome were positive``; "" where nothing is assumed."""
    return f", {_ASSUMED.get(scenario, scenario)}" if scenario else ""


def combined_axes(row: Row) -> list[str]:
    """The axes over which values were combined, in the order in which it was done."""
    return [axis for axis, word in _words(row) if word != "pooled"]


def _words(row: Row) -> list[tuple[str, str]]:
    """The axes of which no member is kept, with what is said of each."""
    said = [(axis, row.get(PLURAL[axis])) for axis in _IN_ORDER if row.get(axis) is None]
    return [(axis, word) for axis, word in said if word not in (None, "each")]


def _steps(row: Row) -> str:
    words = _words(row)
    if len(words) == 1:
        return _one(*words[0])
    pooled = [PLURAL[axis] for axis, word in reversed(words) if word == "pooled"]
    means = [(axis, word) for axis, word in words if word != "pooled"]
    parts = [f"{listed(pooled)} put together"] if pooled else []
    if means:
        parts.append(f"measured in each {listed([axis for axis, _ in means])}")
        parts.append(_means(means))
    return "; ".join(parts)


def _one(axis: str, word: str) -> str:
    """A single axis."""
    axes = PLURAL[axis]
    if word == "pooled":
        return f"pooled over {axes}: all {'classes put together' if axis == 'class' else 'units count alike'}"
    if word == "macro":
        return f"macro over {axes}: each {axis} counts alike"
    if word == "worst":
        return f"the worst {axis}"
    if word == "weights":
        return f"over {axes} with the declared weights"
    return f"{word} over {axes}: {_WEIGHTED[word]}" if word in _WEIGHTED else f"{word} over {axes}"


def _means(means: Sequence[tuple[str, str]]) -> str:
    """``the mean over folds, then over classes (each counts the same)``; the worst of something is no mean."""
    alike = all(word == "macro" for _, word in means)
    steps, mean = [], False
    for axis, word in means:
        if word == "worst":
            steps.append(f"the worst {axis} of these")
            continue
        weighted = "" if alike else f" ({_WEIGHTED.get(word, word)})"
        steps.append(("over " if mean else "the mean over ") + PLURAL[axis] + weighted)
        mean = True
    return ", then ".join(steps) + (" (each counts the same)" if alike else "")


__all__ = ["combined_axes", "condition", "how"]
