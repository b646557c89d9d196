"""Laws of calls and outcomes with several classes, each unit in one of them."""

from fractions import Fraction
from itertools import combinations, product
from math import isclose, sqrt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from metrics.strategies import METRICS, confusions, each_metric_of_classes, total

import evalspec.summaries
from evalspec.catalogue import collect
from evalspec.records import Confusion, Counts, Member, Ratio, Real, Undefined

SUMMARIES = collect(evalspec.summaries, "SUMMARY", "id")
ONE_NUMBER = ("precision", "sensitivity", "f1")

ABSENT = Confusion(classes=("A", "B", "C"), cells=((1, 1, 0), (0, 2, 0), (0, 0, 0)))
"""Nobody is of class C, nobody is called it."""

few = st.integers(0, 4)
small_tables = st.lists(st.tuples(few, few, few), min_size=3, max_size=3).map(
    lambda cells: Confusion(classes=("A", "B", "C"), cells=tuple(cells))
)


def each_class(table: Confusion) -> dict[str, Counts]:
    return {name: table.against_the_rest(name) for name in table.classes}


def two_by_two(table: Confusion) -> Counts:
    """Of two classes, the second is the positive one."""
    (tn, fp), (fn, tp) = table.cells
    return Counts(tp=tp, fn=fn, tn=tn, fp=fp)


def relabelled(table: Confusion, order: list[int]) -> Confusion:
    return Confusion(
        classes=tuple(table.classes[i] for i in order),
        cells=tuple(tuple(table.cells[i][j] for j in order) for i in order),
    )


def exact(value) -> Fraction | float | None:
    return None if isinstance(value, Undefined) else value.exact


@pytest.mark.parametrize("name", ONE_NUMBER)
@given(table=confusions())
def test_pooled_over_classes_precision_sensitivity_and_f1_are_the_accuracy(name, table):
    pooled = METRICS[name](total(list(each_class(table).values())))
    accuracy = METRICS["accuracy"].of_classes(table)
    if table.units:
        assert pooled.exact == accuracy.exact
    else:
        assert isinstance(pooled, Undefined)
        assert accuracy == Undefined("units = 0")


@given(table=confusions())
def test_a_wrong_call_is_one_false_positive_and_one_false_negative(table):
    pooled = total(list(each_class(table).values()))
    assert pooled.fp == pooled.fn == table.units - table.right
    assert pooled.units == table.units * len(table.classes)


@given(table=confusions(least=2))
def test_the_classes_supports_and_calls_add_up_to_the_units(table):
    apart = each_class(table).values()
    assert sum(counts.positives for counts in apart) == table.units
    assert sum(counts.tp + counts.fp for counts in apart) == table.units
    assert all(counts.units == table.units for counts in apart)


@each_metric_of_classes
@given(table=confusions(least=2, most=2))
def test_with_two_classes_it_is_the_value_of_the_two_by_two_table_digit_by_digit(metric, table):
    assert exact(metric.of_classes(table)) == exact(metric(two_by_two(table)))


@each_metric_of_classes
@given(table=confusions(), data=st.data())
def test_the_order_of_the_classes_changes_nothing(metric, table, data):
    order = data.draw(st.permutations(range(len(table.classes))))
    assert metric.of_classes(relabelled(table, order)) == metric.of_classes(table)


@each_metric_of_classes
@given(table=confusions(most=4))
def test_a_class_that_nobody_has_and_nobody_is_called_changes_nothing(metric, table):
    wider = Confusion(
        classes=(*table.classes, "nobody"),
        cells=(*((*row, 0) for row in table.cells), (0,) * (len(table.classes) + 1)),
    )
    assert metric.of_classes(wider) == metric.of_classes(table)


@each_metric_of_classes
@given(table=confusions(), k=st.integers(1, 10**6))
def test_the_same_units_taken_k_times_give_the_same_value(metric, table, k):
    often = Confusion(classes=table.classes, cells=tuple(tuple(k * n for n in row) for row in table.cells))
    one, other = exact(metric.of_classes(table)), exact(metric.of_classes(often))
    assert one == other or isclose(one, other, rel_tol=1e-14)


@each_metric_of_classes
@given(table=confusions())
def test_a_value_lies_in_its_range_and_is_1_only_where_every_call_is_right(metric, table):
    value = metric.of_classes(table)
    if isinstance(value, Undefined):
        assert all(reason.endswith(" = 0") for reason in value.reason.split(" and "))
        return
    assert metric.low <= value.exact <= 1
    if isinstance(value.exact, Fraction):
        assert (value.exact == 1) == (table.right == table.units)


@each_metric_of_classes
def test_a_table_without_units_is_undefined(metric):
    assert isinstance(metric.of_classes(Confusion(classes=("A", "B"), cells=((0, 0), (0, 0)))), Undefined)


@given(table=small_tables)
def test_kappa_of_classes_is_agreement_beyond_chance(table):
    kappa = METRICS["kappa"].of_classes(table)
    assume(isinstance(kappa, Real))
    chance = sum(Fraction(a * c, table.units**2) for a, c in zip(table.actual, table.called, strict=True))
    assert kappa.exact == (Fraction(table.right, table.units) - chance) / (1 - chance)


@given(table=small_tables)
def test_mcc_of_classes_is_the_correlation_over_all_pairs_of_units(table):
    """Gorodkin's definition: covariances of indicator variables, summed over the classes, counted here unit by unit."""
    units = [(i, j) for i, j in product(range(3), repeat=2) for _ in range(table.cells[i][j])]
    value = METRICS["mcc"].of_classes(table)

    def covariance(one: int, other: int) -> int:
        """Over pairs of units: 1 for what both tell apart the same way, -1 for the other way."""
        apart = 0
        for u, v in combinations(units, 2):
            apart += sum(((u[one] == k) - (v[one] == k)) * ((u[other] == k) - (v[other] == k)) for k in range(3))
        return apart

    actual, called = covariance(0, 0), covariance(1, 1)
    if actual * called == 0:
        assert isinstance(value, Undefined)
    else:
        assert isclose(value.exact, covariance(0, 1) / sqrt(actual * called), rel_tol=1e-13, abs_tol=1e-15)


def test_mcc_and_kappa_of_one_class_only_name_what_is_zero():
    one = Confusion(classes=("A", "B", "C"), cells=((4, 0, 0), (0, 0, 0), (0, 0, 0)))
    both = "pairs of units of different classes = 0 and pairs of units called different classes = 0"
    assert METRICS["mcc"].of_classes(one) == Undefined(both)
    assert METRICS["kappa"].of_classes(one).reason.startswith("disagreement expected by chance")
    called_a = Confusion(classes=("A", "B", "C"), cells=((4, 0, 0), (2, 0, 0), (3, 0, 0)))
    assert METRICS["mcc"].of_classes(called_a) == Undefined("pairs of units called different classes = 0")
    assert METRICS["kappa"].of_classes(called_a) == Real(Fraction(0))


def test_mcc_of_trillions_in_three_classes_does_not_wrap():
    small = Confusion(classes=("A", "B", "C"), cells=((9, 1, 2), (3, 8, 1), (0, 2, 7)))
    large = Confusion(classes=small.classes, cells=tuple(tuple(n * 10**30 for n in row) for row in small.cells))
    assert METRICS["mcc"].of_classes(large).exact == METRICS["mcc"].of_classes(small).exact


@pytest.mark.parametrize(
    ("name", "expected"),
    [("precision", Fraction(5, 6)), ("sensitivity", Fraction(3, 4)), ("f1", Fraction(11, 15))],
)
def test_a_class_absent_is_left_out_of_the_macro_value_and_never_counts_as_0(name, expected):
    members = {
        c: Member(value=METRICS[name](counts), size=counts.units, support=counts.positives)
        for c, counts in each_class(ABSENT).items()
    }
    combined = SUMMARIES["macro"].combine(members, minimum_defined=2)
    assert combined.value == Real(expected)
    assert (combined.defined, combined.of, set(combined.undefined_in)) == (2, 3, {"C"})
    needed = SUMMARIES["macro"].combine(members, minimum_defined=3)
    assert isinstance(needed.value, Undefined)


def test_a_class_never_called_right_counts_as_0_and_is_not_left_out():
    table = Confusion(classes=("A", "B"), cells=((4, 0), (2, 0)))
    assert METRICS["sensitivity"](table.against_the_rest("B")) == Ratio(0, 2)
    assert isinstance(METRICS["precision"](table.against_the_rest("B")), Undefined)
