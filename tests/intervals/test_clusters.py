"""Intervals over clusters, against their definitions unit by unit and against other software."""

from fractions import Fraction
from math import isclose, sqrt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from metrics.strategies import groups_of, labelled_scores

import evalspec.intervals
import evalspec.metrics
from evalspec.catalogue import collect
from evalspec.intervals import cluster_ratio, delong, delong_cluster
from evalspec.records import ClusterCell, ScoreGroup, Undefined
from evalspec.terms import Sides

AUROC = collect(evalspec.metrics, "METRIC", "id")["auroc"]
LEVEL = Fraction(95, 100)

clustered_rows = st.lists(labelled_scores, max_size=6)
cells = st.lists(
    st.integers(0, 4).flatmap(lambda n: st.builds(ClusterCell, st.integers(0, n), st.just(n), st.just(1))), max_size=8
)

OTHER_SOFTWARE = [
    ([1, 4, 3, 9, 8], "01010", [1, 1, 2, 2, 3], 0.8333333333333334, 0.05555555555555555),
    (
        [3, 5, 2, 7, 7, 1, 4, 4, 6, 8, 2, 9, 5, 3, 6, 6, 1],
        "01010010110110010",
        [1, 1, 1, 2, 2, 3, 3, 3, 3, 4, 5, 5, 6, 6, 6, 7, 8],
        0.8611111111111112,
        0.007070251261512835,
    ),
    ([2, 2, 5, 1, 3, 4, 4, 6], "01100101", [1, 2, 3, 4, 5, 6, 7, 8], 0.8125, 0.02864583333333333),
]
"""Scores, outcomes, clusters, AUROC and its variance: the Cleveland Clinic's R code for clustered ROC curves
(funcs_clusteredROC.R, as doAUCcluster in DIDSR/mitoticFigureCounts 5675b0b) under R 4.2.2."""


def of_clusters(scores, outcomes, clusters):
    rows = list(zip(clusters, scores, (o == "1" for o in outcomes), strict=True))
    return [groups_of([(s, up) for c, s, up in rows if c == name]) for name in sorted(set(clusters))]


@pytest.mark.parametrize(("scores", "outcomes", "clusters", "estimate", "variance"), OTHER_SOFTWARE)
def test_the_clustered_variance_is_that_of_other_software(scores, outcomes, clusters, estimate, variance):
    at = delong_cluster.placements(of_clusters(scores, outcomes, clusters))
    assert isclose(at.won / (2 * at.positives * at.negatives), estimate, rel_tol=1e-12)
    assert isclose(delong_cluster.variance(at), variance, rel_tol=1e-12)


def by_definition(clusters: list[list[tuple[int, bool]]]) -> Fraction:
    """Obuchowski's S10/m + S01/n + 2 S11/(m n), from each unit's own placement value."""
    rows = [row for of in clusters for row in of]
    positives, negatives = [s for s, up in rows if up], [s for s, up in rows if not up]
    m, n = len(positives), len(negatives)

    def over(x, y):
        return Fraction(x > y) + Fraction(x == y, 2)

    auroc = sum(over(x, y) for x in positives for y in negatives) / (m * n)
    tens = [[sum(over(s, y) for y in negatives) / n for s, up in of if up] for of in clusters if of]
    ones = [[sum(over(x, s) for x in positives) / m for s, up in of if not up] for of in clusters if of]
    off = [(sum(a) - len(a) * auroc, sum(b) - len(b) * auroc) for a, b in zip(tens, ones, strict=True)]
    i10, i01, i = sum(map(bool, tens)), sum(map(bool, ones)), len(off)
    s10 = Fraction(i10, (i10 - 1) * m) * sum(a * a for a, _ in off)
    s01 = Fraction(i01, (i01 - 1) * n) * sum(b * b for _, b in off)
    s11 = Fraction(i, i - 1) * sum(a * b for a, b in off)
    return s10 / m + s01 / n + 2 * s11 / (m * n)


@given(clusters=clustered_rows)
def test_the_clustered_variance_is_exactly_its_definition_unit_by_unit_and_never_below_0(clusters):
    at = delong_cluster.placements([groups_of(rows) for rows in clusters])
    assume(not delong_cluster.why_undefined(at))
    assert delong_cluster.variance(at) == by_definition(clusters) >= 0


@given(rows=labelled_scores)
def test_clusters_of_one_unit_give_delongs_own_variance_and_limits(rows):
    one_by_one = [groups_of([row]) for row in rows]
    at, plain = delong_cluster.placements(one_by_one), delong.placements(groups_of(rows))
    assert at.won == plain.won
    limits = delong_cluster.limits(one_by_one, level=LEVEL, sides=Sides.TWO)
    expected = delong.limits(groups_of(rows), level=LEVEL, sides=Sides.TWO)
    if isinstance(expected, Undefined):
        assert limits == Undefined(
            expected.reason.replace("actual positives - 1", "clusters with positives - 1").replace(
                "actual negatives - 1", "clusters with negatives - 1"
            )
        )
        return
    assert delong_cluster.variance(at) == delong.variance(plain)
    assert (limits.lower, limits.upper) == (expected.lower, expected.upper)


@given(clusters=clustered_rows, data=st.data())
def test_the_order_of_the_clusters_and_empty_ones_change_no_digit_and_the_auroc_is_the_pooled_one(clusters, data):
    groups = [groups_of(rows) for rows in clusters]
    one = delong_cluster.limits(groups, level=LEVEL, sides=Sides.TWO)
    assert delong_cluster.limits([*data.draw(st.permutations(groups)), ()], level=LEVEL, sides=Sides.TWO) == one
    at = delong_cluster.placements(groups)
    pooled = AUROC(groups_of([row for rows in clusters for row in rows]))
    if not isinstance(pooled, Undefined):
        assert Fraction(at.won, 2 * at.positives * at.negatives) == pooled.exact


def test_scores_of_a_cluster_that_do_not_ascend_are_refused():
    with pytest.raises(ValueError, match="do not ascend"):
        delong_cluster.placements([[ScoreGroup(0.9, 1, 0), ScoreGroup(0.1, 0, 1)]])
    with pytest.raises(ValueError, match="do not ascend"):
        delong_cluster.placements([[ScoreGroup(0.9, 1, 0), ScoreGroup(0.9, 0, 1)]])


def test_an_auroc_with_a_class_in_one_cluster_alone_is_undefined():
    clusters = [[ScoreGroup(0.1, 0, 4), ScoreGroup(0.5, 2, 0)], [ScoreGroup(0.2, 0, 1)]]
    assert delong_cluster.limits(clusters, level=LEVEL, sides=Sides.TWO) == Undefined("clusters with positives - 1 = 0")
    assert delong_cluster.limits([], level=LEVEL, sides=Sides.TWO) == Undefined(
        "actual positives = 0 and actual negatives = 0"
    )


@given(of=cells)
def test_the_variance_of_a_ratio_over_clusters_is_exactly_its_definition(of):
    held = [cell for cell in of if cell.denominator]
    assume(len(held) > 1)
    n = sum(cell.denominator for cell in held)
    ratio = Fraction(sum(cell.numerator for cell in held), n)
    squares = sum((cell.numerator - ratio * cell.denominator) ** 2 for cell in held)
    assert cluster_ratio.variance(of) == Fraction(len(held), len(held) - 1) * squares / n**2


@given(of=cells, times=st.integers(1, 4))
def test_equal_clusters_may_stand_together_or_apart(of, times):
    together = [ClusterCell(cell.numerator, cell.denominator, times) for cell in of]
    one, other = (cluster_ratio.limits(c, level=LEVEL, sides=Sides.TWO) for c in (together, of * times))
    assert one == other


def test_a_hundred_thousand_clusters_are_placed_in_whole_numbers():
    clusters = [
        [ScoreGroup(i * 7 % 1000, i % 3 == 0, i % 2), ScoreGroup(1000 + i % 9, 1, i % 5)] for i in range(100_000)
    ]
    at = delong_cluster.placements(clusters)
    assert 0 < sqrt(delong_cluster.variance(at)) < 0.01
