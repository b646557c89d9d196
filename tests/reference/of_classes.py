"""What this package computes for the cases with several classes or labels. None is undefined."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from metrics.strategies import groups_of, total

import evalspec.metrics
import evalspec.summaries
from evalspec.catalogue import collect
from evalspec.records import Confusion, Counts, LabelSets, Member, Undefined, Value
from evalspec.summaries.base import weighted_mean

METRICS = collect(evalspec.metrics, "METRIC", "id")
SUMMARIES = collect(evalspec.summaries, "SUMMARY", "id")

Named = dict[str, float | None]
Rows = Sequence[Sequence[int]]

ONE_AGAINST_REST = {"precision": "precision", "recall": "sensitivity", "f1": "f1"}


def number(value: Value) -> float | None:
    return None if isinstance(value, Undefined) else float(value.exact)


def confusion(actual: Sequence[str], called: Sequence[str], classes: Sequence[str]) -> Confusion:
    """The table of two lists, a unit a place."""
    cells = Counter(zip(actual, called, strict=True))
    return Confusion(classes=tuple(classes), cells=tuple(tuple(cells[a, c] for c in classes) for a in classes))


def each_label(actual: Rows, called: Rows) -> dict[str, Counts]:
    """The two-by-two table of each label, a row a unit."""
    out = {}
    for k, pair in enumerate(zip(zip(*actual, strict=True), zip(*called, strict=True), strict=True)):
        n = Counter(zip(*pair, strict=True))
        out[str(k)] = Counts(tp=n[1, 1], fn=n[1, 0], tn=n[0, 0], fp=n[0, 1])
    return out


def sets_of(actual: Rows, called: Rows) -> LabelSets:
    """Units by how many labels they have, are called, and both."""
    cells = Counter(
        (sum(a), sum(c), sum(x and y for x, y in zip(a, c, strict=True))) for a, c in zip(actual, called, strict=True)
    )
    return LabelSets(labels=len(actual[0]), cells=cells)


def over_classes(tables: Mapping[str, Counts], undefined: str) -> Named:
    """Each metric pooled (micro), as a plain mean (macro) and as a mean by support (weighted)."""
    out: Named = {}
    for name, word in ONE_AGAINST_REST.items():
        metric = METRICS[word]
        members = {k: Member(value=metric(n), size=n.units, support=n.positives) for k, n in tables.items()}
        out[f"micro_{name}"] = number(metric(total(list(tables.values()))))
        macro = SUMMARIES["macro"].combine(members, minimum_defined=1)
        out[f"macro_{name}_omit_undefined"] = number(macro.value)
        support = {k: Fraction(member.support) for k, member in members.items()}
        weighted = weighted_mean(members, support, minimum_defined=1)
        out[f"weighted_{name}_omit_undefined"] = number(weighted.value)
        out[f"{undefined}_{name}"] = len(macro.undefined_in)
    return out


def multiclass(inputs: dict[str, Any]) -> Named:
    table = confusion(inputs["y_true"], inputs["y_pred"], inputs["classes"])
    apart = {name: table.against_the_rest(name) for name in table.classes}
    out = {name: number(METRICS[name].of_classes(table)) for name in ("accuracy", "kappa", "mcc")}
    for name, word in {**ONE_AGAINST_REST, "specificity": "specificity"}.items():
        out |= {f"{name}_{of}": number(METRICS[word](counts)) for of, counts in apart.items()}
    return {**out, **over_classes(apart, "n_undefined")}


def unpacked(rows: Sequence[Any]) -> Rows:
    """Rows of 0 and 1, given as lists or as texts."""
    return [[int(x) for x in row] for row in rows]


def multilabel(inputs: dict[str, Any]) -> Named:
    actual, called = unpacked(inputs["Y"]), unpacked(inputs["P"])
    out = over_classes(each_label(actual, called), "n_undefined_macro")
    sets = sets_of(actual, called)
    for name, word in ONE_AGAINST_REST.items():
        metric = METRICS[f"{word}_per_unit"]
        k, n = metric.defined(sets)
        out |= {f"samples_{name}_omit_undefined": number(metric(sets)), f"n_undefined_samples_{name}": n - k}
    return {**out, **{name: number(METRICS[name](sets)) for name in ("subset_accuracy", "hamming_loss")}}


def micro_auroc(inputs: dict[str, Any]) -> Named:
    """Each class against the rest by its own column, their mean, and all columns put into one."""
    auroc = METRICS["auroc"]
    columns = zip(*inputs["scores"], strict=True)
    rows = {
        name: [(score, actual == name) for score, actual in zip(column, inputs["y_true"], strict=True)]
        for name, column in zip(inputs["classes"], columns, strict=True)
    }
    members = {str(k): Member(value=auroc(groups_of(of)), size=len(of)) for k, of in rows.items()}
    return {
        **{f"ovr_auroc_{k}": number(member.value) for k, member in members.items()},
        "micro_auroc": number(auroc(groups_of([row for of in rows.values() for row in of]))),
        "macro_auroc_omit_undefined": number(SUMMARIES["macro"].combine(members, minimum_defined=1).value),
    }


def three_precisions(classes: dict[str, dict[str, int]]) -> Named:
    """From true and false positives alone: precision needs no more."""
    tables = {name: Counts(tp=n["tp"], fn=0, tn=0, fp=n["fp"]) for name, n in classes.items()}
    out = over_classes(tables, "n_undefined")
    each = {f"precision_{name}": number(METRICS["precision"](counts)) for name, counts in tables.items()}
    return {**each, "macro_precision": out["macro_precision_omit_undefined"], "micro_precision": out["micro_precision"]}


def single_label_block() -> tuple[list[str], list[str]]:
    """Outcomes and calls of the text's first block of code, drawn again with numpy."""
    import numpy as np

    y = np.array([0] * 700 + [1] * 250 + [2] * 50)
    rng = np.random.default_rng(0)
    called = y.copy()
    called[rng.choice(np.flatnonzero(y == 0), 60, replace=False)] = 1
    called[rng.choice(np.flatnonzero(y == 1), 90, replace=False)] = 0
    called[np.flatnonzero(y == 2)] = 0
    return [str(x) for x in y.tolist()], [str(x) for x in called.tolist()]


def multi_label_block() -> tuple[Rows, Rows]:
    """The same of its second block: 4,000 units, five labels."""
    import numpy as np

    rng = np.random.default_rng(1)
    actual = (rng.random((4000, 5)) < 0.3).astype(int)
    called = np.where(rng.random((4000, 5)) < 0.15, 1 - actual, actual)
    return actual.tolist(), called.tolist()


def two_blocks() -> Named:
    """The four numbers that each block prints."""
    actual, called = single_label_block()
    single = multiclass({"y_true": actual, "y_pred": called, "classes": ["0", "1", "2"]})
    rows, calls = multi_label_block()
    multi = multilabel({"Y": rows, "P": calls})
    names = [f"micro_{name}" for name in ONE_AGAINST_REST]
    return {
        **{f"single_{name}": single[name] for name in ("accuracy", *names)},
        **{f"multi_{name}": multi[name] for name in ("subset_accuracy", *names)},
    }


KINDS: dict[str, Callable[[dict[str, Any]], Named]] = {
    "multiclass": multiclass,
    "multilabel": multilabel,
    "micro_auroc": micro_auroc,
}
