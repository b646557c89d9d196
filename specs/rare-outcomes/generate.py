"""Writes the tables beside it: calls that are the same for everybody, and scores of a rare outcome with many ties.

Run from anywhere: ``python specs/rare-outcomes/generate.py``. Scores are drawn from a fixed seed, as whole hundredths.
"""

from pathlib import Path
from random import Random
from statistics import NormalDist

HERE = Path(__file__).parent
SEED = 20261130

OF_EVERYBODY = {"nobody": (0, 100, 9900, 0), "everybody": (100, 0, 0, 9900)}
"""TP, FN, TN and FP of calling nobody positive, and of calling everybody positive: 100 positives of 10,000."""

EVALUATED, DERIVED_ON = (40, 1960), (60, 2940)
"""Positives and negatives of the evaluation, and of the inner validation: one in fifty in both."""

APART = 2.2
"""Means of the two classes' scores, in standard deviations."""

Row = tuple[str, str, int]
"""Id, score and outcome."""


def drawn(random: Random, prefix: str, positives: int, negatives: int) -> list[Row]:
    """Scores from two normal distributions, put on a scale from 0 to 1; in no order of outcome."""
    outcomes = [1] * positives + [0] * negatives
    random.shuffle(outcomes)
    rows = []
    for n, outcome in enumerate(outcomes, start=1):
        score = NormalDist(APART * outcome).inv_cdf(random.random())
        rows.append((f"{prefix}{n:04}", f"{NormalDist(1, 1.2).cdf(score):.2f}", outcome))
    return rows


def write(path: str, head: str, rows: list[str]) -> None:
    (HERE / path).write_text("\n".join([head, *rows]) + "\n")


def main() -> None:
    random, folder = Random(SEED), "ranking-and-operating-point"
    derived, evaluated = drawn(random, "d", *DERIVED_ON), drawn(random, "s", *EVALUATED)
    write("all-negative/counts.csv", "model,cohort,tp,fn,tn,fp",
          [f"{model},evaluated,{','.join(map(str, counts))}" for model, counts in OF_EVERYBODY.items()])  # fmt: skip
    write(f"{folder}/predictions.csv", "sample_id,cohort,score", [f"{i},evaluated,{s}" for i, s, _ in evaluated])
    write(f"{folder}/outcomes.csv", "sample_id,outcome", [f"{i},{y}" for i, _, y in evaluated])
    write(f"{folder}/inner-validation.csv", "sample_id,score,outcome", [f"{i},{s},{y}" for i, s, y in derived])


if __name__ == "__main__":
    main()
