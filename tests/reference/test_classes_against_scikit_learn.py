"""Random tables of several classes and labels give what scikit-learn gives, and are undefined where it has 0/0."""

from math import isnan

import numpy as np
import pytest
from reference.computed import cases
from reference.of_classes import (
    METRICS,
    ONE_AGAINST_REST,
    confusion,
    multi_label_block,
    multiclass,
    multilabel,
    single_label_block,
    unpacked,
)
from sklearn import metrics as sk

from evalspec.records import Ranks

WITHIN = 1e-12


def alike(here: float | None, there: float) -> bool:
    """Undefined here is nan there."""
    return isnan(there) if here is None else abs(here - there) <= WITHIN


def agrees(here: dict[str, float | None], how: str, name: str, there: float) -> bool:
    """Where no defined class has a unit, scikit-learn drops the weights; here a mean of weight 0 is undefined."""
    value = here[f"{how}_{name}" if how == "micro" else f"{how}_{name}_omit_undefined"]
    if how == "weighted" and value is None:
        return alike(here[f"macro_{name}_omit_undefined"], there)
    return alike(value, there)


def shares(actual, called, how, **given) -> dict[str, float]:
    p, r, f, _ = sk.precision_recall_fscore_support(actual, called, average=how, zero_division=np.nan, **given)
    return {"precision": float(p), "recall": float(r), "f1": float(f)}


def drawn(seed: int) -> tuple[list[str], list[str], list[str]]:
    """Few units among many classes, so that classes without units and without calls are common."""
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 7))
    classes = list("ABCDEF"[:k])
    n = int(rng.integers(1, 30)) if seed % 2 else int(rng.integers(1, 5))
    shape = rng.dirichlet([0.5] * k)
    actual = rng.choice(classes, n, p=shape)
    called = np.where(rng.random(n) < 0.6, actual, rng.choice(classes, n))
    if seed % 10 == 0:
        called[:] = classes[0]
    return [str(a) for a in actual], [str(c) for c in called], classes


@pytest.mark.parametrize("seed", range(200))
def test_several_classes(seed):
    actual, called, classes = drawn(seed)
    here = multiclass({"y_true": actual, "y_pred": called, "classes": classes})
    assert alike(here["accuracy"], sk.accuracy_score(actual, called))
    for how in ("micro", "macro", "weighted"):
        for name, there in shares(actual, called, how, labels=classes).items():
            assert agrees(here, how, name, there)
    table = confusion(actual, called, classes)
    if table.units in (*table.actual, *table.called):
        assert here["mcc"] is None
    else:
        assert alike(here["mcc"], sk.matthews_corrcoef(actual, called))
    if table.units == table.right == max(table.actual):
        assert here["kappa"] is None
    else:
        assert alike(here["kappa"], sk.cohen_kappa_score(actual, called, labels=classes))


@pytest.mark.parametrize("seed", range(200))
def test_several_labels(seed):
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(1, 12)), int(rng.integers(2, 6))
    actual = (rng.random((n, k)) < rng.choice([0.0, 0.2, 0.5])).astype(int)
    called = (rng.random((n, k)) < rng.choice([0.0, 0.2, 0.5])).astype(int)
    here = multilabel({"Y": actual.tolist(), "P": called.tolist()})
    assert alike(here["subset_accuracy"], sk.accuracy_score(actual, called))
    assert alike(here["hamming_loss"], sk.hamming_loss(actual, called))
    for how in ("micro", "macro", "weighted", "samples"):
        for name, there in shares(actual, called, how).items():
            assert agrees(here, how, name, there)


@pytest.mark.parametrize("seed", range(40))
def test_top_k(seed):
    rng = np.random.default_rng(seed)
    n, classes = int(rng.integers(1, 40)), int(rng.integers(3, 7))
    actual, scores = rng.integers(0, classes, n), rng.random((n, classes))
    rank = [int((row > row[a]).sum()) + 1 for a, row in zip(actual, scores, strict=True)]
    of = Ranks(classes=classes, cells={r: rank.count(r) for r in set(rank)})
    for k in range(1, classes):
        there = sk.top_k_accuracy_score(actual, scores, k=k, labels=range(classes))
        assert alike(float(METRICS["top_k_accuracy"](of, k=k).exact), there)


def test_the_degenerate_tables_are_among_the_random_ones():
    undefined = dict.fromkeys(("mcc", "kappa", *(f"weighted_{name}_omit_undefined" for name in ONE_AGAINST_REST)), 0)
    absent = 0
    for seed in range(200):
        actual, called, classes = drawn(seed)
        here = multiclass({"y_true": actual, "y_pred": called, "classes": classes})
        absent += here["n_undefined_recall"] > 0
        for name in undefined:
            undefined[name] += here[name] is None
    assert undefined["mcc"] >= 20
    assert undefined["kappa"] >= 5
    assert undefined["weighted_precision_omit_undefined"] >= 1
    assert absent >= 50


def test_the_rows_drawn_again_are_those_that_the_cases_hold():
    held = {case.id: case.inputs for case in cases()}
    single, multi = held["multiclass-seed003_single"], held["multilabel-seed003_multi"]
    assert single_label_block() == (single["y_true"], single["y_pred"])
    assert multi_label_block() == (unpacked(multi["Y"]), unpacked(multi["P"]))
