"""Verdicts on declared requirements, exactly, and what `run` makes of them."""

from fractions import Fraction

import pytest
from project import evalspec, project

from evalspec.gates.judge import verdicts
from evalspec.plan.load import load
from evalspec.plan.source import read
from evalspec.records import At, Estimate, Limits, Ratio, Real, Undefined


def plan_with(tmp_path, gates):
    path = project(tmp_path / "p")
    path.write_text(path.read_text() + gates)
    return path


def judged(tmp_path, gates, **rows):
    path = plan_with(tmp_path, gates)
    plan = load(read(path.read_bytes(), "plan.yaml"))
    estimates = [
        Estimate(
            summary=name, role="primary", metric="sensitivity", model="m1", threshold="main",
            at=At(cohorts="pooled"), address=f"{name}/sensitivity/m1", value=value, limits=limits,
        )
        for name, (value, limits) in rows.items()
    ]  # fmt: skip
    return {g.id: g for g in verdicts(plan, estimates)}


GATE = "gates:\n  - {{id: g, require: [{{summary: found, bound: {bound}, {relation}: {limit}}}]}}\n"


@pytest.mark.parametrize(
    ("value", "relation", "limit", "verdict"),
    [
        (Ratio(9, 10), "at_least", "0.90", "met"),
        (Ratio(9, 10), "more_than", "0.9", "not met"),
        (Ratio(899999999, 1000000000), "at_least", "0.9", "not met"),
        (Ratio(1, 3), "at_most", "0.3333333333333333", "not met"),
        (Ratio(1, 10), "at_most", "0.1", "met"),
        (Ratio(1, 10), "less_than", "0.1", "not met"),
        (Real(Fraction(7, 10)), "at_least", "0.7", "met"),
        (Undefined("actual positives (TP + FN) = 0"), "at_least", "0.1", "undecided"),
        (Undefined("actual positives (TP + FN) = 0"), "at_most", "0.9", "undecided"),
    ],
)
def test_a_requirement_is_compared_exactly_and_an_undefined_value_never_meets_one(
    tmp_path, value, relation, limit, verdict
):
    gate = judged(tmp_path, GATE.format(bound="estimate", relation=relation, limit=limit), found=(value, None))["g"]
    assert gate.verdict == verdict
    assert gate.requirements[0].verdict == verdict
    if isinstance(value, Undefined):
        assert gate.requirements[0].reason == value.reason


def test_a_bound_is_judged_and_not_the_estimate(tmp_path):
    row = (Ratio(95, 100), Limits(0.85, 0.99))
    assert (
        judged(tmp_path / "a", GATE.format(bound="lower", relation="at_least", limit="0.9"), found=row)["g"].verdict
        == "not met"
    )
    assert (
        judged(tmp_path / "b", GATE.format(bound="upper", relation="at_least", limit="0.9"), found=row)["g"].verdict
        == "met"
    )


def test_an_interval_that_is_undefined_leaves_its_bound_undecided(tmp_path):
    row = (Ratio(1, 1), Undefined("actual positives - 1 = 0"))
    gate = judged(tmp_path, GATE.format(bound="lower", relation="at_least", limit="0.1"), found=row)["g"]
    assert (gate.verdict, gate.requirements[0].reason) == ("undecided", "actual positives - 1 = 0")


SEVERAL = """\
gates:
  - {id: second, after: first, require: [{summary: found, bound: estimate, at_least: 0.5}]}
  - id: first
    require:
      - {summary: found, bound: estimate, at_least: 0.5}
      - {summary: found-macro, bound: estimate, at_least: 0.5}
"""


@pytest.mark.parametrize(
    ("macro", "first", "second"),
    [
        (Ratio(6, 10), "met", "met"),
        (Ratio(4, 10), "not met", "not tested"),
        (Undefined("no"), "undecided", "not tested"),
    ],
)
def test_a_gate_needs_all_its_requirements_and_the_gate_before_it(tmp_path, macro, first, second):
    found = judged(tmp_path, SEVERAL, **{"found": (Ratio(6, 10), None), "found-macro": (macro, None)})
    assert list(found) == ["second", "first"]
    assert (found["first"].verdict, found["second"].verdict) == (first, second)


def test_one_unmet_requirement_decides_over_an_undecided_one(tmp_path):
    rows = {"found": (Ratio(1, 10), None), "found-macro": (Undefined("no"), None)}
    assert judged(tmp_path, SEVERAL, **rows)["first"].verdict == "not met"


@pytest.mark.parametrize(("limit", "code", "word"), [("0.6", 0, "MET"), ("0.9", 1, "NOT MET")])
def test_run_exits_1_when_a_gate_is_not_met_and_leaves_the_results(tmp_path, limit, code, word):
    path = plan_with(tmp_path, GATE.format(bound="estimate", relation="at_least", limit=limit))
    assert evalspec("seal", path).returncode == 0
    done = evalspec("run", path, "-o", tmp_path / "out")
    assert done.returncode == code, done.stderr
    assert f"g: {word}\n" in done.stdout
    assert (tmp_path / "out" / "results.json").exists()
