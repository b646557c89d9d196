"""Writes the tables beside it: outcomes and calls of each example.

Run from anywhere: ``python specs/micro-averaging/generate.py``. The first two are written from their counts. The other
two draw with numpy's ``default_rng`` from fixed seeds, as the text they are from does: numpy 2.4 gives these files.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent

Counted = dict[str, dict[str, int]]
"""Units by their class, then by what they were called."""

THREE_CLASSES: Counted = {
    "A": {"A": 90, "B": 12, "C": 9},
    "B": {"A": 6, "B": 30, "C": 6},
    "C": {"A": 4, "B": 8, "C": 5},
}
"""Of those called A 90 are A and 10 are not, of B 30 and 20, of C 5 and 15. What the wrong ones are is ours."""

EQUAL_SUPPORTS: Counted = {"A": {"A": 20, "B": 0}, "B": {"A": 10, "B": 10}}

Unit = tuple[str, str]
"""A unit's class, and what it was called."""


def counted(table: Counted) -> list[Unit]:
    return [(actual, called) for actual, row in table.items() for called, n in row.items() for _ in range(n)]


def single_label() -> list[Unit]:
    """1,000 units: 60 of class 0 called 1, 90 of class 1 called 0, all 50 of class 2 called 0."""
    y = np.array([0] * 700 + [1] * 250 + [2] * 50)
    rng = np.random.default_rng(0)
    called = y.copy()
    called[rng.choice(np.flatnonzero(y == 0), 60, replace=False)] = 1
    called[rng.choice(np.flatnonzero(y == 1), 90, replace=False)] = 0
    called[np.flatnonzero(y == 2)] = 0
    return [(str(a), str(c)) for a, c in zip(y.tolist(), called.tolist(), strict=True)]


def multi_label() -> Iterator[tuple[int, str, int, int]]:
    """4,000 units with five labels, each there in 3 of 10 and called wrongly in 3 of 20: unit, label, outcome, call."""
    rng = np.random.default_rng(1)
    actual = (rng.random((4000, 5)) < 0.3).astype(int)
    called = np.where(rng.random((4000, 5)) < 0.15, 1 - actual, actual)
    for n, (has, calls) in enumerate(zip(actual.tolist(), called.tolist(), strict=True), start=1):
        for k in range(5):
            yield n, f"l{k}", has[k], calls[k]


def write(name: str, predictions: Sequence[str], outcomes: Sequence[str]) -> None:
    (HERE / name / "predictions.csv").write_text("\n".join(predictions) + "\n")
    (HERE / name / "outcomes.csv").write_text("\n".join(outcomes) + "\n")


def write_classes(name: str, units: list[Unit]) -> None:
    """One row a unit in each file."""
    numbered = list(enumerate(units, start=1))
    calls = ["subject_id,call", *(f"u{n:04},{called}" for n, (_, called) in numbered)]
    write(name, calls, ["subject_id,outcome", *(f"u{n:04},{actual}" for n, (actual, _) in numbered)])


def write_labels(name: str) -> None:
    """One row a unit and label in each file."""
    rows = list(multi_label())
    calls = ["subject_id,model,label,predicted", *(f"u{n:04},m1,{label},{called}" for n, label, _, called in rows)]
    write(name, calls, ["subject_id,label,outcome", *(f"u{n:04},{label},{has}" for n, label, has, _ in rows)])


if __name__ == "__main__":
    write_classes("three-classes", counted(THREE_CLASSES))
    write_classes("equal-supports", counted(EQUAL_SUPPORTS))
    write_classes("single-label", single_label())
    write_labels("multi-label")
