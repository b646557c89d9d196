"""Writes the tables beside it: predictions, outcomes, training manifest and cut-offs of each example.

Run from anywhere: ``python specs/leave-one-cohort-out/generate.py``. Nothing is drawn at random, so the files never differ.
"""

from itertools import chain, repeat
from pathlib import Path

HERE = Path(__file__).parent

Unit = tuple[str, str, int, int]
"""Id, cohort, score in hundredths, outcome."""

CUT_OFFS = {"1": 55, "2": 60, "3": 60}
"""In hundredths; a unit is called positive from its fold's cut-off on."""

COUNTS = {
    "sensitivity": {"1": (8, 2, 8, 2), "2": (3, 1, 4, 2), "3": (1, 4, 14, 1)},
    "accuracy": {"1": (17, 3, 17, 3), "2": (10, 5, 11, 4), "3": (21, 4, 21, 4)},
}
"""TP, FN, TN, FP of each cohort. The accuracies are 34 of 40, 21 of 30, 42 of 50; how the correct ones divide is ours."""

HELD_OUT = ((90, 1), (70, 1), (40, 1), (80, 0), (30, 0), (10, 0))
"""The one split: scores and outcomes of cohort 3."""
TRAINED_ON = {"1": 8, "2": 10}


def ident(cohort: str, n: int) -> str:
    return f"c{cohort}-{n + 1:02}"


def units(cohort: str, counts: tuple[int, int, int, int]) -> list[Unit]:
    """Every unit of a cohort; the first one called stands exactly at the cut-off."""
    tp, fn, tn, fp = counts
    kinds = chain(repeat((True, 1), tp), repeat((False, 1), fn), repeat((False, 0), tn), repeat((True, 0), fp))
    cut = CUT_OFFS[cohort]
    scores = [(cut + n % 40 if called else cut - 1 - n % 50, outcome) for n, (called, outcome) in enumerate(kinds)]
    return [(ident(cohort, n), cohort, score, outcome) for n, (score, outcome) in enumerate(scores)]


def manifest(members: dict[str, list[str]], folds: list[str]) -> list[str]:
    """Each fold trains on every unit of the other cohorts, and is judged by those of its own."""
    rows = [
        f"{fold},{unit},{'test' if cohort == fold else 'train'}"
        for fold in folds
        for cohort, ids in members.items()
        for unit in ids
    ]
    return ["fold,subject_id,role", *rows]


def write(name: str, evaluated: list[Unit], members: dict[str, list[str]], folds: list[str]) -> None:
    tables = {
        "predictions": ["subject_id,cohort,fold,score", *(f"{i},{c},{c},0.{s:02}" for i, c, s, _ in evaluated)],
        "outcomes": ["subject_id,outcome", *(f"{i},{y}" for i, _, _, y in evaluated)],
        "train_manifest": manifest(members, folds),
        "cut-offs": [
            "fold,value,chosen_on",
            *(f"{f},0.{CUT_OFFS[f]:02},{';'.join(c for c in members if c != f)}" for f in folds),
        ],
    }
    for table, lines in tables.items():
        (HERE / name / f"{table}.csv").write_text("\n".join(lines) + "\n")


def main() -> None:
    for name, cohorts in COUNTS.items():
        evaluated = [u for cohort, counts in cohorts.items() for u in units(cohort, counts)]
        members = {c: [u[0] for u in evaluated if u[1] == c] for c in cohorts}
        write(name, evaluated, members, list(cohorts))
    members = {c: [ident(c, n) for n in range(size)] for c, size in TRAINED_ON.items()}
    members["3"] = [ident("3", n) for n in range(len(HELD_OUT))]
    evaluated = [(ident("3", n), "3", score, outcome) for n, (score, outcome) in enumerate(HELD_OUT)]
    write("one-split", evaluated, members, ["3"])
    units_of = ["subject_id,cohort", *(f"{unit},{cohort}" for cohort, ids in members.items() for unit in ids)]
    (HERE / "one-split" / "units.csv").write_text("\n".join(units_of) + "\n")


if __name__ == "__main__":
    main()
