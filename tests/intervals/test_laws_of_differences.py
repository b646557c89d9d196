"""Laws of every interval of a difference, and their variances against their definitions unit by unit."""

from dataclasses import replace
from fractions import Fraction
from math import isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from metrics.strategies import groups_of, paired_groups, paired_scores, paired_tables

import evalspec.intervals
from evalspec.catalogue import collect
from evalspec.intervals._paired import (
    covariance,
    difference,
    paired_placements,
    variance_of_auroc_difference,
    variance_of_difference,
)
from evalspec.intervals.base import PairedInterval, PairedRankingInterval, UnpairedInterval, Weighted
from evalspec.intervals.delong import placements, variance
from evalspec.records import Paired, PairedGroup, Ratio, Undefined
from evalspec.terms import Sides

INTERVALS = collect(evalspec.intervals, "INTERVAL", "id")
PAIRED = {k: v for k, v in INTERVALS.items() if isinstance(v, PairedInterval)}
UNPAIRED = {k: v for k, v in INTERVALS.items() if isinstance(v, UnpairedInterval)}
OF_TWO = PAIRED | UNPAIRED | {k: v for k, v in INTERVALS.items() if isinstance(v, PairedRankingInterval)}

ratios = st.integers(1, 400).flatmap(lambda n: st.builds(Ratio, st.integers(0, n), st.just(n)))
levels = st.sampled_from([Fraction(1, 2), Fraction(8, 10), Fraction(95, 100), Fraction(99, 100)])
each_of_two = pytest.mark.parametrize("interval", OF_TWO.values(), ids=OF_TWO)
each_paired = pytest.mark.parametrize("interval", PAIRED.values(), ids=PAIRED)


def drawn(interval, data) -> tuple:
    """Something the interval takes, first and second as they are and turned round, and the difference."""
    if isinstance(interval, UnpairedInterval):
        one, other = data.draw(ratios), data.draw(ratios)
        return (one, other), (other, one), one.exact - other.exact
    if isinstance(interval, PairedInterval):
        table = data.draw(paired_tables)
        turned = replace(table, first_only=table.second_only, second_only=table.first_only)
        return (table,), (turned,), difference(table)
    groups = data.draw(paired_groups)
    turned = [PairedGroup(g.second, g.first, g.n_positive, g.n_negative) for g in groups]
    undefined = isinstance(variance_of_auroc_difference(paired_placements(groups)), Undefined)
    return (groups,), (turned,), None if undefined else paired_placements(groups).difference


@each_of_two
@given(data=st.data(), level=levels)
def test_swapping_first_and_second_turns_the_limits_round(interval, data, level):
    as_is, turned, _ = drawn(interval, data)
    for sides, other in ((Sides.TWO, Sides.TWO), (Sides.LOWER, Sides.UPPER), (Sides.UPPER, Sides.LOWER)):
        one, two = interval(*as_is, level=level, sides=sides), interval(*turned, level=level, sides=other)
        if isinstance(one, Undefined):
            assert isinstance(two, Undefined)
            continue
        for limit, opposite in ((one.lower, two.upper), (one.upper, two.lower)):
            assert limit is opposite is None or isclose(limit, -opposite, rel_tol=1e-9, abs_tol=1e-12)
        assert one.note == two.note


@each_of_two
@given(data=st.data(), level=levels)
def test_the_limits_lie_in_minus_1_to_1_and_hold_the_difference(interval, data, level):
    as_is, _, apart = drawn(interval, data)
    limits = interval(*as_is, level=level, sides=Sides.TWO)
    if isinstance(limits, Undefined):
        return
    assert -1 <= limits.lower <= limits.upper <= 1
    assert limits.lower - 1e-12 <= apart <= limits.upper + 1e-12


@each_paired
@given(table=paired_tables, level=levels)
def test_what_neither_did_better_is_held_as_no_difference(interval, table, level):
    level_ = interval(replace(table, second_only=table.first_only, neither=1), level=level, sides=Sides.TWO)
    assert level_.lower <= 0 <= level_.upper
    assert isclose(level_.lower, -level_.upper, abs_tol=1e-12)


@each_paired
@given(table=paired_tables, k=st.integers(2, 9))
def test_the_same_pairs_taken_k_times_never_make_it_wider(interval, table, k):
    more = Paired(**{n: k * getattr(table, n) for n in ("both", "first_only", "second_only", "neither")})
    one, many = (interval(t, level=Fraction(95, 100), sides=Sides.TWO) for t in (table, more))
    assert many.upper - many.lower <= one.upper - one.lower + 1e-12


@each_paired
@given(table=paired_tables, level=levels)
def test_calling_the_failures_successes_turns_it_round(interval, table, level):
    other = Paired(both=table.neither, first_only=table.second_only, second_only=table.first_only, neither=table.both)
    one, two = (interval(t, level=level, sides=Sides.TWO) for t in (table, other))
    assert isclose(one.lower, -two.upper, rel_tol=1e-9, abs_tol=1e-12)
    assert isclose(one.upper, -two.lower, rel_tol=1e-9, abs_tol=1e-12)


def spread(values: list[Fraction], others: list[Fraction]) -> Fraction:
    """Their covariance, over n."""
    mean, other_mean = sum(values) / Fraction(len(values)), sum(others) / Fraction(len(others))
    pairs = zip(values, others, strict=True)
    return sum(((v - mean) * (w - other_mean) for v, w in pairs), Fraction(0)) / len(values)


@given(table=paired_tables)
def test_the_variance_of_a_difference_is_exactly_that_of_the_units_differences(table):
    units = [0] * (table.both + table.neither) + [1] * table.first_only + [-1] * table.second_only
    assert variance_of_difference(table) == spread(units, units) / len(units)


def placed(scores: list[float], ups: list[bool]) -> tuple[list[Fraction], list[Fraction]]:
    """Each positive's and each negative's share of pairs won, by definition."""

    def over(x: float, y: float) -> Fraction:
        return Fraction(x > y) + Fraction(x == y, 2)

    positives = [s for s, up in zip(scores, ups, strict=True) if up]
    negatives = [s for s, up in zip(scores, ups, strict=True) if not up]
    v10 = [sum((over(x, y) for y in negatives), Fraction(0)) / len(negatives) for x in positives]
    v01 = [sum((over(x, y) for x in positives), Fraction(0)) / len(positives) for y in negatives]
    return v10, v01


@given(rows=paired_scores)
def test_delongs_covariance_is_exactly_its_definition_unit_by_unit(rows):
    ups = [up for _, _, up in rows]
    at = paired_placements([PairedGroup(a, b, int(up), int(not up)) for a, b, up in rows])
    if min(sum(ups), len(ups) - sum(ups)) < 2:
        assert isinstance(variance_of_auroc_difference(at), Undefined)
        return
    first, second = placed([a for a, _, _ in rows], ups), placed([b for _, b, _ in rows], ups)
    by_class = zip(first, second, strict=True)
    assert covariance(at) == sum(spread(v, w) / (len(v) - 1) for v, w in by_class)
    apart = [[v - w for v, w in zip(one, other, strict=True)] for one, other in zip(first, second, strict=True)]
    assert variance_of_auroc_difference(at) == sum(spread(d, d) / (len(d) - 1) for d in apart)


@given(rows=paired_scores, data=st.data())
def test_neither_the_order_of_the_units_nor_how_they_are_grouped_changes_a_placement(rows, data):
    single = [PairedGroup(a, b, int(up), int(not up)) for a, b, up in rows]
    shuffled = data.draw(st.permutations(single))
    keys = sorted({(g.first, g.second) for g in single})
    merged = [
        PairedGroup(
            a, b,
            sum(g.n_positive for g in single if (g.first, g.second) == (a, b)),
            sum(g.n_negative for g in single if (g.first, g.second) == (a, b)),
        )
        for a, b in keys
    ]  # fmt: skip
    assert paired_placements(single) == paired_placements(shuffled) == paired_placements(merged)


@given(rows=paired_scores)
def test_a_model_beside_itself_has_its_own_variance_as_covariance(rows):
    at = paired_placements([PairedGroup(a, a, int(up), int(not up)) for a, _, up in rows])
    if not isinstance(variance_of_auroc_difference(at), Undefined):
        assert covariance(at) == variance(placements(groups_of([(a, up) for a, _, up in rows])))
        assert variance_of_auroc_difference(at) == 0


@given(table=paired_tables, level=levels)
def test_delta_paired_of_one_member_is_the_paired_wald_interval(table, level):
    member = Weighted(Fraction(1), difference(table), variance_of_difference(table))
    one, two = (
        INTERVALS["delta-paired"]([member], level=level, sides=Sides.TWO),
        INTERVALS["wald-paired"](table, level=level, sides=Sides.TWO),
    )
    assert (one.lower, one.upper, bool(one.note)) == (two.lower, two.upper, bool(two.note))


def test_delta_paired_reaches_below_0_and_as_far_down_as_up_whatever_the_range():
    members = [Weighted(Fraction(1), Fraction(-3, 2), Fraction(1, 4))]
    for high, lower in ((Fraction(1), -1), (Fraction(2), -2), (None, -1.5 - 1.959963984540054 / 2)):
        limits = INTERVALS["delta-paired"](members, level=Fraction(95, 100), sides=Sides.TWO, high=high)
        assert isclose(limits.lower, lower, rel_tol=1e-12)


def test_wald_paired_of_independent_columns_is_near_the_unpaired_one():
    """Columns that are independent in the sample have the unpaired variance exactly."""
    table = Paired(both=30, first_only=30, second_only=20, neither=20)
    one = variance_of_difference(table)
    p, q = Fraction(60, 100), Fraction(50, 100)
    assert one == p * (1 - p) / 100 + q * (1 - q) / 100


def test_a_wald_interval_of_no_variance_is_flagged_and_delongs_is_undefined():
    alike = Paired(both=40, first_only=0, second_only=0, neither=2)
    assert "variance 0" in INTERVALS["wald-paired"](alike, level=Fraction(95, 100), sides=Sides.TWO).note
    newcombe = INTERVALS["newcombe-paired"](alike, level=Fraction(95, 100), sides=Sides.TWO)
    assert newcombe.lower < 0 < newcombe.upper
    groups = [PairedGroup(0.1, 0.1, 0, 3), PairedGroup(0.9, 0.9, 3, 0)]
    found = INTERVALS["delong-paired"](groups, level=Fraction(95, 100), sides=Sides.TWO)
    assert found == Undefined("variance of the difference of the AUROCs = 0")


def test_delong_paired_takes_a_hundred_thousand_pairs_in_whole_numbers():
    groups = [PairedGroup(i / 7, i * 7919 % 100_003 / 3, i * i % 3, i * i * i % 5) for i in range(100_000)]
    limits = INTERVALS["delong-paired"](groups, level=Fraction(95, 100), sides=Sides.TWO)
    assert limits.lower < limits.upper
    assert sqrt(variance_of_auroc_difference(paired_placements(groups))) < 0.01
