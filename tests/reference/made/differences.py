"""Makes differences.json: tests and intervals of 200 random tables, by statsmodels.

Run as ``python tests/reference/made/differences.py`` where statsmodels is installed; the package itself needs none.
"""

import json
import random
from pathlib import Path

import numpy
import scipy
import statsmodels
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import confint_proportions_2indep

SEED, TABLES, LEVELS = 20261130, 200, (0.8, 0.95, 0.99)


def cell(draw: random.Random) -> int:
    return draw.choice((draw.randint(0, 3), draw.randint(0, 40), draw.randint(0, 900)))


def paired(draw: random.Random) -> dict[str, object]:
    a, b, c, d = (cell(draw) for _ in range(4))
    c += b == c  # equal discordant counts: statsmodels corrects for continuity there too
    table = [[a, b], [c, d]]
    return {
        "cells": [a, b, c, d],
        "exact_p": float(mcnemar(table, exact=True).pvalue),
        "asymptotic_p": float(mcnemar(table, exact=False, correction=False).pvalue),
        "continuity_corrected_p": float(mcnemar(table, exact=False, correction=True).pvalue),
    }


def unpaired(draw: random.Random) -> dict[str, object]:
    n1, n2 = cell(draw) + 1, cell(draw) + 1
    x1, x2, level = draw.randint(0, n1), draw.randint(0, n2), draw.choice(LEVELS)
    of = {"count1": x1, "nobs1": n1, "count2": x2, "nobs2": n2, "compare": "diff", "alpha": 1 - level}
    return {
        "ratios": [x1, n1, x2, n2],
        "level": str(level),
        "newcombe": [float(x) for x in confint_proportions_2indep(method="newcomb", **of)],
        "wald": [float(x) for x in confint_proportions_2indep(method="wald", **of)],
    }


def main() -> None:
    draw = random.Random(SEED)
    made = {
        "made_by": {m.__name__: m.__version__ for m in (statsmodels, scipy, numpy)},
        "paired": [paired(draw) for _ in range(TABLES)],
        "unpaired": [unpaired(draw) for _ in range(TABLES)],
    }
    text = json.dumps(made).replace('{"cells', '\n{"cells').replace('{"ratios', '\n{"ratios')
    Path(__file__).with_suffix(".json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
