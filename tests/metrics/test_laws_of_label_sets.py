"""Laws of multilabel calls, and of the ranks of classes."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from metrics.strategies import (
    METRICS,
    OF_LABEL_SETS,
    each_label_set_metric,
    each_ranks_metric,
    label_sets,
    parameters_of,
    ranks,
)

from evalspec.records import Counts, LabelSets, Ranks, Ratio, Real, Undefined
from evalspec.terms import Better

SPREAD = {k: m for k, m in OF_LABEL_SETS.items() if m.spread is not None}
PER_UNIT = {k: m for k, m in OF_LABEL_SETS.items() if m.defined is not None}
EMPTY = LabelSets(labels=3, cells={})
OF_ONE_UNIT = {
    "f1_per_unit": lambda actual, called, both, _: (2 * both, actual + called),
    "precision_per_unit": lambda _, called, both, __: (both, called),
    "sensitivity_per_unit": lambda actual, _, both, __: (both, actual),
    "hamming_loss": lambda actual, called, both, labels: (actual + called - 2 * both, labels),
    "subset_accuracy": lambda actual, called, both, _: (int(actual == called == both), 1),
}


def without_units(labels: int) -> LabelSets:
    return LabelSets(labels=labels, cells={})


def values(name: str, sets: LabelSets) -> list[Fraction]:
    """One value a unit, where it has one, unit by unit."""
    parts = [(OF_ONE_UNIT[name](*cell, sets.labels), n) for cell, n in sets.cells.items()]
    return [Fraction(*part) for part, n in parts for _ in range(n) if part[1]]


def test_every_label_set_metric_is_here_unit_by_unit():
    assert set(OF_ONE_UNIT) == set(OF_LABEL_SETS)
    assert set(PER_UNIT) == {"f1_per_unit", "precision_per_unit", "sensitivity_per_unit"}
    assert set(SPREAD) == {*PER_UNIT, "hamming_loss"}


@each_label_set_metric
@given(sets=label_sets())
def test_it_is_the_exact_mean_over_the_units_that_have_a_value(metric, sets):
    of = values(metric.id, sets)
    value = metric(sets)
    if not of:
        assert value == Undefined(metric.undefined_when)
        return
    assert value.exact == sum(of) / len(of)
    assert isinstance(value.exact, Fraction)
    assert isinstance(value, Real if metric.id in PER_UNIT else Ratio)


@pytest.mark.parametrize("metric", PER_UNIT.values(), ids=PER_UNIT)
@given(sets=label_sets())
def test_k_of_n_counts_the_units_that_have_a_value(metric, sets):
    assert metric.defined(sets) == (len(values(metric.id, sets)), sets.units)


@pytest.mark.parametrize("metric", SPREAD.values(), ids=SPREAD)
@given(sets=label_sets())
def test_the_spread_is_the_sample_variance_of_the_units_over_their_number(metric, sets):
    of = values(metric.id, sets)
    spread = metric.spread(sets)
    if len(of) < 2:
        assert isinstance(spread, Undefined)
        assert spread.reason.endswith("- 1 = 0" if of else " = 0")
        return
    mean = sum(of) / len(of)
    assert spread == sum((x - mean) ** 2 for x in of) / (len(of) - 1) / len(of)
    assert spread >= 0


def test_a_spread_of_one_unit_or_none_names_its_denominator():
    one = LabelSets(labels=3, cells={(2, 1, 1): 1, (0, 0, 0): 5})
    assert METRICS["f1_per_unit"].spread(one) == Undefined("units with an actual or a called label - 1 = 0")
    assert METRICS["precision_per_unit"].spread(EMPTY) == Undefined("units with a called label = 0")
    assert METRICS["hamming_loss"].spread(EMPTY) == Undefined("units = 0")


@given(sets=label_sets())
def test_a_unit_with_one_label_wrong_is_wrong_so_subset_accuracy_is_at_most_what_hamming_loss_leaves(sets):
    subset, hamming = METRICS["subset_accuracy"](sets), METRICS["hamming_loss"](sets)
    if sets.units:
        assert subset.exact <= 1 - hamming.exact
        assert 1 - subset.exact <= sets.labels * hamming.exact
        if sets.labels == 1:
            assert subset.exact == 1 - hamming.exact


@each_label_set_metric
@given(data=st.data(), labels=st.integers(1, 4))
def test_cohorts_pooled_are_all_units_together(metric, data, labels):
    one, other = data.draw(label_sets(labels)), data.draw(label_sets(labels))
    of = values(metric.id, one) + values(metric.id, other)
    assert metric(one + other) == metric(other + one)
    assert metric(one + other) == metric(without_units(labels) + one + other)
    if of:
        assert metric(one + other).exact == sum(of) / len(of)


@given(n=st.tuples(*[st.integers(0, 40)] * 4))
def test_one_label_is_a_two_by_two_table(n):
    tp, fn, tn, fp = n
    one = LabelSets(labels=1, cells={(1, 1, 1): tp, (1, 0, 0): fn, (0, 0, 0): tn, (0, 1, 0): fp})
    table = Counts(tp=tp, fn=fn, tn=tn, fp=fp)
    right_among_any = Counts(tp=tp, fn=fn + fp, tn=0, fp=0)
    expected = {
        "subset_accuracy": METRICS["accuracy"](table),
        "sensitivity_per_unit": METRICS["sensitivity"](table),
        "precision_per_unit": METRICS["precision"](table),
        "f1_per_unit": METRICS["sensitivity"](right_among_any),
    }
    for name, there in expected.items():
        here = METRICS[name](one)
        assert isinstance(here, Undefined) == isinstance(there, Undefined)
        assert isinstance(here, Undefined) or here.exact == there.exact


@given(sets=label_sets())
def test_swapping_calls_and_outcomes_swaps_precision_and_sensitivity_per_unit(sets):
    swapped = LabelSets(labels=sets.labels, cells={(c, a, b): n for (a, c, b), n in sets.cells.items()})
    for name in ("f1_per_unit", "hamming_loss", "subset_accuracy"):
        assert METRICS[name](sets) == METRICS[name](swapped)
    for one, other in (("precision_per_unit", "sensitivity_per_unit"), ("sensitivity_per_unit", "precision_per_unit")):
        a, b = METRICS[one](sets), METRICS[other](swapped)
        assert isinstance(a, Undefined) == isinstance(b, Undefined)
        assert isinstance(a, Undefined) or a == b


def test_a_unit_without_a_label_either_way_is_left_out_of_f1_and_counts_as_right_in_subset_accuracy():
    sets = LabelSets(labels=3, cells={(2, 2, 2): 1, (1, 0, 0): 1, (0, 0, 0): 2})
    assert METRICS["f1_per_unit"](sets) == Real(Fraction(1, 2))
    assert METRICS["f1_per_unit"].defined(sets) == (2, 4)
    assert METRICS["subset_accuracy"](sets) == Ratio(3, 4)


def test_only_hamming_loss_is_better_lower():
    assert [k for k, m in OF_LABEL_SETS.items() if m.better is Better.LOWER] == ["hamming_loss"]


@each_ranks_metric
@given(of=ranks, data=st.data())
def test_a_ranks_metric_is_a_share_of_the_units_or_undefined_without_any(metric, of, data):
    value = metric(of, **data.draw(parameters_of(metric)))
    if of.units:
        assert 0 <= value.numerator <= value.denominator == of.units
    else:
        assert value == Undefined("units = 0")


@given(of=ranks, k=st.integers(1, 6))
def test_top_k_never_falls_with_k_and_is_1_from_the_number_of_classes_on(of, k):
    if of.units:
        top = METRICS["top_k_accuracy"]
        assert top(of, k=k).exact <= top(of, k=k + 1).exact
        assert top(of, k=of.classes) == top(of, k=of.classes + 7) == Ratio(of.units, of.units)
        assert top(of, k=1) == Ratio(of.cells.get(1, 0), of.units)


@given(one=ranks, other=ranks, k=st.integers(1, 5))
def test_ranks_of_two_cohorts_add(one, other, k):
    both = METRICS["top_k_accuracy"](Ranks(classes=5, cells=one.cells) + other, k=k)
    if isinstance(both, Ratio):
        parts = [METRICS["top_k_accuracy"](of, k=k) for of in (one, other)]
        assert both.numerator == sum(p.numerator for p in parts if isinstance(p, Ratio))
