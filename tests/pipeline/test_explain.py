"""Every definition is explained in words that a person reads, with which intervals fit and where others differ."""

import re
import sys

import pytest
from project import ROOT

from evalspec.pipeline._explain import CATALOGUES, explain
from evalspec.pipeline._explain_facts import PARAMETERS, facts
from evalspec.pipeline._explain_worked import number
from evalspec.pipeline._fitting import RECOMMENDED, fitting, intervals_of
from evalspec.records import Refusal
from evalspec.results.estimates import intervals
from evalspec.tally.needs import metrics
from evalspec.terms import Quantity

EVERY = [(kind, ident, d) for kind, found in CATALOGUES.items() for ident, d in found().items()]
REPR = re.compile(r"[A-Za-z_]\w*\([a-z_]+=(?!')|Fraction\(|Decimal\(|<[a-z]+ |\bnan\b|Mapping|None")


@pytest.mark.parametrize(("kind", "ident", "definition"), EVERY, ids=[f"{k}-{i}" for k, i, _ in EVERY])
def test_a_definition_is_explained_without_a_repr(kind, ident, definition):
    text = explain(ident)
    assert f"{definition.title} ({kind} `{ident}`)" in text
    assert definition.reference.split(";")[0][:40] in " ".join(text.split())
    for label, lines in facts(definition):
        if label != "Elsewhere":  # other packages' calls are written as code
            assert not [line for line in lines if REPR.search(line)], (ident, lines)
    if definition.worked:
        assert "→" in text


def test_every_parameter_says_what_it_must_be():
    assert set(PARAMETERS) == {p for m in metrics().values() for p in m.parameters}
    assert "an exact number above 0" in " ".join(explain("f_beta").split())


def test_one_word_for_two_things_explains_both():
    text = explain("delong")
    assert "(interval `delong`)" in text
    assert "(test `delong`)" in text


def test_another_name_leads_to_the_definition_unless_it_is_a_name_of_its_own():
    assert "(metric `sensitivity`)" in explain("Recall")
    assert "(interval `newcombe-paired`)" in explain("newcombe_paired")
    assert "(word over an axis `worst`)" in explain("worst")
    assert "(word over an axis `pooled`)" in explain("micro")
    assert "(metric `precision`)" in explain("PPV")


def test_what_is_not_there_is_refused_with_what_is_near():
    with pytest.raises(Refusal, match="there is no rule, metric") as refused:
        explain("wilsen")
    assert "`wilson`" in refused.value.help


def test_every_quantity_has_a_recommended_interval_that_fits_it_and_stands_first():
    assert set(RECOMMENDED) == set(Quantity)
    for quantity, ident in RECOMMENDED.items():
        assert quantity in intervals()[ident].fits
        assert fitting(quantity)[0] == ident


def test_a_metric_lists_its_intervals_by_what_the_plan_makes_of_it():
    told = dict(line.split(": ", 1) for line in intervals_of(metrics()["sensitivity"]))
    assert told["each or pooled"].startswith("wilson (recommended), ")
    assert told["over clusters"] == "cluster-ratio (recommended), bootstrap"
    assert told["a paired difference"].startswith("newcombe-paired (recommended), ")
    assert intervals_of(metrics()["brier_uncertainty"]) == []
    assert dict(line.split(": ", 1) for line in intervals_of(metrics()["f1"]))["each or pooled"].startswith("delta")


@pytest.mark.parametrize(
    ("value", "told"), [(0.30000000000000004, "0.3"), (float("inf"), "infinite"), (float("nan"), "undefined"), (2, "2")]
)
def test_a_number_is_shown_short(value, told):
    assert number(value) == told


def test_the_simulated_coverage_is_of_the_same_recommended_intervals():
    folder = str(ROOT / "benchmarks")
    sys.path.insert(0, folder)
    try:
        import coverage_differences
        import coverage_families
        import coverage_fits
    finally:
        sys.path.remove(folder)
    marked = {
        method.rsplit(": ", 1)[-1]
        for module in (coverage_families, coverage_differences, coverage_fits)
        for family in module.FAMILIES
        for method in family.recommended.split(", ")
    }
    assert marked - {"prediction-t"} == set(RECOMMENDED.values()) - {"bootstrap"}
