"""Laws of every word that combines, over exact fractions."""

from fractions import Fraction
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st
from metrics.strategies import OF_COUNTS, cohorts, parameters_of

import evalspec.metrics
import evalspec.summaries
from evalspec.catalogue import collect
from evalspec.records import Member, Ratio, Real, Undefined
from evalspec.terms import Better

SUMMARIES = collect(evalspec.summaries, "SUMMARY", "id")
COMBINING = {k: s for k, s in SUMMARIES.items() if s.combine is not None}
each_combining = pytest.mark.parametrize("summary", COMBINING.values(), ids=COMBINING)

GONE = Undefined("actual positives (TP + FN) = 0")
values = st.one_of(
    st.integers(1, 500).flatmap(lambda n: st.builds(Ratio, st.integers(0, n), st.just(n))),
    st.builds(Real, st.fractions(-1, 1)),
    st.builds(Real, st.floats(0, 1)),
    st.just(GONE),
)
members = st.dictionaries(
    st.text("ABCDEFG", min_size=1, max_size=2),
    st.builds(
        Member,
        value=values,
        size=st.integers(1, 999),
        support=st.integers(1, 999),
        variance=st.fractions(Fraction(1, 10**6), 4),
    ),
    max_size=6,
)
minima = st.integers(1, 4)


def told(of, minimum: int) -> dict:
    """The same keywords for every word; declared weights that depend on the name alone."""
    weights = {name: Fraction(ord(name[0]) - 64 + len(name)) for name in of}
    return {
        "minimum_defined": minimum,
        "better": Better.HIGHER,
        "weights": weights,
        "rescale": True,
        "tau2": "paule-mandel",
    }


def defined(of):
    return {name: m for name, m in of.items() if not isinstance(m.value, Undefined)}


def isclose_value(one, other):
    if isinstance(one, Undefined):
        return one == other
    return isclose(one.exact, other.exact, rel_tol=1e-12, abs_tol=1e-15)


@each_combining
@given(of=members, minimum=minima)
def test_undefined_members_are_left_out_counted_and_named(summary, of, minimum):
    combined, without = (
        summary.combine(of, **told(of, minimum)),
        summary.combine(defined(of), **told(defined(of), minimum)),
    )
    assert (combined.defined, combined.of) == (len(defined(of)), len(of))
    assert combined.undefined_in == {name: GONE.reason for name in of if name not in defined(of)}
    if isinstance(combined.value, Undefined):
        assert all(f"{name}: {GONE.reason}" in combined.value.reason for name in combined.undefined_in)
        assert combined.weights == {}
    else:
        assert combined.value == without.value
        assert combined.weights == without.weights
        assert combined.named == without.named


@each_combining
@given(of=members, minimum=minima)
def test_fewer_defined_members_than_the_minimum_make_the_value_undefined(summary, of, minimum):
    combined = summary.combine(of, **told(of, minimum))
    assert isinstance(combined.value, Undefined) == (len(defined(of)) < max(minimum, summary.fewest))


@each_combining
@given(of=members, data=st.data())
def test_the_order_of_the_members_changes_nothing_and_new_names_follow(summary, of, data):
    one = summary.combine(of, **told(of, 1))
    shuffled = dict(data.draw(st.permutations(list(of.items()))))
    other = summary.combine(shuffled, **told(of, 1))
    assert (other.value, other.weights, set(other.named)) == (one.value, one.weights, set(one.named))
    renamed = {f"x{name}": member for name, member in of.items()}
    weights = {f"x{name}": weight for name, weight in told(of, 1)["weights"].items()}
    again = summary.combine(renamed, **{**told(of, 1), "weights": weights})
    assert again.named == tuple(f"x{name}" for name in one.named)
    assert isinstance(one.value, Undefined) or again.value == one.value


@each_combining
@given(of=members)
def test_the_value_lies_between_the_least_and_the_greatest_and_the_weights_sum_to_one(summary, of):
    combined = summary.combine(of, **told(of, 1))
    if isinstance(combined.value, Undefined):
        return
    numbers = [m.value.exact for m in defined(of).values()]
    assert min(numbers) - Fraction(1, 10**12) <= combined.value.exact <= max(numbers) + Fraction(1, 10**12)
    if summary.takes_interval:
        assert sum(combined.weights.values()) == 1
        assert list(combined.weights) == list(defined(of))
        mean = sum(w * Fraction(of[name].value.exact) for name, w in combined.weights.items())
        assert isclose(mean, combined.value.exact, rel_tol=1e-12, abs_tol=1e-15)
    if all(isinstance(number, Fraction) for number in numbers) and summary.id != "random-effects":
        assert isinstance(combined.value.exact, Fraction)  # tau² of random effects is a real number


@given(of=members)
def test_equal_declared_weights_sizes_supports_or_variances_are_macro(of):
    equal = {name: Member(value=m.value, size=7, support=3, variance=Fraction(1, 8)) for name, m in of.items()}
    macro = SUMMARIES["macro"].combine(of, minimum_defined=1)
    assert SUMMARIES["by-size"].combine(equal, minimum_defined=1) == macro
    assert SUMMARIES["by-support"].combine(equal, minimum_defined=1) == macro
    one_variance = SUMMARIES["inverse-variance"].combine(equal, minimum_defined=1)
    assert one_variance.weights == macro.weights
    assert isclose_value(one_variance.value, macro.value)
    ones = dict.fromkeys(of, Fraction(1))
    assert SUMMARIES["weights"].combine(of, minimum_defined=1, weights=ones, rescale=True) == macro


@given(of=members)
def test_declared_weights_with_an_undefined_member_are_undefined_unless_rescaled(of):
    combined = SUMMARIES["weights"].combine(of, minimum_defined=1, weights=told(of, 1)["weights"])
    assert isinstance(combined.value, Undefined) == (len(defined(of)) < len(of) or not of)


@given(of=members)
def test_worst_is_a_value_that_no_member_undercuts_and_names_all_that_have_it(of):
    for better, extreme in ((Better.HIGHER, min), (Better.LOWER, max)):
        combined = SUMMARIES["worst"].combine(of, minimum_defined=1, better=better)
        if defined(of):
            least = extreme(m.value.exact for m in defined(of).values())
            assert combined.value == Real(least)
            assert combined.named == tuple(k for k, m in defined(of).items() if m.value.exact == least)


@pytest.mark.parametrize("metric", OF_COUNTS.values(), ids=OF_COUNTS)
@given(data=st.data(), cohorts=cohorts)
def test_macro_of_every_metric_is_the_plain_mean_over_its_defined_cohorts(metric, data, cohorts):
    given_ = data.draw(parameters_of(metric))
    of = {name: Member(value=metric(table, **given_), size=table.units) for name, table in cohorts.items()}
    combined = SUMMARIES["macro"].combine(of, minimum_defined=1)
    numbers = [m.value.exact for m in defined(of).values()]
    if not numbers:
        assert isinstance(combined.value, Undefined)
    elif all(isinstance(number, Fraction) for number in numbers):
        assert combined.value == Real(sum(numbers) / len(numbers))
    else:
        assert isclose(combined.value.exact, sum(map(float, numbers)) / len(numbers), rel_tol=1e-12, abs_tol=1e-15)
