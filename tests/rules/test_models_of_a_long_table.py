"""Rows of models that the plan does not declare: never taken for a declared one, never passed over."""

from pathlib import Path

import pytest
from rules.test_data_on_files import LONG, UNITS, of

from evalspec.rules.data.model_not_in_plan import nearly
from evalspec.terms import Severity

HEADER = "subject_id,cohort,model,score\n"


def test_rows_of_a_model_outside_the_plan_are_a_note(tmp_path: Path) -> None:
    rows = "".join(f"{u},{m},0.{n}\n" for u in ("s01,A", "s07,B") for n, m in enumerate(("m1", "m2", "m3"), 1))
    (found,) = of("model-not-in-plan", LONG, tmp_path, predictions=HEADER + rows).findings
    assert (found.severity, found.message) == (
        Severity.NOTE, "2 rows of `m3` in `model` are left out: no model of the plan is called so",
    )  # fmt: skip


def test_a_near_miss_of_a_model_that_is_there_is_an_error_with_the_right_name(tmp_path: Path) -> None:
    rows = "s01,A,m1,0.9\ns01,A,m2,0.8\ns07,B,m1,0.2\ns07,B,m2,0.1\ns07,B,M2,0.1\n"
    (found,) = of("model-not-in-plan", LONG, tmp_path, predictions=HEADER + rows).findings
    assert (found.severity, found.message) == (Severity.ERROR, "line 6, of a model `M2`, which is not in the plan")
    assert found.help.startswith("did you mean `m2`?")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Logistic", "logistic"),
        (" logistic", "logistic"),
        ("logistc", "logistic"),
        ("lgoistic", "logistic"),
        ("logistic_2", ""),
        ("forest", ""),
        ("M1", "m1"),
        ("m2", ""),
        ("", ""),
    ],
)
def test_a_slip_is_told_from_another_name(name: str, meant: str) -> None:
    assert nearly(name, ["logistic", "m1"]) == meant


def test_a_unit_that_only_an_undeclared_model_predicts_has_no_prediction(tmp_path: Path) -> None:
    long = UNITS.replace("predictions: predictions.csv", "predictions: {path: predictions.csv, layout: long}")
    rows = "s01,A,m1,0.9\ns02,A,m9,0.8\ns07,B,m1,0.2\n"
    units = "subject_id,cohort\ns01,A\ns02,A\ns07,B\n"
    (found,) = of("unit-without-prediction", long, tmp_path, predictions=HEADER + rows, units=units).findings
    assert found.message == "1 unit of the evaluation cohorts has no prediction, the first in line 3"
    assert not of("model-missing-for-unit", long, tmp_path, predictions=HEADER + rows, units=units).findings


def test_a_unit_of_a_cohort_that_is_not_evaluated_may_lack_a_model(tmp_path: Path) -> None:
    cohorts = "cohorts: {column: cohort, members: {A: {}, B: {}, T: {role: training}}}\n"
    rows = "s01,A,m1,0.9\ns01,A,m2,0.8\ns07,B,m1,0.2\ns07,B,m2,0.1\nt01,T,m1,0.5\n"
    assert not of("model-missing-for-unit", LONG + cohorts, tmp_path, predictions=HEADER + rows).findings
