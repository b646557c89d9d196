"""Laws of every interval that is there, and DeLong's variance against its definition unit by unit."""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import comb, isclose, sqrt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from metrics.strategies import groups_of, labelled_scores, paired_groups, paired_tables
from summaries.strategies import fits

import evalspec.intervals
from evalspec.catalogue import collect
from evalspec.intervals._meta import back, wald_of
from evalspec.intervals._variance import of_ratio
from evalspec.intervals.base import (
    BootstrapInterval,
    ClusterInterval,
    ClusterRankingInterval,
    MembersInterval,
    MetaInterval,
    PairedInterval,
    PairedRankingInterval,
    RankingInterval,
    RatioInterval,
    SpreadInterval,
    UnpairedInterval,
    Weighted,
)
from evalspec.intervals.delong import placements, variance
from evalspec.records import ClusterCell, Limits, Ratio, ScoreGroup, Spread, Undefined
from evalspec.terms import Quantity, Sides

INTERVALS = collect(evalspec.intervals, "INTERVAL", "id")


def each_of(kind):
    found = {k: v for k, v in INTERVALS.items() if isinstance(v, kind)}
    return pytest.mark.parametrize("interval", found.values(), ids=found)


NESTING = {k: v for k, v in INTERVALS.items() if k != "agresti-coull"}
"""Agresti-Coull adds z² units: at small n a higher level can pull a limit in."""

each_nesting = pytest.mark.parametrize("interval", NESTING.values(), ids=NESTING)

ratios = st.integers(1, 5000).flatmap(lambda n: st.builds(Ratio, st.integers(0, n), st.just(n)))
levels = st.sampled_from([Fraction(1, 2), Fraction(8, 10), Fraction(95, 100), Fraction(975, 1000), Fraction(99, 100)])
members = st.lists(st.tuples(st.integers(1, 9), ratios), min_size=1, max_size=5).map(
    lambda drawn: [Weighted(Fraction(w, sum(v for v, _ in drawn)), r.exact, of_ratio(r)) for w, r in drawn]
)


equal_members = st.lists(ratios, min_size=2, max_size=6).map(
    lambda drawn: [Weighted(Fraction(1, len(drawn)), r.exact, of_ratio(r)) for r in drawn]
)
shares = st.fractions(0, 1, max_denominator=60)
spreads = st.builds(Spread, shares, st.fractions(0, Fraction(1, 4), max_denominator=400))
cluster_cells = st.lists(
    st.integers(0, 4).flatmap(lambda n: st.builds(ClusterCell, st.integers(0, n), st.just(n), st.integers(1, 3))),
    max_size=6,
)
clusters = st.lists(labelled_scores.map(groups_of), max_size=6)
values = st.sampled_from([i / 8 for i in range(9)])
resampled = st.fixed_dictionaries({"estimate": values, "replicates": st.lists(values, min_size=1, max_size=30)})
jackknives = st.lists(st.tuples(values, st.integers(1, 5)), min_size=2, max_size=6)
corrected = st.builds(
    lambda given_, jackknife: given_ | {"limits": "bca", "jackknife": tuple(zip(*jackknife, strict=True))},
    resampled,
    jackknives,
)

KINDS = {
    RatioInterval: ratios,
    RankingInterval: labelled_scores.map(groups_of),
    MembersInterval: members | equal_members,
    SpreadInterval: spreads,
    ClusterInterval: cluster_cells,
    ClusterRankingInterval: clusters,
    BootstrapInterval: resampled | corrected,
    MetaInterval: fits,
    PairedInterval: paired_tables,
    PairedRankingInterval: paired_groups,
    UnpairedInterval: st.fixed_dictionaries({"first": ratios, "second": ratios}),
}
"""What each kind of interval takes: by name where it takes several things. A kind unknown here fails the laws."""


def of_any(interval, data):
    """The interval of something that it takes: called with a level and sides."""
    drawn = data.draw(KINDS[type(interval)])
    return partial(interval, **drawn) if isinstance(drawn, dict) else partial(interval, drawn)


@each_of(object)
@given(data=st.data(), level=levels)
def test_a_one_sided_limit_at_a_level_is_the_two_sided_one_at_its_double_and_the_other_side_is_open(
    interval, data, level
):
    limits = of_any(interval, data)
    two = limits(level=2 * level - 1, sides=Sides.TWO) if level > Fraction(1, 2) else None
    lower = limits(level=level, sides=Sides.LOWER)
    upper = limits(level=level, sides=Sides.UPPER)
    assume(not isinstance(lower, Undefined))
    assert lower.upper is None
    assert upper.lower is None
    if two is not None:
        assert isclose(lower.lower, two.lower, rel_tol=1e-9, abs_tol=1e-12)
        assert isclose(upper.upper, two.upper, rel_tol=1e-9, abs_tol=1e-12)


@each_nesting
@given(data=st.data())
def test_a_higher_level_never_makes_the_interval_narrower(interval, data):
    found = of_any(interval, data)
    limits = [found(level=Fraction(n, 100), sides=Sides.TWO) for n in (50, 80, 95, 99)]
    assume(not any(isinstance(at, Undefined) for at in limits))
    lowers, uppers = [at.lower for at in limits], [at.upper for at in limits]
    assert lowers == sorted(lowers, reverse=True)
    assert uppers == sorted(uppers)
    assert lowers[0] <= uppers[0]


@each_of(RatioInterval)
@given(ratio=ratios, level=levels)
def test_failures_for_successes_turns_the_interval_round(interval, ratio, level):
    mirrored = Ratio(ratio.denominator - ratio.numerator, ratio.denominator)
    one, other = (interval(r, level=level, sides=Sides.TWO) for r in (ratio, mirrored))
    assert isclose(one.lower, 1 - other.upper, rel_tol=1e-9, abs_tol=1e-12)
    assert isclose(one.upper, 1 - other.lower, rel_tol=1e-9, abs_tol=1e-12)


@each_of(RatioInterval)
@given(ratio=ratios, level=levels)
def test_one_more_success_never_lowers_a_limit(interval, ratio, level):
    assume(ratio.numerator < ratio.denominator)
    more = Ratio(ratio.numerator + 1, ratio.denominator)
    one, other = (interval(r, level=level, sides=Sides.TWO) for r in (ratio, more))
    assert one.lower <= other.lower + 1e-12
    assert one.upper <= other.upper + 1e-12


@each_of(RatioInterval)
@given(ratio=ratios, level=levels)
def test_the_interval_of_a_ratio_off_the_ends_holds_its_estimate(interval, ratio, level):
    assume(0 < ratio.numerator < ratio.denominator)
    limits = interval(ratio, level=level, sides=Sides.TWO)
    assert limits.lower <= ratio.exact <= limits.upper


@given(n=st.integers(1, 60), data=st.data(), level=levels)
def test_clopper_pearson_leaves_exactly_the_tail_beyond_each_limit(n, data, level):
    x = data.draw(st.integers(0, n))
    limits = INTERVALS["clopper-pearson"](Ratio(x, n), level=level, sides=Sides.TWO)

    def at_least(k: int, p: float) -> float:
        return sum(comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1))

    beyond = float((1 - level) / 2)
    assert limits.lower == 0 if x == 0 else isclose(at_least(x, limits.lower), beyond, rel_tol=1e-8)
    assert limits.upper == 1 if x == n else isclose(1 - at_least(x + 1, limits.upper), beyond, rel_tol=1e-8)


@given(ratio=ratios, level=levels)
def test_wilson_limits_are_where_the_score_test_just_rejects(ratio, level):
    limits = INTERVALS["wilson"](ratio, level=level, sides=Sides.TWO)
    distances = [
        abs(float(ratio.exact) - p) / sqrt(p * (1 - p) / ratio.denominator)
        for p in (limits.lower, limits.upper)
        if 0 < p < 1
    ]
    assert all(isclose(distance, distances[0], rel_tol=1e-6) for distance in distances)


@each_of(MembersInterval)
@given(of=members | equal_members, data=st.data(), level=levels)
def test_the_order_of_the_members_changes_no_digit(interval, of, data, level):
    shuffled = data.draw(st.permutations(of))
    assert interval(shuffled, level=level, sides=Sides.TWO) == interval(of, level=level, sides=Sides.TWO)


@each_of(MembersInterval)
@given(of=members | equal_members, level=levels)
def test_a_combined_interval_lies_in_0_to_1_and_says_when_its_width_is_no_precision(interval, of, level):
    limits = interval(of, level=level, sides=Sides.TWO)
    assume(not isinstance(limits, Undefined))
    assert (-1 if Quantity.PAIRED_COMBINED in interval.fits else 0) <= limits.lower <= limits.upper <= 1
    assert bool(limits.note) == (limits.lower == limits.upper)


@given(of=members, level=levels)
def test_delta_has_no_width_where_every_member_is_at_an_end_and_t_between_where_all_are_equal(of, level):
    assert bool(INTERVALS["delta"](of, level=level, sides=Sides.TWO).note) == all(m.variance == 0 for m in of)
    equal = [Weighted(Fraction(1, len(of)), m.value, m.variance) for m in of]
    between = INTERVALS["t-between"](equal, level=level, sides=Sides.TWO)
    assert isinstance(between, Undefined) == (len(of) < 2)
    assert isinstance(between, Undefined) or bool(between.note) == (len({m.value for m in of}) == 1)


@given(ratio=ratios, level=levels)
def test_delta_of_one_member_is_the_normal_interval_of_its_proportion(ratio, level):
    limits = INTERVALS["delta"]([Weighted(Fraction(1), ratio.exact, of_ratio(ratio))], level=level, sides=Sides.TWO)
    p = float(ratio.exact)
    half = (limits.upper - limits.lower) / 2
    assume(limits.lower > 0 and limits.upper < 1)
    two = INTERVALS["delta"]([Weighted(Fraction(1, 2), ratio.exact, of_ratio(ratio))] * 2, level=level, sides=Sides.TWO)
    assert isclose((two.upper - two.lower) / 2, half / sqrt(2), rel_tol=1e-9)
    assert isclose((limits.upper + limits.lower) / 2, p, rel_tol=1e-9)


def test_weights_that_do_not_sum_to_one_are_refused():
    with pytest.raises(ValueError, match="do not sum to 1"):
        INTERVALS["delta"](
            [Weighted(Fraction(1, 2), Fraction(1, 2), Fraction(1, 8))], level=Fraction(95, 100), sides=Sides.TWO
        )


def by_definition(rows: list[tuple[float, bool]]) -> Fraction:
    """S10/m + S01/n from each unit's own placement value."""
    positives, negatives = [s for s, up in rows if up], [s for s, up in rows if not up]

    def over(x: float, y: float) -> Fraction:
        return Fraction(x > y) + Fraction(x == y, 2)

    v10 = [sum(over(x, y) for y in negatives) / len(negatives) for x in positives]
    v01 = [sum(over(x, y) for x in positives) / len(positives) for y in negatives]
    return sum(spread(v) / len(v) for v in (v10, v01))


def spread(values: list[Fraction]) -> Fraction:
    mean = sum(values) / len(values)
    return sum((v - mean) ** 2 for v in values) / (len(values) - 1)


@given(rows=labelled_scores)
def test_delong_variance_is_exactly_its_definition_unit_by_unit(rows):
    sizes = [sum(up == side for _, up in rows) for side in (True, False)]
    limits = INTERVALS["delong"](groups_of(rows), level=Fraction(95, 100), sides=Sides.TWO)
    if min(sizes) < 2:
        assert isinstance(limits, Undefined)
        return
    exact = variance(placements(groups_of(rows)))
    assert exact == by_definition(rows)
    assert bool(limits.note) == (exact == 0)


@given(rows=labelled_scores)
def test_delong_is_turned_round_with_the_order_and_blind_to_merged_groups_without_a_positive(rows):
    groups = groups_of(rows)
    one, other = (INTERVALS["delong"](g, level=Fraction(9, 10), sides=Sides.TWO) for g in (groups, groups[::-1]))
    if isinstance(one, Undefined):
        assert one == other
        return
    assert isclose(one.lower, 1 - other.upper, abs_tol=1e-12)
    assert isclose(one.upper, 1 - other.lower, abs_tol=1e-12)


def test_delong_takes_a_hundred_thousand_scores_in_whole_numbers():
    groups = [ScoreGroup(i / 7, i * i % 3, i * i * i % 5) for i in range(100_000)]
    limits = INTERVALS["delong"](groups, level=Fraction(95, 100), sides=Sides.TWO)
    assert isinstance(limits, Limits)


@each_of(MetaInterval)
@given(meta=fits, level=levels)
def test_a_logit_fit_has_the_limits_of_the_plain_one_brought_back(interval, meta, level):
    plain, logit = (
        interval(replace(meta, scale=scale), level=level, sides=Sides.TWO) for scale in ("identity", "logit")
    )
    if isinstance(plain, Undefined):
        assert logit == plain
        return
    assert (logit.lower, logit.upper) == (back(plain.lower, "logit"), back(plain.upper, "logit"))
    assert 0 <= logit.lower <= logit.upper <= 1


@given(meta=fits, level=levels)
def test_a_prediction_interval_holds_the_interval_of_the_mean(meta, level):
    assume(meta.k > 2)
    mean = wald_of(meta, level=level, sides=Sides.TWO)
    normal = INTERVALS["prediction-normal"](meta, level=level, sides=Sides.TWO)
    by_t = INTERVALS["prediction-t"](meta, level=level, sides=Sides.TWO)
    assert by_t.lower <= normal.lower <= mean.lower
    assert mean.upper <= normal.upper <= by_t.upper


@given(meta=fits, level=levels)
def test_meta_intervals_need_two_cohorts_or_three(meta, level):
    defined = {
        name: not isinstance(INTERVALS[name](meta, level=level, sides=Sides.TWO), Undefined)
        for name in ("hartung-knapp", "prediction-normal", "prediction-t")
    }
    assert defined == {"hartung-knapp": meta.k > 1, "prediction-normal": meta.k > 1, "prediction-t": meta.k > 2}
