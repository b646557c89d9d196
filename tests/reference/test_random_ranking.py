"""AUROC, its parts, DeLong's limits and test, and average precision, on 200 random inputs with and without ties."""

from fractions import Fraction

import pytest
from metrics.strategies import groups_of
from reference.of_random import (
    COMPARISONS,
    METRICS,
    Compared,
    Convention,
    Given,
    Reading,
    check,
    complete,
    limits_of,
    private,
)

from evalspec.intervals.delong import placements, variance, why_undefined
from evalspec.records import PairedGroup

PAIRED = (("interval", "delong-paired"), ("comparison", "delong"))


def groups(given: Given, which: str = "first"):
    return groups_of([(score, y == 1) for score, y in zip(given[which], given["y"], strict=True)])


def both(given: Given) -> list[PairedGroup]:
    """One unit a group."""
    each = zip(given["first"], given["second"], given["y"], strict=True)
    return [PairedGroup(float(a), float(b), y, 1 - y) for a, b, y in each]


def delong_variance(given: Given):
    at = placements(groups(given))
    return why_undefined(at) or variance(at)


def delong_covariance(given: Given):
    at = private("evalspec.intervals._paired", "paired_placements")(both(given))
    return why_undefined(at.first) or private("evalspec.intervals._paired", "covariance")(at)


def auroc(given: Given, which: str = "first") -> Fraction:
    return METRICS["auroc"](groups(given, which)).exact


def classes_of_two(given: Given) -> bool:
    return 2 <= sum(given["y"]) <= len(given["y"]) - 2


def no_variance(given: Given, _: int = 0) -> bool:
    """Variance 0 of the difference: every unit's placements under the two scores are equally far apart in its class."""
    if not classes_of_two(given):
        return False
    apart = {0: set(), 1: set()}
    for y, a, b in zip(given["y"], given["first"], given["second"], strict=True):
        apart[y].add(placed(given, y, a, "first") - placed(given, y, b, "second"))
    return all(len(of) == 1 for of in apart.values())


def placed(given: Given, y: int, score: float, which: str) -> int:
    """Twice the units of the other class that lie below this one (above, for a negative), plus those tied with it."""
    others = [s for s, of in zip(given[which], given["y"], strict=True) if of != y]
    return sum(2 * ((s < score) if y else (s > score)) + (s == score) for s in others)


def within(low: float, high: float):
    return lambda _, said: min(max(said, low), high)


NO_PRECISION = "variance 0 of the difference: R gives a number; here undefined, 0/0"

OF_R = (
    *(
        Compared(name=name, here=lambda g: METRICS["auroc"](groups(g)))
        for name in ("auroc", "auroc.survival", "auroc.Hmisc")
    ),
    Compared(name="auroc_second", here=lambda g: METRICS["auroc"](groups(g, "second"))),
    Compared(
        name="partial_auroc",
        here=lambda g: METRICS["partial_auroc"](
            groups(g), specificity_at_least=Fraction(repr(g["specificity_at_least"]))
        ),
        needs=(("metric", "partial_auroc"),),
    ),
    Compared(name="delong_variance", here=delong_variance),
    Compared(name="delong", here=lambda g: limits_of("delong", g, groups(g))),
    Compared(
        name="logit_delong.formula",
        here=lambda g: limits_of("logit-delong", g, groups(g)),
        needs=(("interval", "logit-delong"),),
    ),
    Compared(name="delong_covariance", here=delong_covariance, needs=PAIRED),
    Compared(
        name="delong_paired",
        here=lambda g: limits_of("delong-paired", g, both(g)),
        needs=PAIRED,
        reading=Reading(apply=within(-1, 1), why="R does not clip the limits of a difference to [-1, 1]", values=16),
        conventions=(Convention(when=no_variance, said="number", why=NO_PRECISION, values=52),),
    ),
    Compared(
        name="delong_z",
        here=lambda g: private("evalspec.comparisons.delong", "z")(both(g)),
        needs=PAIRED,
        conventions=(Convention(when=no_variance, said="number", why=NO_PRECISION, values=26),),
    ),
    Compared(
        name="delong_p",
        here=lambda g: COMPARISONS["delong"](both(g)),
        needs=PAIRED,
        conventions=(Convention(when=no_variance, said="number", why=NO_PRECISION, values=26),),
    ),
)
OF_SKLEARN = (
    Compared(
        name="average_precision",
        here=lambda g: METRICS["average_precision"](groups(g)),
        conventions=(
            Convention(
                when=lambda g, _: sum(g["y"]) == 0, said="number", why="no positive: scikit-learn says 0", values=1
            ),
        ),
    ),
    Compared(name="auroc", here=lambda g: METRICS["auroc"](groups(g))),
)
FILES = {"ranking": OF_R, "ranking_sklearn": OF_SKLEARN}
NOT_OURS = {"partial_auroc.corrected": "McClish's rescaled area, another quantity"}


@pytest.mark.parametrize("compared", OF_R, ids=lambda c: c.name)
def test_a_ranking_metric_is_that_of_r(compared):
    assert check("ranking", compared) == []


@pytest.mark.parametrize("compared", OF_SKLEARN, ids=lambda c: c.name)
def test_a_ranking_metric_is_that_of_scikit_learn(compared):
    assert check("ranking_sklearn", compared) == []


def test_every_stored_ranking_metric_is_compared():
    complete("ranking", OF_R, NOT_OURS)
    complete("ranking_sklearn", OF_SKLEARN, {})
