"""What the laws are tried on: two-by-two tables, tables of several classes, label sets, ranks, and score groups."""

from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from typing import Any

import pytest
from hypothesis import strategies as st

import evalspec.metrics
from evalspec.catalogue import collect
from evalspec.metrics.base import (
    CountMetric,
    LabelSetMetric,
    ProbabilityMetric,
    RankingMetric,
    RanksMetric,
    RatioMetric,
)
from evalspec.records import Confusion, Counts, LabelSets, Paired, PairedGroup, Ranks, ScoreGroup
from evalspec.terms import Better

METRICS = collect(evalspec.metrics, "METRIC", "id")
OF_COUNTS = {k: m for k, m in METRICS.items() if isinstance(m, RatioMetric | CountMetric)}
RATIOS = {k: m for k, m in METRICS.items() if isinstance(m, RatioMetric)}
RANKINGS = {k: m for k, m in METRICS.items() if isinstance(m, RankingMetric)}
OF_LABEL_SETS = {k: m for k, m in METRICS.items() if isinstance(m, LabelSetMetric)}
OF_RANKS = {k: m for k, m in METRICS.items() if isinstance(m, RanksMetric)}
OF_CLASSES = {k: m for k, m in OF_COUNTS.items() if m.of_classes is not None}
PROBABILITIES = {k: m for k, m in METRICS.items() if isinstance(m, ProbabilityMetric)}

each_metric = pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
each_count_metric = pytest.mark.parametrize("metric", OF_COUNTS.values(), ids=OF_COUNTS)
JUDGED = {k: m for k, m in OF_COUNTS.items() if m.better is not Better.NEITHER}
each_judged_count_metric = pytest.mark.parametrize("metric", JUDGED.values(), ids=JUDGED)
each_ratio = pytest.mark.parametrize("metric", RATIOS.values(), ids=RATIOS)
each_ranking = pytest.mark.parametrize("metric", RANKINGS.values(), ids=RANKINGS)
each_label_set_metric = pytest.mark.parametrize("metric", OF_LABEL_SETS.values(), ids=OF_LABEL_SETS)
each_ranks_metric = pytest.mark.parametrize("metric", OF_RANKS.values(), ids=OF_RANKS)
each_metric_of_classes = pytest.mark.parametrize("metric", OF_CLASSES.values(), ids=OF_CLASSES)
each_probability = pytest.mark.parametrize("metric", PROBABILITIES.values(), ids=PROBABILITIES)

numbers = st.one_of(st.integers(0, 3), st.integers(0, 300), st.integers(0, 10**12))
tables = st.builds(Counts, tp=numbers, fn=numbers, tn=numbers, fp=numbers)
cohorts = st.dictionaries(st.text("ABCDE", min_size=1, max_size=3), tables, min_size=1, max_size=5)
betas = st.fractions(Fraction(1, 9), 9, max_denominator=12)
labelled_scores = st.lists(st.tuples(st.integers(-4, 4), st.booleans()), max_size=14)
"""Few distinct scores, so that ties are common."""
few = st.one_of(st.integers(0, 3), st.integers(0, 60))
paired_tables = st.builds(Paired, both=few, first_only=few, second_only=few, neither=few).filter(
    lambda at: at.units > 0
)
paired_scores = st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.booleans()), max_size=14)
paired_groups = paired_scores.map(
    lambda rows: [PairedGroup(float(a), float(b), int(up), int(not up)) for a, b, up in rows]
)


def confusions(least: int = 1, most: int = 5) -> st.SearchStrategy[Confusion]:
    """Tables of ``least`` to ``most`` classes; classes that nobody has or nobody is called are common."""
    return st.integers(least, most).flatmap(
        lambda k: st.builds(
            Confusion,
            classes=st.just(tuple("ABCDEFG"[:k])),
            cells=st.lists(st.tuples(*[numbers] * k), min_size=k, max_size=k).map(tuple),
        )
    )


@st.composite
def label_sets(draw: st.DrawFn, labels: int | None = None) -> LabelSets:
    """Up to six kinds of units with up to five labels."""
    of = draw(st.integers(1, 5)) if labels is None else labels
    calls = st.tuples(*[st.sampled_from(("neither", "actual", "called", "both"))] * of)
    cells: dict[tuple[int, int, int], int] = {}
    for unit, n in draw(st.lists(st.tuples(calls, st.integers(1, 50)), max_size=6)):
        both = unit.count("both")
        cell = (both + unit.count("actual"), both + unit.count("called"), both)
        cells[cell] = cells.get(cell, 0) + n
    return LabelSets(labels=of, cells=cells)


ranks = st.builds(Ranks, classes=st.just(5), cells=st.dictionaries(st.integers(1, 5), st.integers(1, 300), max_size=5))
chances = st.one_of(st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.7, 1.0]), st.floats(0, 1))
labelled_chances = st.lists(st.tuples(chances, st.booleans()), max_size=14)
"""Probabilities with their outcomes: ties, edges of bins, and certainty among them."""


def parameters_of(metric: Any) -> st.SearchStrategy[dict[str, Any]]:
    """Values for the parameters a metric takes. A parameter unknown here fails the laws, so that it gets some."""
    known: dict[str, st.SearchStrategy[Any]] = {
        "beta": betas,
        "k": st.integers(1, 6),
        "specificity_at_least": st.fractions(0, Fraction(19, 20), max_denominator=20),
        "at": st.one_of(
            st.sampled_from([Fraction(1, 10), Fraction(3, 10), Fraction(1, 2)]),
            st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=50),
        ),
        "bins": st.integers(1, 20),
        "closed": st.sampled_from(["left", "right"]),
        "clip": st.sampled_from([None, "none", Decimal("1e-15"), Decimal("0.01")]),
    }
    return st.fixed_dictionaries({name: known[name] for name in metric.parameters})


def total(tables_of: list[Counts]) -> Counts:
    return sum(tables_of, Counts(tp=0, fn=0, tn=0, fp=0))


def groups_of(rows: list[tuple[float, bool]]) -> tuple[ScoreGroup, ...]:
    """Rows of score and outcome, in any order, as score groups in ascending order."""
    tied = groupby(sorted(rows), key=lambda row: row[0])
    sides = [(score, [positive for _, positive in same]) for score, same in tied]
    return tuple(ScoreGroup(float(s), sum(who), len(who) - sum(who)) for s, who in sides)
