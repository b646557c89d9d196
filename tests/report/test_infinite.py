"""An infinite loss says that it is infinite, and why."""

from types import SimpleNamespace

from evalspec.report._beside import beside
from evalspec.report._words import shown

ROW = {"metric": "log_loss(clip=none)", "population": None, "threshold": None}


def told(estimate):
    record = SimpleNamespace(plan=SimpleNamespace(thresholds={}))
    return list(beside(record, {**ROW, "estimate": estimate}))


def test_an_infinite_log_loss_names_the_unit_that_makes_it_so():
    assert shown("inf") == "infinite"
    assert told("inf") == ["infinite: a unit of the other class has probability 0 or 1"]


def test_a_finite_one_needs_no_reason():
    assert told(0.5) == []
