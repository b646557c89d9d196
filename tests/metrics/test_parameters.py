"""A metric says what its parameters must be, and takes every value of which it says nothing."""

from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import evalspec.metrics
from evalspec.catalogue import collect

METRICS = {ident: m for ident, m in collect(evalspec.metrics, "METRIC", "id").items() if m.parameters}
WRITTEN = st.one_of(
    st.integers(-3, 1100),
    st.decimals(allow_nan=False, allow_infinity=False),
    st.decimals(0, 1, allow_nan=False, places=3),
    st.sampled_from(
        ["none", "left", "right", "2", Decimal("1e-400"), Decimal("1E+400"), Decimal(1) - Decimal("1e-20")]
    ),
    st.booleans(),
    st.lists(st.integers(0, 2), max_size=2),
)
LIKELY = {name: value for m in METRICS.values() for w in m.worked for name, value in w.parameters.items()}
"""What stands for a value that does not pass, so that the others are tried."""

each = pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)


@each
def test_a_metric_with_parameters_says_what_they_must_be(metric: Any) -> None:
    assert metric.misfit is not None
    assert set(metric.optional) <= set(metric.parameters)
    assert all(metric.misfit(name, {"a": "mapping"}) for name in metric.parameters)


@each
def test_the_parameters_of_the_worked_cases_are_taken(metric: Any) -> None:
    told = [(name, value) for worked in metric.worked for name, value in worked.parameters.items()]
    assert told
    assert not [said for name, value in told if (said := metric.misfit(name, value))]


@each
@given(data=st.data())
def test_a_value_that_passes_never_makes_the_metric_raise(metric: Any, data: st.DataObject) -> None:
    drawn = {name: data.draw(WRITTEN, name) for name in metric.parameters}
    told = {name: LIKELY[name] if metric.misfit(name, value) else value for name, value in drawn.items()}
    for worked in metric.worked:
        metric(worked.given, **told)
    replicated = getattr(metric, "replicated", None)
    if replicated is not None:
        replicated((0.1, 0.5, 0.9), np.array([[1, 2, 3]]), np.array([[3, 2, 1]]), **told)
