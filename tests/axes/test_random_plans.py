"""Every declared number of random studies against one worked out from the rows by the language's own words."""

from fractions import Fraction
from math import isclose

import pytest
from axes.by_hand import worked
from axes.worlds import declared, tallied, worlds
from hypothesis import given, settings
from hypothesis import strategies as st

from evalspec.records import Undefined
from evalspec.results.estimates import estimates

SINGULAR = {"cohorts": "cohort", "classes": "class", "folds": "fold", "repeats": "repeat"}


@st.composite
def studies(draw, kind):
    world = draw(worlds(kind))
    return world, [draw(declared(world)) for _ in range(draw(st.integers(4, 12)))]


@pytest.mark.parametrize("kind", ["binary", "multiclass", "multilabel"])
def test_every_number_is_the_one_that_the_language_says(tmp_path_factory, kind):
    folder = tmp_path_factory.mktemp("t")

    @settings(max_examples=30, deadline=None)
    @given(studies(kind))
    def judge(made):
        world, summaries = made
        world.write(folder)
        plan, tally, integrity = tallied(folder, world.plan(summaries))
        assert tally is not None, integrity
        rows = iter(estimates(plan, tally))
        for k, summary in enumerate(summaries):
            for want in worked(world.rows(summary.metric), summary, world.axes):
                row = next(rows)
                path = "/".join([f"{SINGULAR[axis]}={name}" for axis, name in want.kept])
                assert row.address == f"s{k}/{summary.metric}/m" + (f"/{path}" if path else "")
                value = None if isinstance(row.value, Undefined) else row.value.exact
                if isinstance(value, Fraction):
                    assert value == want.value, (row, want)
                else:
                    assert (value is None) == (want.value is None), (row, want)
                    assert value is None or isclose(value, want.value, rel_tol=1e-12, abs_tol=1e-12), (row, want)
                if want.undefined_in is not None:
                    assert tuple(row.combined.undefined_in) == want.undefined_in
        assert next(rows, None) is None

    judge()
