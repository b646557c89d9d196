"""Metrics of several classes and of label sets, against R and scikit-learn on 200 random inputs each."""

from collections import Counter
from fractions import Fraction

import pytest
from reference.of_random import METRICS, Compared, Convention, Given, check, complete

from evalspec.records import Confusion, LabelSets, Ranks

SEVERAL = (("metric", "top_k_accuracy"),)
"""Kappa and MCC of several classes came with it."""


def confusion(given: Given) -> Confusion:
    cells = tuple(map(tuple, given["cells"]))
    return Confusion(classes=tuple(str(i) for i in range(len(cells))), cells=cells)


def each_class(name, **parameters):
    def here(given):
        of = confusion(given)
        return [METRICS[name](of.against_the_rest(c), **parameters) for c in of.classes]

    return here


def whole(name):
    return lambda given: METRICS[name].of_classes(confusion(given))


def accuracy(given: Given):
    """Of several classes: units called their class, of all."""
    of = confusion(given)
    return Fraction(of.right, of.units) if of.units else None


def label_sets(given: Given) -> LabelSets:
    cells = Counter(
        (a.count("1"), c.count("1"), sum(x == y == "1" for x, y in zip(a, c, strict=True)))
        for a, c in zip(given["actual"], given["called"], strict=True)
    )
    return LabelSets(labels=len(given["actual"][0]), cells=dict(cells))


def of_sets(name):
    return lambda given: METRICS[name](label_sets(given))


def ranks(given: Given) -> Ranks:
    """1 + the classes scored higher; no two scores of a unit are alike."""
    cells = Counter(1 + sum(s > of[y] for s in of) for y, of in zip(given["y"], given["scores"], strict=True))
    return Ranks(classes=len(given["scores"][0]), cells=dict(cells))


def actual(g: Given, item: int) -> int:
    return sum(g["cells"][item])


def called(g: Given, item: int) -> int:
    return sum(row[item] for row in g["cells"])


def units(g: Given) -> int:
    return sum(map(sum, g["cells"]))


def right(g: Given, item: int) -> int:
    return g["cells"][item][item]


def one_label(g: Given, _: int) -> bool:
    return len(g["actual"][0]) == 1


OF_R = (
    Compared(name="accuracy", here=accuracy),
    *(Compared(name=name, here=whole("kappa"), needs=SEVERAL) for name in ("kappa", "kappa.psych", "kappa.vcd")),
    *(
        Compared(name=name, here=each_class(name))
        for name in ("sensitivity", "specificity", "precision", "prevalence", "detection_rate", "positive_rate")
    ),
    Compared(
        name="npv",
        here=each_class("npv"),
        conventions=(
            Convention(
                when=lambda g, item: (
                    (actual(g, item) == 0 or actual(g, item) == units(g)) and called(g, item) < units(g)
                ),
                said="NA",
                why="caret goes by sensitivity, specificity and prevalence, of which one is 0/0; here by the counts",
                values=56,
            ),
        ),
    ),
    Compared(
        name="f1",
        here=each_class("f1"),
        conventions=(
            Convention(
                when=lambda g, item: right(g, item) == 0 and actual(g, item) > 0 and called(g, item) > 0,
                said="NaN",
                why="precision and sensitivity are both 0, their harmonic mean 0/0; here by the counts, a true 0",
                values=9,
            ),
            Convention(
                when=lambda g, item: (actual(g, item) == 0) != (called(g, item) == 0),
                said="NA",
                why="precision or sensitivity is 0/0; here by the counts, a true 0 as long as one of them is not",
                values=61,
            ),
        ),
    ),
    Compared(name="balanced_accuracy", here=each_class("balanced_accuracy")),
)
OF_SKLEARN = (
    Compared(
        name="mcc",
        here=whole("mcc"),
        needs=SEVERAL,
        conventions=(
            Convention(
                when=lambda g, _: (
                    units(g) > 0 and units(g) in [f(g, i) for f in (actual, called) for i in range(len(g["cells"]))]
                ),
                said="number",
                why="all units of one class or called one class: scikit-learn says 0",
                values=24,
            ),
        ),
    ),
    Compared(name="kappa", here=whole("kappa"), needs=SEVERAL),
    Compared(name="accuracy", here=accuracy),
    *(Compared(name=name, here=each_class(name)) for name in ("sensitivity", "precision", "f1")),
    Compared(name="f_beta_2", here=each_class("f_beta", beta=Fraction(2))),
)
PER_UNIT = ("f1_per_unit", "precision_per_unit", "sensitivity_per_unit")
OF_SETS = (
    *(Compared(name=n, here=of_sets(n), needs=(("metric", n),)) for n in ("subset_accuracy", "hamming_loss")),
    *(
        Compared(
            name=name,
            here=of_sets(name),
            needs=(("metric", name),),
            conventions=(
                Convention(
                    when=one_label, said="error", why="scikit-learn takes one label for a binary outcome", values=1
                ),
            ),
        )
        for name in PER_UNIT
    ),
)
OF_RANKS = (
    Compared(
        name="top_k_accuracy",
        here=lambda g: METRICS["top_k_accuracy"](ranks(g), k=g["k"]),
        needs=(("metric", "top_k_accuracy"),),
    ),
)
FILES = {
    "multiclass": OF_R, "multiclass_sklearn": OF_SKLEARN, "multilabel_sklearn": OF_SETS, "ranks_sklearn": OF_RANKS,
}  # fmt: skip


@pytest.mark.parametrize("compared", OF_R, ids=lambda c: c.name)
def test_a_metric_of_several_classes_is_that_of_r(compared):
    assert check("multiclass", compared) == []


@pytest.mark.parametrize("compared", OF_SKLEARN, ids=lambda c: c.name)
def test_a_metric_of_several_classes_is_that_of_scikit_learn(compared):
    assert check("multiclass_sklearn", compared) == []


@pytest.mark.parametrize("compared", OF_SETS, ids=lambda c: c.name)
def test_a_metric_of_label_sets_is_that_of_scikit_learn(compared):
    assert check("multilabel_sklearn", compared) == []


@pytest.mark.parametrize("compared", OF_RANKS, ids=lambda c: c.name)
def test_a_metric_of_ranks_is_that_of_scikit_learn(compared):
    assert check("ranks_sklearn", compared) == []


def test_every_stored_metric_of_classes_is_compared():
    for file, quantities in FILES.items():
        complete(file, quantities, {})
