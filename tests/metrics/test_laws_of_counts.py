"""Laws that every metric of a two-by-two table obeys, found by being there."""

from fractions import Fraction
from math import isclose, isfinite

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from metrics.strategies import (
    OF_COUNTS,
    cohorts,
    each_count_metric,
    each_judged_count_metric,
    each_ratio,
    parameters_of,
    tables,
    total,
)

from evalspec.metrics.base import CountMetric
from evalspec.records import Counts, Ratio, Real, Undefined
from evalspec.terms import Better, Denominator

GRADED = {k: m for k, m in OF_COUNTS.items() if hasattr(m, "gradient")}
small = st.integers(1, 60)
small_tables = st.builds(Counts, tp=small, fn=small, tn=small, fp=small)


def times(n: Counts, k: int) -> Counts:
    return Counts(tp=k * n.tp, fn=k * n.fn, tn=k * n.tn, fp=k * n.fp)


def same_number(one, other) -> bool:
    """Equal exactly where both are exact, else to the last digits."""
    if isinstance(one, Undefined) or isinstance(other, Undefined):
        return one == other
    if isinstance(one.exact, Fraction) and isinstance(other.exact, Fraction):
        return one.exact == other.exact
    return isclose(one.exact, other.exact, rel_tol=1e-14)


@each_count_metric
@given(data=st.data(), table=tables)
def test_a_value_is_an_exact_ratio_a_finite_number_or_undefined_with_a_zero_named(metric, data, table):
    value = metric(table, **data.draw(parameters_of(metric)))
    if isinstance(value, Undefined):
        assert all(reason in metric.undefined_when for reason in value.reason.split(" and "))
    elif isinstance(value, Ratio):
        assert 0 <= value.numerator <= value.denominator
        assert value.denominator > 0
    else:
        assert isinstance(value, Real)
        assert isfinite(value.exact)


@each_count_metric
@given(data=st.data())
def test_an_empty_table_is_undefined(metric, data):
    empty = Counts(tp=0, fn=0, tn=0, fp=0)
    assert isinstance(metric(empty, **data.draw(parameters_of(metric))), Undefined)


@each_ratio
@given(data=st.data(), one=tables, other=tables)
def test_numerator_and_denominator_of_a_ratio_add_over_cohorts(metric, data, one, other):
    given_ = data.draw(parameters_of(metric))
    for part in (metric.numerator, metric.denominator):
        assert part(one + other, **given_) == part(one, **given_) + part(other, **given_)


@each_ratio
@given(data=st.data(), cohorts=cohorts)
def test_pooled_is_the_denominator_weighted_mean_of_the_defined_cohorts(metric, data, cohorts):
    given_ = data.draw(parameters_of(metric))
    values = [metric(table, **given_) for table in cohorts.values()]
    defined = [v for v in values if isinstance(v, Ratio)]
    pooled = metric(total(list(cohorts.values())), **given_)
    if not defined:
        assert isinstance(pooled, Undefined)
        return
    weight = sum(v.denominator for v in defined)
    assert pooled.exact == sum(v.denominator * v.exact for v in defined) / weight


@each_count_metric
@given(data=st.data(), cohorts=st.lists(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=8), max_size=4))
def test_pooled_is_the_metric_of_all_units_counted_together(metric, data, cohorts):
    given_ = data.draw(parameters_of(metric))
    apart = total([counted(units) for units in cohorts])
    together = counted([unit for units in cohorts for unit in units])
    assert metric(apart, **given_) == metric(together, **given_)


def counted(units) -> Counts:
    """Units as (outcome, call)."""
    return Counts(
        tp=units.count((True, True)),
        fn=units.count((True, False)),
        tn=units.count((False, False)),
        fp=units.count((False, True)),
    )


@each_count_metric
@given(data=st.data(), cohorts=cohorts)
def test_order_and_names_of_the_cohorts_change_nothing(metric, data, cohorts):
    given_ = data.draw(parameters_of(metric))
    shuffled = data.draw(st.permutations(list(cohorts.values())))
    assert metric(total(shuffled), **given_) == metric(total(list(cohorts.values())), **given_)


@each_count_metric
@given(data=st.data(), table=tables, k=st.integers(1, 10**6))
def test_the_same_cohort_taken_k_times_gives_the_same_value(metric, data, table, k):
    given_ = data.draw(parameters_of(metric))
    assert same_number(metric(table, **given_), metric(times(table, k), **given_))


@each_judged_count_metric
@given(data=st.data(), table=tables, outcome=st.booleans(), n=st.integers(1, 50))
def test_putting_calls_right_never_makes_the_value_worse(metric, data, table, outcome, n):
    n = min(n, table.fn if outcome else table.fp)
    righted = Counts(
        tp=table.tp + n * outcome, fn=table.fn - n * outcome, tn=table.tn + n * (not outcome),
        fp=table.fp - n * (not outcome),
    )  # fmt: skip
    given_ = data.draw(parameters_of(metric))
    before, after = metric(table, **given_), metric(righted, **given_)
    assume(not isinstance(before, Undefined) and not isinstance(after, Undefined))
    gain = after.exact - before.exact if metric.better is Better.HIGHER else before.exact - after.exact
    assert gain >= (0 if isinstance(gain, Fraction) else -1e-12)


@each_ratio
@given(data=st.data(), table=tables)
def test_a_ratio_is_a_share_of_what_it_says(metric, data, table):
    denominator = metric.denominator(table, **data.draw(parameters_of(metric)))
    of = {
        Denominator.POSITIVES: [table.positives],
        Denominator.NEGATIVES: [table.negatives],
        Denominator.UNITS: [table.units],
        Denominator.CALLS: [table.tp + table.fp, table.tn + table.fn],
    }
    if metric.share_of in of:
        assert denominator in of[metric.share_of]


@each_ratio
def test_a_ratio_of_mixed_share_is_a_share_of_nothing_simpler(metric):
    table = Counts(tp=1, fn=10, tn=100, fp=1000)
    parameters = dict.fromkeys(metric.parameters, 2)
    simple = {table.positives, table.negatives, table.units, table.tp + table.fp, table.tn + table.fn}
    mixed = metric.denominator(table, **parameters) not in simple
    assert mixed == (metric.share_of is Denominator.MIXED)


def test_most_count_metrics_are_under_these_laws():
    assert len(OF_COUNTS) >= 23
    assert any(isinstance(metric, CountMetric) for metric in OF_COUNTS.values())


@pytest.mark.parametrize("metric", GRADED.values(), ids=GRADED)
@given(counts=small_tables, data=st.data())
def test_a_gradient_is_what_one_more_unit_in_many_changes(metric, counts, data):
    """Values are of degree 0 in the counts, so a unit more among 100,000 copies of a table moves them by the slope."""
    parameters = data.draw(parameters_of(metric))
    assume(not isinstance(metric(counts, **parameters), Undefined))
    many = 10**5
    for name, slope in zip(("tp", "fn", "tn", "fp"), metric.gradient(counts, **parameters), strict=True):
        at = {n: getattr(counts, n) * many for n in ("tp", "fn", "tn", "fp")}
        assume(at[name] > 0)
        more, less = (metric(Counts(**(at | {name: at[name] + d})), **parameters) for d in (1, -1))
        moved = (Fraction(more.exact) - Fraction(less.exact)) * many / 2
        assert isclose(moved, slope, rel_tol=1e-5, abs_tol=1e-5)
