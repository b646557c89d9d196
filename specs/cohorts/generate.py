"""Writes the tables beside it: for each example a table of counts, and rows that give exactly these counts.

Run from anywhere: ``python specs/cohorts/generate.py``. Nothing is drawn at random, so the files never differ.
"""

from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path

HERE = Path(__file__).parent
CALLED_FROM = 50
"""Scores are whole hundredths; from this one on a unit is called positive."""

Table = dict[str, tuple[int, int, int, int]]
"""TP, FN, TN, FP of each cohort."""

EXAMPLES: dict[str, Table] = {
    "two-cohorts": {"A": (72, 18, 180, 20), "B": (18, 12, 63, 27)},
    "same-rates": {"A": (16, 4, 162, 18), "B": (128, 32, 36, 4)},
    "poor-small-cohort": {"large": (405, 45, 405, 45), "small": (10, 40, 10, 40)},
}


def units(table: Table) -> Iterator[tuple[str, str, str, str]]:
    """Id, cohort, score and outcome of every unit; the first one called stands exactly at the threshold."""
    for cohort, (tp, fn, tn, fp) in table.items():
        kinds = chain(repeat((True, 1), tp), repeat((False, 1), fn), repeat((False, 0), tn), repeat((True, 0), fp))
        for n, (called, outcome) in enumerate(kinds):
            score = CALLED_FROM + n % 50 if called else CALLED_FROM - 1 - n % 50
            yield f"{cohort}-{n + 1:04}", cohort, f"0.{score:02}", str(outcome)


def write(name: str, table: Table) -> None:
    """One folder with rows, one with counts."""
    rows = list(units(table))
    predictions = ["subject_id,cohort,score", *(",".join(row[:3]) for row in rows)]
    outcomes = ["subject_id,outcome", *(f"{row[0]},{row[3]}" for row in rows)]
    counts = ["cohort,tp,fn,tn,fp", *(",".join([c, *map(str, n)]) for c, n in table.items())]
    (HERE / name / "predictions.csv").write_text("\n".join(predictions) + "\n")
    (HERE / name / "outcomes.csv").write_text("\n".join(outcomes) + "\n")
    (HERE / f"{name}-counts" / "counts.csv").write_text("\n".join(counts) + "\n")


if __name__ == "__main__":
    for name, table in EXAMPLES.items():
        write(name, table)
