"""What scikit-learn says about the inputs of random_tables.py.

    python tests/reference/random_tables_sklearn.py FOLDER tests/reference/random

writes ``<kind>_sklearn.json`` in the shape that ``random_tables.R`` writes. ``zero_division=nan`` where a function
takes it, so that a 0/0 is told from a 0; where it does not, the file shows what scikit-learn puts in its place.
"""

import inspect
import json
import math
import sys
import warnings
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy
import sklearn
from random_tables import SEED
from sklearn import metrics

Said = Callable[[dict[str, Any]], Any]
NAN = float("nan")


def calls(given: dict[str, Any]) -> tuple[list[int], list[int]]:
    """Actual and called class of every unit of a confusion table."""
    cells = [(i, j, n) for i, row in enumerate(given["cells"]) for j, n in enumerate(row)]
    return [i for i, _, n in cells for _ in range(n)], [j for _, j, n in cells for _ in range(n)]


def classes(given: dict[str, Any]) -> list[int]:
    return list(range(len(given["cells"])))


def sets(given: dict[str, Any]) -> tuple[Any, Any]:
    """Label sets as 0-1 arrays of shape (units, labels)."""
    return tuple(numpy.array([list(map(int, row)) for row in given[who]]) for who in ("actual", "called"))  # type: ignore[return-value]


def ranked(given: dict[str, Any]) -> tuple[Any, Any, list[int]]:
    return numpy.array(given["y"]), numpy.array(given["scores"], float), list(range(len(given["scores"][0])))


ranking: dict[str, Said] = {
    "average_precision": lambda g: metrics.average_precision_score(g["y"], g["first"]),
    "auroc": lambda g: metrics.roc_auc_score(g["y"], g["first"]),
}
multiclass: dict[str, Said] = {
    "mcc": lambda g: metrics.matthews_corrcoef(*calls(g)),
    "kappa": lambda g: metrics.cohen_kappa_score(*calls(g), labels=classes(g)),
    "accuracy": lambda g: metrics.accuracy_score(*calls(g)),
    "sensitivity": lambda g: metrics.recall_score(*calls(g), labels=classes(g), average=None, zero_division=NAN),
    "precision": lambda g: metrics.precision_score(*calls(g), labels=classes(g), average=None, zero_division=NAN),
    "f1": lambda g: metrics.f1_score(*calls(g), labels=classes(g), average=None, zero_division=NAN),
    "f_beta_2": lambda g: metrics.fbeta_score(*calls(g), beta=2, labels=classes(g), average=None, zero_division=NAN),
}
multilabel: dict[str, Said] = {
    "subset_accuracy": lambda g: metrics.accuracy_score(*sets(g)),
    "hamming_loss": lambda g: metrics.hamming_loss(*sets(g)),
    "f1_per_unit": lambda g: metrics.f1_score(*sets(g), average="samples", zero_division=NAN),
    "precision_per_unit": lambda g: metrics.precision_score(*sets(g), average="samples", zero_division=NAN),
    "sensitivity_per_unit": lambda g: metrics.recall_score(*sets(g), average="samples", zero_division=NAN),
}
ranks: dict[str, Said] = {
    "top_k_accuracy": lambda g: metrics.top_k_accuracy_score(*ranked(g)[:2], k=g["k"], labels=ranked(g)[2]),
}
probability: dict[str, Said] = {
    "brier": lambda g: metrics.brier_score_loss(g["y"], g["p"], labels=[0, 1]),
    "log_loss": lambda g: metrics.log_loss(g["y"], g["p"], labels=[0, 1]),
}
KINDS = {
    "ranking": ranking, "multiclass": multiclass, "multilabel": multilabel, "ranks": ranks, "probability": probability,
}  # fmt: skip


def written(value: Any) -> Any:
    """15 significant digits, and what is no number as text."""
    if isinstance(value, list):
        return [written(v) for v in value]
    if math.isnan(value):
        return "NaN"
    return float(f"{value:.15g}") if math.isfinite(value) else ("Inf" if value > 0 else "-Inf")


def said(call: Said, given: dict[str, Any]) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return written(numpy.asarray(call(given), float).tolist())
    except ValueError as error:
        return f"error: {' '.join(str(error).split())[:70]}"


def call_of(quantities: dict[str, Said]) -> dict[str, str]:
    """The lambdas as they stand in this file."""
    return {k: inspect.getsource(call).strip().partition("lambda g: ")[2].rstrip(",") for k, call in quantities.items()}


def main(folder: Path, to: Path) -> None:
    versions = {"python": sys.version.split()[0], "scikit-learn": sklearn.__version__, "numpy": numpy.__version__}
    for kind, quantities in KINDS.items():
        given = json.loads((folder / f"{kind}.json").read_text(encoding="utf-8"))
        head = {"kind": kind, "seed": SEED, "made": f"{datetime.now(UTC):%Y-%m-%d}", "software": versions}
        head |= {"calls": call_of(quantities)}
        answers = {k: [said(call, g) for g in given] for k, call in quantities.items()}
        text = json.dumps({**head, "given": given, "said": answers}, separators=(",", ":"))
        (to / f"{kind}_sklearn.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
