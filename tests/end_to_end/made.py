"""A study made by chance, as a table of rows; its plan and files; and metrics of rows, by plain loops and scikit-learn."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from reports.study import Ran, Study, study

from evalspec.intervals.base import BootstrapInterval

UNITS = "{id: subject_id, id_scope: study}"
CLUSTERED = "{id: subject_id, id_scope: study, cluster: patient}"
TWO_MODELS = (
    "{a: {score: a, scale: probability, direction: higher-is-positive}, "
    "b: {score: b, scale: probability, direction: higher-is-positive}}"
)
SEED = 20261130


def people(n: int = 240, *, cohorts: str = "ABC", seed: int = 1, patients: int = 70) -> pd.DataFrame:
    """``n`` units: cohort, patient (who may be seen in several cohorts), sex, age, scores a and b to 2 digits, outcome."""
    draw = np.random.RandomState(seed)
    y = (draw.random_sample(n) < 0.4).astype(int)
    patient = draw.randint(patients, size=n)
    habit = draw.standard_normal(patients)[patient]
    score = [1 / (1 + np.exp(-(draw.standard_normal(n) + 1.4 * y - 0.7 + 0.5 * habit))) for _ in "ab"]
    return pd.DataFrame(
        {
            "subject_id": [f"s{i:03}" for i in draw.permutation(n)],
            "cohort": [cohorts[k] for k in np.minimum((draw.random_sample(n) ** 1.4 * len(cohorts)).astype(int), 9)],
            "patient": [f"p{k:02}" for k in patient],
            "sex": np.where(draw.random_sample(n) < 0.5, "F", "M"),
            "age": draw.randint(20, 90, size=n),
            "a": np.clip(score[0], 0.01, 0.99).round(2),
            "b": np.clip(score[1], 0.01, 0.99).round(2),
            "outcome": y,
        }
    )


def written(frame: pd.DataFrame, folder: Path, *, long: bool = False, parquet: bool = False) -> None:
    """The predictions and the outcomes."""
    folder.mkdir(exist_ok=True)
    blind = frame.drop(columns="outcome")
    if long:
        blind = blind.melt([c for c in blind if c not in ("a", "b")], ["a", "b"], "model", "score")
    shut = frame[["subject_id", "outcome"]].sort_values("subject_id")
    for name, table in (("predictions", blind), ("outcomes", shut)):
        if parquet:
            table.to_parquet(folder / f"{name}.parquet", index=False)
        else:
            table.to_csv(folder / f"{name}.csv", index=False)


def planned(folder: Path, frame: pd.DataFrame, *, long: bool = False, **sections: str | None) -> Study:
    """A study of the rows; models ``a`` and ``b`` where nothing else is said."""
    written(frame, folder, long=long)
    names = ", ".join(sorted(set(frame.cohort)))
    score = TWO_MODELS.replace("score: a", "score: score").replace("score: b", "score: score")
    shape: dict[str, str | None] = {
        "models": score if long else TWO_MODELS, "units": UNITS, "cohorts": f"{{column: cohort, members: [{names}]}}",
    }  # fmt: skip
    if long:
        shape["data"] = "{predictions: {path: predictions.csv, layout: long}, outcomes: outcomes.csv}"
    return study(folder, **(shape | sections))


def sound(made: Study) -> Ran:
    """The run of a plan that has no errors."""
    errors = made.check().errors
    assert not errors, [(f.name, f.message) for f in errors]
    return made.run()


def rows_of(ran: Ran) -> dict[str, dict[str, Any]]:
    """The rows by address."""
    return {r["address"]: r for r in ran.results["rows"]}


def bootstrap(resample: str = "units", *, strata: str = "", replicates: int = 400, more: str = "") -> str:
    """The declaration of a bootstrap."""
    said = f", strata: [{strata}]" if strata else ""
    return (
        f"{{method: bootstrap, level: 0.9, replicates: {replicates}, seed: {SEED}, resample: {resample}{said}, "
        f"limits: percentile{more}}}"
    )


@contextmanager
def watched(monkeypatch: Any) -> Iterator[list[tuple[float, list[float], Mapping[str, Any]]]]:
    """(estimate, replicates, what else was told) of every bootstrap that is made, in order."""
    seen: list[tuple[float, list[float], Mapping[str, Any]]] = []
    real = BootstrapInterval.__call__

    def call(self: BootstrapInterval, estimate: float, replicates: list[float], **told: Any) -> Any:
        seen.append((estimate, [float(v) for v in replicates], told))
        return real(self, estimate, replicates, **told)

    with monkeypatch.context() as patch:
        patch.setattr(BootstrapInterval, "__call__", call)
        yield seen


def auroc(frame: pd.DataFrame, score: str = "a") -> float:
    """Pairs of a positive and a negative in the right order; a tie is half a pair."""
    p, n = (frame.loc[frame.outcome == y, score].to_numpy() for y in (1, 0))
    if not len(p) or not len(n):
        return float("nan")
    return float((np.sign(p[:, None] - n[None, :]) + 1).mean() / 2)


def average_precision(frame: pd.DataFrame, score: str = "a") -> float:
    """Precision at each distinct score, times the share of positives that stand there."""
    y, s = frame.outcome.to_numpy() == 1, frame[score].to_numpy()
    if not y.any():
        return float("nan")
    return float(sum(y[s == at].sum() / y.sum() * y[s >= at].mean() for at in sorted(set(s[y]))))


def table(frame: pd.DataFrame, score: str = "a", at: float = 0.5) -> tuple[int, int, int, int]:
    """TP, FN, TN, FP."""
    called, y = frame[score].to_numpy() >= at, frame.outcome.to_numpy() == 1
    return int((called & y).sum()), int((~called & y).sum()), int((~called & ~y).sum()), int((called & ~y).sum())


def _share(part: float, whole: float) -> float:
    return part / whole if whole else float("nan")


def sensitivity(frame: pd.DataFrame, score: str = "a") -> float:
    tp, fn, _, _ = table(frame, score)
    return _share(tp, tp + fn)


def specificity(frame: pd.DataFrame, score: str = "a") -> float:
    _, _, tn, fp = table(frame, score)
    return _share(tn, tn + fp)


def f1(frame: pd.DataFrame, score: str = "a") -> float:
    tp, fn, _, fp = table(frame, score)
    return _share(2 * tp, 2 * tp + fn + fp)


def mcc(frame: pd.DataFrame, score: str = "a") -> float:
    tp, fn, tn, fp = table(frame, score)
    return _share(tp * tn - fp * fn, float(np.sqrt(float((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)))))


def brier(frame: pd.DataFrame, score: str = "a") -> float:
    return float(((frame[score] - frame.outcome) ** 2).mean())


def macro(metric: Any, frame: pd.DataFrame, score: str = "a") -> float:
    """The mean over the cohorts in which the metric is defined."""
    found = [metric(frame[frame.cohort == c], score) for c in sorted(set(frame.cohort))]
    return float(np.nanmean(found))
