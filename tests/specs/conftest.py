"""Each spec is sealed and run once, for all tests that look at what it leaves."""

from functools import cache

import pytest

from specs import golden


@pytest.fixture(scope="session")
def left(tmp_path_factory):
    """``left("minimal")``: what a run of specs/minimal leaves."""

    @cache
    def of(name: str) -> golden.Left:
        return golden.ran(name, tmp_path_factory.mktemp(name.replace("/", "-")))

    return of
