"""A ratio over clusters, against R's survey on 200 random sets of clusters."""

import math

import pytest
from reference.of_random import Compared, Convention, Given, Reading, check, complete, limits_of, private

from evalspec.records import ClusterCell, Undefined

FILE = "clusters"
NEEDS = (("interval", "cluster-ratio"),)


def cells(given: Given) -> list[ClusterCell]:
    return [ClusterCell(x, n, 1) for x, n in zip(given["num"], given["den"], strict=True)]


def error(given: Given):
    of = "evalspec.intervals.cluster_ratio"
    undefined = private(of, "why_undefined")(cells(given))
    return undefined or math.sqrt(private(of, "variance")(cells(given)))


def ratio(given: Given):
    return sum(given["num"]) / sum(given["den"]) if sum(given["den"]) else Undefined("units = 0")


def in_them(given: Given) -> int:
    """Clusters with a unit in the denominator."""
    return sum(n > 0 for n in given["den"])


def with_empty_ones(given: Given, said: float) -> float:
    """R's standard error has the factor m / (m - 1) of all clusters; here m counts those with units."""
    m, all_of = in_them(given), len(given["den"])
    if m < 2 or m == all_of:
        return said
    return said * math.sqrt(m / (m - 1) * (all_of - 1) / all_of)


QUANTITIES = (
    Compared(
        name="ratio",
        here=ratio,
        needs=NEEDS,
        conventions=(
            Convention(
                when=lambda g, _: in_them(g) == 1,
                said="error",
                why="svyratio refuses a design of one cluster; the ratio itself is defined",
                values=4,
            ),
        ),
    ),
    Compared(name="se", here=error, needs=NEEDS),
    Compared(
        name="se.with_empty_clusters",
        here=error,
        needs=NEEDS,
        reading=Reading(
            apply=with_empty_ones,
            why="svyratio counts a cluster with an empty denominator in m; brought to the m of the others",
            values=115,
        ),
        conventions=(
            Convention(
                when=lambda g, _: in_them(g) == 1 < len(g["den"]),
                said="number",
                why="one cluster with units among empty ones: R says 0; here undefined, there is nothing to vary",
                values=3,
            ),
        ),
    ),
    Compared(
        name="cluster_ratio",
        here=lambda g: limits_of("cluster-ratio", g, cells(g)),
        needs=NEEDS,
        reading=Reading(
            apply=lambda _, said: min(max(said, 0.0), 1.0), why="R does not clip the limits to [0, 1]", values=46
        ),
    ),
)


FILES = {FILE: QUANTITIES}


@pytest.mark.parametrize("compared", QUANTITIES, ids=lambda c: c.name)
def test_a_ratio_over_clusters_is_that_of_r(compared):
    assert check(FILE, compared) == []


def test_every_stored_ratio_is_compared():
    complete(FILE, QUANTITIES, {})
