"""The draws of a resampling interval: frozen streams, exact shares, and rows that do not depend on the chunk."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import evalspec.intervals
from evalspec.intervals import _draws
from evalspec.intervals._draws import chunks, multinomial, resamples, stream

counts = st.lists(st.integers(0, 6), min_size=1, max_size=12)


def test_the_stream_of_a_seed_and_a_declaration_is_frozen():
    """Written down once: NumPy keeps RandomState's numbers from version to version."""
    assert stream(20261130, "found/auroc").randint(2**31, size=3).tolist() == [1157143047, 1935037138, 1396819469]
    drawn = multinomial(stream(20261130, "found/auroc"), [40, 0, 7, 3], 3)
    assert drawn.tolist() == [[42, 0, 6, 2], [40, 0, 7, 3], [47, 0, 2, 1]]


def test_another_declaration_or_seed_has_another_stream():
    first = [stream(seed, name).randint(2**31) for seed in (1, 2, 11) for name in ("a", "b", "1/a")]
    assert len(set(first)) == 9


@given(of=counts, sizes=st.lists(st.integers(0, 5), max_size=5), seed=st.integers(0, 2**32))
def test_rows_drawn_in_several_goes_are_the_rows_drawn_in_one(of, sizes, seed):
    several = stream(seed, "x")
    parts = [multinomial(several, of, size) for size in sizes]
    at_once = multinomial(stream(seed, "x"), of, sum(sizes))
    assert np.array_equal(np.vstack([*parts, np.zeros((0, len(of)), dtype=np.int64)]), at_once)


@given(of=counts, seed=st.integers(0, 99))
def test_a_row_holds_as_many_units_as_the_stratum_and_none_in_an_empty_cell(of, seed):
    drawn = multinomial(stream(seed, "x"), of, 20)
    assert drawn.shape == (20, len(of))
    assert drawn.dtype == np.int64
    assert (drawn.sum(axis=1) == sum(of)).all()
    assert (drawn[:, [i for i, n in enumerate(of) if n == 0]] == 0).all()
    assert (drawn >= 0).all()


def test_a_stratum_of_no_units_gives_zeros_and_takes_no_random_numbers():
    one, other = stream(1, "x"), stream(1, "x")
    assert multinomial(one, [0, 0], 4).tolist() == [[0, 0]] * 4
    assert multinomial(one, [], 4).shape == (4, 0)
    assert one.randint(2**31) == other.randint(2**31)


@given(units=st.lists(st.integers(1, 10**6), min_size=1, max_size=400))
def test_the_shares_are_exactly_one_together_and_each_within_2_to_the_minus_53(units):
    shares = [Fraction(p) for p in _draws._probabilities(units)]
    assert sum(shares) == 1
    assert all(share > 0 for share in shares)
    assert max(abs(p - Fraction(n, sum(units))) for p, n in zip(shares, units, strict=True)) <= Fraction(1, 2**53)


def test_many_cells_of_one_unit_are_drawn_without_an_error_and_lose_no_unit():
    """Shares rounded one by one, 1/n each, stray from 1 in sum; NumPy then refuses them or leaves the rest over."""
    for n in (49, 9_999, 100_003):
        assert multinomial(stream(5, "x"), [1] * n, 2).sum(axis=1).tolist() == [n, n]


def test_the_draws_have_the_moments_of_a_multinomial():
    of, replicates = np.array([50, 30, 15, 5]), 40_000
    drawn = multinomial(stream(7, "moments"), of.tolist(), replicates)
    spread = np.sqrt(of * (1 - of / 100))
    assert (np.abs(drawn.mean(axis=0) - of) < 4 * spread / np.sqrt(replicates)).all()
    covariance = np.cov(drawn.T)
    expected = np.diag(of) - np.outer(of, of) / 100
    assert np.abs(covariance - expected).max() < 4 * 25 * np.sqrt(2 / replicates)


@given(replicates=st.integers(0, 5000), cells=st.integers(0, 10**7))
def test_chunks_add_up_and_no_array_passes_64_mebibytes(replicates, cells):
    sizes = list(chunks(replicates, cells))
    assert sum(sizes) == replicates
    assert all(size >= 1 for size in sizes)
    assert all(size == 1 or size * cells * 8 <= 2**26 for size in sizes)


def test_resamples_are_the_same_whatever_the_chunk_and_whatever_the_other_strata(monkeypatch):
    strata = {"positive": [3, 0, 2], "none": [0], "negative": [9, 1]}
    whole = np.vstack(list(resamples(3, "a", strata, 50)))
    assert whole.shape == (50, 6)
    assert (whole[:, :3].sum(axis=1) == 5).all()
    assert (whole[:, 3] == 0).all()
    monkeypatch.setattr(_draws, "BYTES", 8 * 6 * 7)
    parts = list(resamples(3, "a", strata, 50))
    assert [len(part) for part in parts] == [7] * 7 + [1]
    assert np.array_equal(np.vstack(parts), whole)
    alone = np.vstack(list(resamples(3, "a", {"negative": [9, 1]}, 50)))
    assert np.array_equal(alone, whole[:, 4:])


def test_two_strata_of_the_same_counts_are_drawn_apart():
    drawn = np.vstack(list(resamples(3, "a", {"positive": [9, 9], "negative": [9, 9]}, 50)))
    assert (drawn[:, :2] != drawn[:, 2:]).any()


def test_only_the_draws_know_arrays():
    files = Path(evalspec.intervals.__path__[0]).glob("*.py")
    assert [path.name for path in files if "numpy" in path.read_text()] == ["_draws.py"]


@pytest.mark.parametrize("strata", [{}, {"a": []}])
def test_no_cells_give_rows_of_no_cells(strata):
    assert [part.shape for part in resamples(1, "a", strata, 3)] == [(3, 0)]
