"""Every word that is there says what it must, and its worked cases come out."""

import re
from inspect import Parameter, signature
from pathlib import Path

import pytest

import evalspec.summaries
from evalspec.catalogue import collect
from evalspec.records import Real, Undefined, Value
from evalspec.terms import Better

SUMMARIES = collect(evalspec.summaries, "SUMMARY", "id")
COMBINING = {k: s for k, s in SUMMARIES.items() if s.combine is not None}
WORKED = [(summary, worked) for summary in COMBINING.values() for worked in summary.worked]

each_summary = pytest.mark.parametrize("summary", SUMMARIES.values(), ids=SUMMARIES)
each_combining = pytest.mark.parametrize("summary", COMBINING.values(), ids=COMBINING)


def as_written(value: Value) -> Value:
    """A float to the 6 places that worked cases are written to; anything exact as it is."""
    return Real(round(value.value, 6)) if isinstance(value, Real) and isinstance(value.value, float) else value


@pytest.mark.parametrize(("summary", "worked"), WORKED, ids=[f"{s.id}-{i}" for i, (s, _) in enumerate(WORKED)])
def test_a_worked_case_comes_out_as_written(summary, worked):
    combined = summary.combine(worked.members, **worked.told)
    assert as_written(combined.value) == worked.expected
    assert type(getattr(combined.value, "exact", None)) is type(getattr(worked.expected, "exact", None))
    assert combined.named == worked.named
    assert combined.of == len(worked.members)
    undefined = {k: m.value.reason for k, m in worked.members.items() if isinstance(m.value, Undefined)}
    assert not set(undefined) & set(worked.left_out)
    assert combined.undefined_in == {**undefined, **worked.left_out}
    assert combined.defined == len(worked.members) - len(combined.undefined_in)


@each_combining
def test_a_combining_word_shows_a_defined_and_an_undefined_case(summary):
    assert {isinstance(worked.expected, Undefined) for worked in summary.worked} == {True, False}


@each_combining
def test_every_combining_word_takes_the_same_keywords(summary):
    taken = signature(summary.combine).parameters
    assert next(iter(taken)) == "members"
    assert any(p.kind is Parameter.VAR_KEYWORD for p in taken.values())
    told = {"minimum_defined": 1, "better": Better.HIGHER, "weights": {}, "rescale": False, "axis": "classes"}
    told |= {"scale": "logit", "zero_cells": "undefined", "tau2": "reml"}
    assert isinstance(summary.combine({}, **told).value, Undefined)


def test_only_pooled_and_each_combine_nothing():
    assert set(SUMMARIES) - set(COMBINING) == {"pooled", "each"}


def test_only_worst_takes_no_interval_and_only_weights_needs_weights():
    assert [s.id for s in SUMMARIES.values() if not s.takes_interval] == ["worst"]
    assert [s.id for s in SUMMARIES.values() if s.needs_weights] == ["weights"]


def test_only_random_effects_needs_more_than_one_member_whatever_the_plan_says():
    assert {s.id: s.fewest for s in COMBINING.values() if s.fewest > 1} == {"random-effects": 3}


@each_combining
def test_a_combining_word_says_its_formula_and_when_it_is_undefined(summary):
    assert summary.formula
    assert summary.undefined_when


@each_combining
def test_the_reason_counts_the_members_by_the_name_of_their_axis(summary):
    told = {"minimum_defined": 1, "better": Better.HIGHER, "weights": {}, "rescale": True}
    for axis in ("cohorts", "classes", "folds"):
        assert f"0 of 0 {axis}" in summary.combine({}, **told, axis=axis).value.reason
    assert "0 of 0 cohorts" in summary.combine({}, **told).value.reason


def test_every_file_is_collected_under_its_own_name_with_dashes():
    here = {p.stem.replace("_", "-") for p in Path(evalspec.summaries.__path__[0]).glob("[!_]*.py")}
    assert here - {"base"} == set(SUMMARIES)


@each_summary
def test_a_word_cites_a_dated_source_and_has_a_plain_sentence(summary):
    assert re.search(r"\b(19|20)\d\d\b", summary.reference)
    assert summary.sentence[0].islower()
    assert not summary.sentence.endswith(".")
