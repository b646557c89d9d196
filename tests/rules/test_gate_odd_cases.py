"""Gates against what is planned: the arithmetic against another library, and the cases that examples leave out."""

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules.examples import findings, judgements
from scipy.stats import binom

from evalspec.intervals.wilson import limits
from evalspec.plan.load import load
from evalspec.plan.model import Plan
from evalspec.plan.source import read
from evalspec.records import Finding, Judgement, Limits, Ratio
from evalspec.rules.gate._feasible import chance
from evalspec.rules.gate._requirements import example
from evalspec.rules.gate.gate_unreachable import planned
from evalspec.rules.gate.margin_sign import gain
from evalspec.terms import Severity, Sides, Status

MINIMAL = Path(__file__).parents[2] / "specs" / "minimal" / "plan.yaml"


def told(change: str, folder: Path, name: str) -> list[Finding]:
    return [f for f in findings(change, folder) if f.name == name]


def judged(change: str, folder: Path, name: str) -> Judgement:
    return next(j for j in judgements(change, folder) if isinstance(j, Judgement) and j.name == name)


def test_thirty_of_thirty_do_not_reach_ninety_percent(tmp_path: Path) -> None:
    (found,) = told(planned("summary: found, bound: lower, at_least: 0.9"), tmp_path, "gate-unreachable")
    assert found.message == (
        "gate `worth-a-trial`: with 30 actual positives, and every call right, the lower limit of `found` is at most "
        "0.8865, and must be at least 0.9"
    )
    assert found.help == "it takes 35 actual positives at the least: plan more, or lower the limit"
    assert found.path == ("gates", 0, "require", 0, "at_least")
    for n, enough in ((34, False), (35, True)):
        lower = limits(Ratio(n, n), level=Fraction("0.95"), sides=Sides.TWO)
        assert isinstance(lower, Limits)
        assert (lower.lower is not None and lower.lower >= 0.9) is enough


@pytest.mark.parametrize(("limit", "out_of_reach"), [("0.88649", True), ("0.88648", False)])
def test_the_limit_itself_is_within_reach(limit: str, out_of_reach: bool, tmp_path: Path) -> None:
    found = told(planned(f"summary: found, bound: lower, at_least: {limit}"), tmp_path, "gate-unreachable")
    assert bool(found) is out_of_reach  # 30 of 30: 30 / (30 + 1.96²) = 0.886487…


@pytest.mark.parametrize(
    ("b", "metric", "n"),
    [
        ("{expected: {units: 10}}", "sensitivity", 28),  # at the best all of them are positive
        ("{planned: {units: 40, prevalence: 0.21}}", "sensitivity", 27),  # 8.4 may be 9
        ("{planned: {units: 10, positives: 3}}", "npv", None),  # 89 negatives do
        ("{planned: {units: 10, positives: 3}}", "accuracy", None),
    ],
)
def test_the_best_case_is_taken(b: str, metric: str, n: int | None, tmp_path: Path) -> None:
    change = planned("summary: found, bound: lower, at_least: 0.9", b=b, metric=metric)
    found = told(change, tmp_path, "gate-unreachable")
    assert [f"with {n} " in f.message for f in found] == ([True] if n else [])


def test_what_is_not_planned_leaves_it_undecided_and_a_combined_value_has_no_such_limit(tmp_path: Path) -> None:
    unsaid = planned("summary: found, bound: lower, at_least: 0.9", b="{}")
    assert judged(unsaid, tmp_path, "gate-unreachable").status is Status.UNDECIDED
    macro = planned("summary: found, bound: lower, at_least: 0.9", axis="macro, minimum_defined: 2", interval="delta")
    assert judged(macro, tmp_path, "gate-unreachable").status is Status.PASSED


@pytest.mark.parametrize(("positives", "smallest"), [(12, "12 actual positives in cohort `B`"), (19, "18 actual")])
def test_the_smallest_cohort_decides_where_every_one_must_pass(positives: int, smallest: str, tmp_path: Path) -> None:
    b = f"{{planned: {{units: 100, positives: {positives}}}}}"
    change = planned("summary: found, bound: lower, at_least: 0.9, every: cohort", b=b, axis="each")
    (found,) = told(change, tmp_path, "gate-unreachable")
    assert f"with {smallest}" in found.message


@pytest.mark.parametrize(
    ("metric", "require", "told_off"),
    [
        ("sensitivity", "bound: lower, at_least: 90", True),
        ("sensitivity", "bound: estimate, less_than: 0", True),
        ("sensitivity", "bound: estimate, at_most: 0", False),
        ("youden", "bound: estimate, at_least: 1", False),
        ("youden", "bound: estimate, at_least: -0.2", False),
        ("likelihood_ratio_positive", "bound: estimate, at_least: 10", False),
        ("f1", "bound: estimate, more_than: 1", True),
    ],
)
def test_a_limit_outside_the_metrics_range_is_out_of_reach(
    metric: str, require: str, told_off: bool, tmp_path: Path
) -> None:
    found = told(example(f"summary: found, {require}", metric=metric, interval="wilson"), tmp_path, "gate-unreachable")
    assert bool(found) is told_off


def plan_with(relation: str, limit: Decimal, method: str, bound: str) -> Plan:
    head, rest = MINIMAL.read_text(encoding="utf-8").split("summaries:", 1)
    changed = head + example(f"summary: found, bound: {bound}, {relation}: {limit}", interval=method)
    plan = load(read((changed + "\n" + rest[rest.index("handling:") :]).encode(), "plan.yaml"))
    assert isinstance(plan, Plan), plan
    return plan


@given(
    n=st.integers(1, 80),
    p=st.integers(0, 100),
    limit=st.integers(1, 99),
    relation=st.sampled_from(["at_least", "more_than", "at_most", "less_than"]),
    method=st.sampled_from(["wilson", "clopper-pearson", "agresti-coull", "jeffreys"]),
    bound=st.sampled_from(["lower", "upper", "estimate"]),
)
@settings(max_examples=150, deadline=None)
def test_the_chance_is_the_sum_over_every_count_that_would_pass(
    n: int, p: int, limit: int, relation: str, method: str, bound: str
) -> None:
    from evalspec.rules.gate._feasible import judged as value_of
    from evalspec.rules.gate._feasible import satisfies

    plan = plan_with(relation, Decimal(limit) / 100, method, bound)
    summary, requirement = plan.summaries[0], plan.gates[0].require[0]
    assert requirement.bound is not None
    due = 0.0
    for x in range(n + 1):
        value = value_of(summary, requirement.bound, Ratio(x, n))
        assert value is not None
        if satisfies(relation, value, Decimal(limit) / 100):
            due += float(binom.pmf(x, n, p / 100))
    found = chance(summary, requirement, n, p / 100)
    assert found == pytest.approx(due, abs=1e-10)


def test_a_million_trials_are_no_matter(tmp_path: Path) -> None:
    plan = plan_with("at_least", Decimal("0.8"), "wilson", "estimate")
    found = chance(plan.summaries[0], plan.gates[0].require[0], 1_000_000, 0.8005)
    assert found == pytest.approx(float(binom.sf(799_999, 1_000_000, 0.8005)), abs=1e-8)


def test_the_chance_of_every_cohort_is_that_of_all_of_them(tmp_path: Path) -> None:
    change = planned(
        "summary: found, bound: estimate, at_least: 0.5, expected: 0.7, every: cohort", axis="each", interval=""
    )
    reason = judged(change, tmp_path, "gate-underpowered").reason
    both = float(binom.sf(8, 18, 0.7) * binom.sf(5, 12, 0.7))
    assert f"with a chance of {both:.2f}, with 18 and 12 positives" in reason


def test_an_unreachable_gate_is_not_called_underpowered_too(tmp_path: Path) -> None:
    found = findings(planned("summary: found, bound: lower, at_least: 0.9, expected: 0.95"), tmp_path)
    assert {f.name for f in found if f.code.startswith("GATE")} == {"gate-unreachable", "gate-hides-worst-cohort"}


def test_one_finding_tells_of_all_that_a_gate_hides(tmp_path: Path) -> None:
    two = example("summary: found, bound: lower, at_least: 0.8}, {summary: spared, bound: lower, at_least: 0.8")
    (found,) = told(two, tmp_path, "gate-hides-worst-cohort")
    assert "is met by `found` and `spared` over 2 cohorts" in found.message
    assert found.severity is Severity.WARNING
    one = "cohorts: {column: cohort, members: {A: {}, B: {role: training}}}\n" + two.replace(", cohorts: pooled", "")
    assert judged(one, tmp_path, "gate-hides-worst-cohort").status is Status.NOT_APPLICABLE


def test_several_primaries_are_told_once_for_gates_too(tmp_path: Path) -> None:
    gates = (
        "gates: [{id: a, require: [{summary: found, bound: lower, at_least: 0.8}]}, "
        "{id: b, require: [{summary: spared, bound: lower, at_least: 0.8}]}]\n"
    )
    change = example("", role="primary").split("gates:")[0] + gates
    named = [f.name for f in findings(change, tmp_path) if "multiplicity" in f.name]
    assert named == ["several-primaries-without-multiplicity"]


@pytest.mark.parametrize(
    ("require", "metric", "severity"),
    [
        ("bound: upper, at_least: 0.8", "sensitivity", Severity.ERROR),
        ("bound: lower, less_than: 0.8", "sensitivity", Severity.ERROR),
        ("bound: upper, less_than: 0.5", "sensitivity", Severity.WARNING),
        ("bound: estimate, at_least: 0.5", "false_negative_rate", Severity.WARNING),
        ("bound: upper, at_most: 0.5", "positive_rate", None),
        ("bound: estimate, at_least: 0.5", "positive_rate", None),
    ],
)
def test_which_way_a_requirement_looks(require: str, metric: str, severity: Severity | None, tmp_path: Path) -> None:
    found = told(example(f"summary: found, {require}", metric=metric), tmp_path, "margin-sign")
    assert [f.severity for f in found] == ([severity] if severity else [])


@pytest.mark.parametrize(
    ("hypothesis", "metric", "told_off"),
    [
        ("{kind: non-inferiority, margin: 0.05}", "sensitivity", False),
        ("{kind: non-inferiority, margin: 1.25}, measure: ratio", "sensitivity", False),
        ("{kind: equivalence, margin: 2}", "likelihood_ratio_positive", False),
        ("{kind: equivalence, margin: 1}", "sensitivity", True),
        ("{kind: superiority}", "prevalence", True),
    ],
)
def test_which_margins_say_something(hypothesis: str, metric: str, told_off: bool, tmp_path: Path) -> None:
    assert bool(told(gain(hypothesis, metric=metric), tmp_path, "margin-sign")) is told_off
