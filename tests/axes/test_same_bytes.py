"""Results and tally of classes, labels and repeats have the same bytes in any order of rows, format and number of threads."""

import json
from random import Random

import duckdb
import pytest
from axes.files import MULTICLASS, SCORES, numbers
from reports.study import study

from evalspec.pipeline import seal
from evalspec.pipeline._run import run

CLASSES = ("cat", "dog", "cow")
LABELS = ", ".join(f"{k}: {{definition: d}}" for k in CLASSES)


def repeated_classes(rng):
    """One of three classes, in a cross-validation of two folds done twice."""
    predictions, outcomes = [], []
    for n in range(120):
        outcomes.append(f"u{n},{rng.choice(CLASSES)}")
        for repeat in ("10", "9"):
            scores = [round(rng.random(), 2) for _ in CLASSES]
            predictions.append(f"u{n},{'BA'[n % 2]},{rng.choice('12')},{repeat},{','.join(map(str, scores))}")
    summaries = numbers(
        "metric: [sensitivity, f1], cohorts: each, classes: macro, folds: pooled, repeats: macro, minimum_defined: {classes: 1, repeats: 1}",
        "metric: auroc, cohorts: macro, classes: macro, folds: macro, repeats: macro, "
        "minimum_defined: {cohorts: 1, classes: 1, folds: 1, repeats: 1}",
        "metric: [accuracy, kappa, mcc], cohorts: by-size, folds: pooled, repeats: each, minimum_defined: 1",
        "metric: {top_k_accuracy: {k: 2}}, cohorts: each, folds: pooled, repeats: macro, minimum_defined: 1",
        "metric: brier, cohorts: by-size, classes: macro, folds: by-size, repeats: macro, "
        "minimum_defined: {cohorts: 1, classes: 1, folds: 1, repeats: 1}",
    )  # fmt: skip
    sections = {
        "outcome": MULTICLASS, "models": SCORES.replace("ties: refuse", "ties: first-declared"), "thresholds": None,
        "cohorts": "{column: cohort, members: [B, A]}", "summaries": summaries,
        "design": "{kind: cross-validation, fold: fold, repeat: round}",
    }  # fmt: skip
    head = "subject_id,cohort,fold,round,cat,dog,cow"
    return {"predictions": [head, *predictions], "outcomes": ["subject_id,outcome", *outcomes]}, sections


def long_labels(rng):
    """Three labels in long tables, of two cohorts."""
    predictions, outcomes = [], []
    for n in range(120):
        for k in CLASSES:
            predictions.append(f"u{n},{'BA'[n % 2]},m,{k},{rng.random():.2f}")
            outcomes.append(f"u{n},{k},{rng.randrange(2)}")
    summaries = numbers(
        "metric: [sensitivity, precision], threshold: main, cohorts: macro, classes: macro, minimum_defined: {cohorts: 2, classes: 3}",
        "metric: [sensitivity, precision], threshold: main, cohorts: pooled, classes: pooled",
        "metric: [sensitivity, precision], threshold: main, cohorts: pooled, classes: macro, minimum_defined: 3",
        "metric: [subset_accuracy, hamming_loss, f1_per_unit], threshold: main, cohorts: each",
        "metric: [auroc, average_precision, brier, log_loss], cohorts: each, classes: each",
    )  # fmt: skip
    sections = {
        "outcome": f'{{kind: multilabel, column: outcome, positive: "1", negative: "0", labels: {{{LABELS}}}, reference_standard: r}}',
        "data": "{predictions: {path: predictions.csv, layout: long}, outcomes: {path: outcomes.csv, layout: long}}",
        "models": "{m: {score: score, scale: probability, direction: higher-is-positive}}",
        "cohorts": "{column: cohort, members: [B, A]}", "summaries": summaries,
    }  # fmt: skip
    head = "subject_id,cohort,model,label,score"
    return {"predictions": [head, *predictions], "outcomes": ["subject_id,label,outcome", *outcomes]}, sections


def written(folder, tables, sections, *, threads, suffix="csv"):
    """results.json and tally.json of a run."""
    text = {k: "\n".join(rows) + "\n" for k, rows in tables.items()}
    made = study(folder, files={f"{k}.csv": t for k, t in text.items()}, **sections)
    if suffix == "parquet":
        for name in tables:
            csv = folder / f"{name}.csv"
            duckdb.execute(f"COPY (FROM read_csv('{csv}', header=true)) TO '{csv.with_suffix('.parquet')}'")
            csv.unlink()
        made.plan.write_text(made.plan.read_text().replace(".csv", ".parquet"))
    seal(made.plan)
    done = run(made.plan, folder / "out", threads=threads, debug=True)
    return (done.folder / "results.json").read_bytes(), (done.folder / "tally.json").read_bytes()


@pytest.mark.parametrize("kind", [repeated_classes, long_labels])
def test_bytes_do_not_depend_on_order_threads_or_format(tmp_path, kind):
    tables, sections = kind(Random(11))
    results, tally = written(tmp_path / "plain", tables, sections, threads=1)
    for seed, threads in enumerate((1, 4)):
        rng = Random(seed)
        mixed = {k: [head, *rng.sample(rows, len(rows))] for k, (head, *rows) in tables.items()}
        assert written(tmp_path / f"mixed{seed}", mixed, sections, threads=threads) == (results, tally)
    again, of_parquet = written(tmp_path / "parquet", tables, sections, threads=4, suffix="parquet")
    assert of_parquet == tally
    assert _but_for_the_plan(again) == _but_for_the_plan(results)


def _but_for_the_plan(raw):
    """The paths stand in the plan, and the plan's digest in the results."""
    found = json.loads(raw)
    assert found.pop("plan")
    return found
