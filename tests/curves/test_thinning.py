"""Thinning leaves the drawing as it was, or says how many points it keeps."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalspec.curves._thinning import thinned
from evalspec.records import CurvePoint
from evalspec.terms import Drawn

small = st.integers(0, 4).map(lambda n: Fraction(n, 4))
runs = st.lists(st.builds(CurvePoint, small, st.one_of(st.none(), small)), max_size=25)


def at(*pairs):
    return tuple(CurvePoint(Fraction(x), None if y is None else Fraction(y)) for x, y in pairs)


def heights(points, x):
    """All heights at which the straight lines between neighbours pass over x."""
    for a, b in pairwise(points):
        if None in (a.y, b.y) or not min(a.x, b.x) <= x <= max(a.x, b.x):
            continue
        if a.x == b.x:
            yield from (y for y in (Fraction(n, 16) for n in range(17)) if min(a.y, b.y) <= y <= max(a.y, b.y))
        else:
            yield a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)


@given(points=runs)
def test_collinear_changes_no_height_anywhere(points):
    kept = thinned(points, "collinear")
    for x in (Fraction(n, 24) for n in range(25)):
        assert set(heights(kept, x)) == set(heights(points, x))


@given(points=runs)
def test_collinear_keeps_the_ends_and_every_point_without_a_height(points):
    kept = thinned(points, "collinear")
    assert kept[:1] == tuple(points[:1])
    assert kept[-1:] == tuple(points[-1:])
    assert [p for p in kept if p.y is None] == [p for p in points if p.y is None]


def test_collinear_leaves_out_what_lies_on_the_way_and_keeps_corners_and_turns():
    assert thinned(at((0, 0), (1, 1), (2, 2), (2, 3)), "collinear") == at((0, 0), (2, 2), (2, 3))
    back = at((0, 0), (2, 2), (1, 1))
    assert thinned(back, "collinear") == back


def test_a_point_a_hair_off_the_line_is_kept():
    hair = at((0, 0), (1, Fraction(1, 3) + Fraction(1, 10**40)), (3, 1))
    assert thinned(hair, "collinear") == hair


def test_steps_lose_points_on_level_and_upright_runs_only_and_points_alone_none():
    slope, level = at((0, 3), (1, 2), (2, 1)), at((0, 1), (1, 1), (2, 1))
    assert thinned(slope, "collinear", drawn=Drawn.STEPS) == slope
    assert thinned(level, "collinear", drawn=Drawn.STEPS) == at((0, 1), (2, 1))
    assert thinned(level, "collinear", drawn=Drawn.POINTS) == level


@given(points=runs, most=st.integers(2, 30))
def test_every_kth_keeps_the_ends_their_order_and_no_more_than_the_most(points, most):
    kept = thinned(points, "every-kth", most=most)
    assert len(kept) == len(points) if len(points) <= most else len(kept) <= most
    assert kept[:1] == tuple(points[:1])
    assert kept[-1:] == tuple(points[-1:])
    after = iter(points)
    assert all(any(point is one for one in after) for point in kept)


def test_none_keeps_all_and_an_unknown_or_half_declared_method_is_refused():
    points = at((0, 0), (1, 1), (2, 2))
    assert thinned(points, "none") == points
    for method, most in (("douglas-peucker", None), ("every-kth", None), ("every-kth", 1), ("collinear", 5)):
        with pytest.raises(ValueError, match=method):
            thinned(points, method, most=most)
