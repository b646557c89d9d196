"""The rules at the opening: they see counts only, and say what the counts mean for the declared numbers."""

from collections.abc import Mapping
from contextlib import ExitStack
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rules.examples import all_rules, example, lay_out

from evalspec.plan.load import load
from evalspec.plan.model import Plan
from evalspec.plan.source import read
from evalspec.records import Finding, Integrity
from evalspec.rules._engine import judge_opened
from evalspec.rules.base import Example, Rule
from evalspec.rules.outc.prevalence_far_from_expected import two_sided
from evalspec.tables.engine import connect, settle
from evalspec.tables.files import OpenFile
from evalspec.tables.thresholds import declared
from evalspec.tally.base import Inputs, Source
from evalspec.tally.engines.duckdb import ENGINE
from evalspec.tally.needs import needs
from evalspec.terms import Severity

OPENED = [r for r in all_rules().values() if r.code.startswith("OUTC")]
LOST = (
    'outcome: {kind: binary, column: outcome, positive: "1", negative: "0", unknown: ["lost"], '
    "definition: sepsis within 28 days of sampling, reference_standard: adjudication by two physicians}\n"
)


def cases(kind: str) -> list[object]:
    return [pytest.param(r, e, id=f"{r.name}-{n}") for r in OPENED for n, e in enumerate(getattr(r, kind))]


def found_opening(change: str | Example, folder: Path) -> tuple[Finding, ...]:
    """The findings over the counts of the changed minimal plan's files."""
    path = lay_out(example(change), folder)
    source = read(path.read_bytes(), path.name)
    plan = load(source)
    assert isinstance(plan, Plan), plan
    judged = judge_opened(all_rules(), plan, source, integrity_of(plan, folder), debug=True)
    return tuple(f for j in judged for f in j.findings)


def integrity_of(plan: Plan, folder: Path) -> Integrity:
    with ExitStack() as stack:
        files = {name: opened(folder / f"{name}.csv", name, stack) for name in ("predictions", "outcomes")}
        inputs = Inputs(plan=plan, needs=needs(plan), files=files, thresholds=tuple(declared(plan)))
        return ENGINE.tally(inputs)[1]


def opened(path: Path, name: str, stack: ExitStack) -> Source:
    file = stack.enter_context(OpenFile(path, name=name, file=path.name))
    return Source(opened=file, layout=settle(connect(), file))


def over(
    change: str = "",
    *,
    missing: int = 0,
    without_unit: int = 0,
    twice: int = 0,
    tokens: Mapping[str, int] | None = None,
    unknown: int = 0,
    positives: Mapping[str, int] | None = None,
    negatives: Mapping[str, int] | None = None,
    folder: Path,
) -> dict[str, Finding]:
    path = lay_out(Example(plan=change), folder)
    source = read(path.read_bytes(), path.name)
    plan = load(source)
    assert isinstance(plan, Plan), plan
    p, n = positives or {"A": 4, "B": 2}, negatives or {"A": 2, "B": 4}
    counts = Integrity(
        rows_predicted=12, rows_matched=12 - missing, missing_outcome=missing, outcome_without_unit=without_unit,
        duplicate_outcome=twice, undeclared_tokens=tokens or {}, unknown_status=unknown,
        positives=p, negatives=n, units={c: p[c] + n.get(c, 0) for c in p},
    )  # fmt: skip
    return {f.name: f for j in judge_opened(all_rules(), plan, source, counts, debug=True) for f in j.findings}


@pytest.mark.parametrize(("rule", "change"), cases("bad"))
def test_a_bad_example_raises_its_rule_at_the_opening_and_no_other_error(
    rule: Rule, change: str | Example, tmp_path: Path
) -> None:
    found = found_opening(change, tmp_path)
    assert rule.name in {f.name for f in found}
    errors = {f.name for f in found if f.severity is Severity.ERROR} - {rule.name}
    # outcomes that were cut short for the example lack units, and outcomes without a token are no outcomes
    assert errors <= {"missing-outcome"}, errors


@pytest.mark.parametrize(("rule", "change"), cases("good"))
def test_a_good_example_does_not_raise_its_rule_at_the_opening(
    rule: Rule, change: str | Example, tmp_path: Path
) -> None:
    assert rule.name not in {f.name for f in found_opening(change, tmp_path)}


def test_the_minimal_plan_opens_without_a_finding(tmp_path: Path) -> None:
    assert not found_opening("", tmp_path)


def test_an_undeclared_token_is_named_with_its_rows_and_the_declared_ones(tmp_path: Path) -> None:
    found = over(tokens={"1.0": 3, "yes": 1, "": 2}, folder=tmp_path)["unknown-label"]
    assert found.message == (
        "column `outcome` of the outcomes holds `1.0` (3 rows), an empty text (2 rows), `yes` (1 row): not declared"
    )
    assert found.help.startswith("the declared ones are `1` (positive), `0` (negative);")
    assert found.path == ("data", "outcomes")


def test_a_column_of_something_else_is_not_listed_whole(tmp_path: Path) -> None:
    found = over(tokens={f"2020-01-{d:02}": 1 for d in range(1, 30)}, folder=tmp_path)["unknown-label"]
    assert found.message.count("`2020") == 6
    assert "23 tokens more" in found.message


def test_missing_outcomes_and_unknown_ones_stop_a_plan_that_does_not_leave_them_out(tmp_path: Path) -> None:
    assert over(missing=2, folder=tmp_path)["missing-outcome"].message == "2 predicted units have no outcome"
    found = over(LOST, missing=1, unknown=3, folder=tmp_path)
    assert (
        found["missing-outcome"].message == "1 predicted unit has no outcome and 3 rows have an unknown status (`lost`)"
    )


def test_a_plan_that_leaves_them_out_goes_on_and_keeps_the_count_as_a_note(tmp_path: Path) -> None:
    excludes = LOST + "handling: {missing_prediction: refuse, missing_outcome: {exclude: lost to follow-up}}\n"
    found = over(excludes, missing=1, unknown=3, folder=tmp_path)
    assert {name: f.severity for name, f in found.items()} == {"unknown-status-count": Severity.NOTE}


def test_every_kind_of_misfit_is_told_at_once(tmp_path: Path) -> None:
    found = over(missing=1, without_unit=2, twice=1, tokens={"x": 1}, folder=tmp_path)
    assert set(found) == {"missing-outcome", "outcome-without-unit", "duplicate-outcome", "unknown-label"}
    assert found["outcome-without-unit"].message == "2 outcomes are about units without a prediction"
    assert found["duplicate-outcome"].message == "1 unit has more than one outcome"


def test_a_cohort_of_one_class_says_which_declared_metrics_are_undefined_there(tmp_path: Path) -> None:
    found = over(positives={"A": 4, "B": 0}, negatives={"A": 0, "B": 6}, folder=tmp_path)
    assert (
        found["cohort-without-positives"].message
        == "cohort `B` has 6 units and no positive: `sensitivity` is undefined there"
    )
    assert found["cohort-without-negatives"].message == "cohort `A` has 4 units and no negative"
    assert {f.severity for f in found.values()} == {Severity.NOTE}


def test_a_cohort_without_units_is_not_told_twice(tmp_path: Path) -> None:
    assert not over(positives={"A": 4, "B": 0}, negatives={"A": 2, "B": 0}, folder=tmp_path)


def test_a_swapped_class_is_far_from_the_planned_prevalence_and_chance_is_not(tmp_path: Path) -> None:
    planned = "cohorts: {column: cohort, members: {A: {planned: {prevalence: 0.1}}, B: {planned: {prevalence: 0.1}}}}\n"
    found = over(planned, positives={"A": 90, "B": 14}, negatives={"A": 10, "B": 86}, folder=tmp_path)
    assert found["prevalence-far-from-expected"].path == ("cohorts", "members", "A", "planned", "prevalence")
    assert found["prevalence-far-from-expected"].severity is Severity.WARNING


@given(st.integers(1, 40), st.data())
def test_the_binomial_tail_is_that_of_exact_arithmetic(units: int, data: st.DataObject) -> None:
    positives = data.draw(st.integers(0, units))
    share = data.draw(st.fractions(Fraction(1, 1000), Fraction(999, 1000), max_denominator=1000))
    mass = [comb(units, k) * share**k * (1 - share) ** (units - k) for k in range(units + 1)]
    exact = min(Fraction(1), 2 * min(sum(mass[: positives + 1]), sum(mass[positives:])))
    assert two_sided(positives, units, float(share)) == pytest.approx(float(exact), rel=1e-9)


def test_a_planned_prevalence_of_0_or_1_is_far_once_it_is_broken() -> None:
    assert two_sided(0, 50, 0.0) == two_sided(50, 50, 1.0) == 1
    assert two_sided(1, 50, 0.0) == two_sided(49, 50, 1.0) == 0


def test_a_flow_must_end_at_the_units_that_were_analysed(tmp_path: Path) -> None:
    by_cohort = "flow: {A: {analysed: 6}, B: {analysed: 7}}\n"
    found = over(by_cohort, folder=tmp_path)["expected-count-differs"]
    assert found.message == "6 units in cohort `B` have an outcome where the flow says 7 analysed"
    assert found.path == ("flow", "B", "analysed")


def test_rules_of_the_opening_have_nothing_to_say_before_it() -> None:
    assert all(r.opened and not (r.text or r.files or r.needs) for r in OPENED)
