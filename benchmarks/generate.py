"""The data: predictions and outcomes of a rare condition in 50 cohorts, the same bytes for the same number of rows."""

import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

COHORTS = 50
PREVALENCE = 0.01
THRESHOLD = 0.6
SEED = 20261130
SCORES = ("rounded", "full")
FORMATS = ("parquet", "csv")


def names() -> list[str]:
    """The cohorts, ``c00`` and on."""
    return [f"c{i:02d}" for i in range(COHORTS)]


def write(folder: Path, rows: int) -> None:
    """``folder/rounded`` and ``folder/full``, each with predictions and outcomes as Parquet and as CSV.

    RandomState is numpy's frozen stream: another version of numpy draws the same numbers.
    """
    draw = np.random.RandomState(SEED)
    unit = draw.permutation(rows) + 1
    # cohorts of unequal size, but none so small that it may lack a positive at 100,000 rows
    cohort = np.minimum((draw.random_sample(rows) ** 1.3 * COHORTS).astype(np.int8), COHORTS - 1)
    # the prevalence differs by cohort, from a half to one and a half times the mean
    positive = draw.random_sample(rows) < PREVALENCE * (0.5 + (cohort % 11) / 10)
    latent = draw.standard_normal(rows) + 1.5 * positive
    score = 1 / (1 + np.exp(0.5 - 1.1 * latent))
    for kind, scores in (("rounded", np.round(score, 4)), ("full", score)):
        (folder / kind).mkdir(parents=True)
        of_cohort = pa.DictionaryArray.from_arrays(pa.array(cohort), pa.array(names())).cast(pa.string())
        _both(folder / kind / "predictions", {"subject_id": unit, "cohort": of_cohort, "score": scores})
    other = draw.permutation(rows)
    outcomes = {"subject_id": unit[other], "outcome": positive[other].astype(np.int64)}
    for kind in SCORES:
        _both(folder / kind / "outcomes", outcomes)


def _both(path: Path, columns: dict[str, object]) -> None:
    table = pa.table(columns)
    pa.parquet.write_table(table, path.with_suffix(".parquet"), row_group_size=250_000)
    options = pa.csv.WriteOptions(quoting_style="none", quoting_header="none")
    pa.csv.write_csv(table, path.with_suffix(".csv"), options)


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]))
