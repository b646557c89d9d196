"""Which observed score a rule picks: against values from other software, and against a search over every candidate."""

import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalspec.cutoffs.choose import Choice, Cost, choose, settled
from evalspec.plan.model.design import ThresholdRule
from evalspec.records import ScoreGroup
from evalspec.terms import PositiveWhen

CASES = sorted((Path(__file__).parents[1] / "reference" / "cases").glob("fixed_operating_point-sp*.json"))
CASES += sorted((Path(__file__).parents[1] / "reference" / "cases").glob("fixed_operating_point-sens*.json"))
CALLED = {
    PositiveWhen.AT_LEAST: lambda s, t: s >= t,
    PositiveWhen.MORE_THAN: lambda s, t: s > t,
    PositiveWhen.AT_MOST: lambda s, t: s <= t,
    PositiveWhen.LESS_THAN: lambda s, t: s < t,
}
Rows = list[tuple[float, bool]]
rows_of_some = st.lists(
    st.tuples(st.sampled_from([0.1, 0.2, 0.3, 0.5, 0.8, 0.9]), st.booleans()), min_size=1, max_size=14
)


def groups(rows: Rows) -> list[ScoreGroup]:
    return [ScoreGroup(score, int(label), int(not label)) for score, label in rows]


def rule(**said: object) -> ThresholdRule:
    return ThresholdRule.model_validate(
        {k: v if v == "youden" or v == "expected_cost" else Decimal(str(v)) for k, v in said.items()}
    )


def rates(rows: Rows, threshold: float, when: PositiveWhen) -> tuple[Fraction, Fraction, int]:
    called = [(CALLED[when](s, threshold), y) for s, y in rows]
    positives, negatives = sum(y for _, y in rows), sum(not y for _, y in rows)
    found = sum(c and y for c, y in called), sum(not c and not y for c, y in called)
    sensitivity = Fraction(found[0], positives) if positives else Fraction(0)
    return sensitivity, Fraction(found[1], negatives) if negatives else Fraction(0), sum(c for c, _ in called)


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_the_threshold_is_that_of_other_software(path: Path) -> None:
    case = json.loads(path.read_text(encoding="utf-8"))
    dev, target = case["inputs"]["dev"], case["inputs"]["target"]
    rows = [(s, bool(y)) for s, y in zip(dev["scores"], dev["labels"], strict=True)]
    found = choose(groups(rows), rule(**{f"{target}_at_least": case["inputs"]["value"]}), PositiveWhen.AT_LEAST, None)
    wanted = case["expected"]["threshold"]["value"]
    assert found.values == (() if wanted == "undefined" else (wanted,))
    assert (found.extreme is not None) == (wanted == "undefined")


@given(rows_of_some, st.sampled_from(PositiveWhen), st.sampled_from(["0", "0.5", "0.9", "1"]))
@settings(max_examples=300, deadline=None)
def test_specificity_at_least_takes_the_candidate_that_calls_most(rows: Rows, when: PositiveWhen, target: str) -> None:
    found = choose(groups(rows), rule(specificity_at_least=target), when, None)
    if all(y for _, y in rows):
        assert found == Choice(reason="the derivation data hold no negative")
        return
    reached = {s: rates(rows, s, when)[2] for s, _ in rows if rates(rows, s, when)[1] >= Fraction(target)}
    best = [s for s, n in reached.items() if n == max(reached.values())]
    assert len(found.values) == (1 if reached else 0)
    assert set(found.values) <= set(best)


@given(rows_of_some, st.sampled_from(PositiveWhen), st.sampled_from(["0.2", "0.5", "0.9", "1"]))
@settings(max_examples=300, deadline=None)
def test_sensitivity_at_least_takes_the_candidate_that_calls_fewest(
    rows: Rows, when: PositiveWhen, target: str
) -> None:
    found = choose(groups(rows), rule(sensitivity_at_least=target), when, None)
    if not any(y for _, y in rows):
        assert not found.values
        return
    reached = {s: rates(rows, s, when)[2] for s, _ in rows if rates(rows, s, when)[0] >= Fraction(target)}
    assert set(found.values) <= {s for s, n in reached.items() if n == min(reached.values())}
    assert bool(found.values) == bool(reached)


@given(rows_of_some, st.sampled_from(PositiveWhen))
@settings(max_examples=300, deadline=None)
def test_youden_finds_every_candidate_that_is_best(rows: Rows, when: PositiveWhen) -> None:
    found = choose(groups(rows), rule(max="youden"), when, None)
    if len({y for _, y in rows}) < 2:
        assert found.reason.startswith("the derivation data hold no ")
        return
    worth = {s: sum(rates(rows, s, when)[:2]) for s, _ in rows}
    assert set(found.values) == {s for s, w in worth.items() if w == max(worth.values())}
    assert list(found.values) == sorted(found.values)


@given(rows_of_some, st.sampled_from(["0.01", "0.3", "0.9"]), st.sampled_from(["1", "10"]))
@settings(max_examples=300, deadline=None)
def test_expected_cost_finds_every_candidate_that_is_cheapest(rows: Rows, prevalence: str, missed: str) -> None:
    when = PositiveWhen.AT_LEAST
    found = choose(
        groups(rows), rule(min="expected_cost"), when, Cost(Decimal(missed), Decimal(1), Decimal(prevalence))
    )
    if len({y for _, y in rows}) < 2:
        assert not found.values
        return
    p, c = Fraction(prevalence), Fraction(missed)
    cost = {s: (1 - rates(rows, s, when)[0]) * p * c + (1 - rates(rows, s, when)[1]) * (1 - p) for s, _ in rows}
    assert set(found.values) == {s for s, w in cost.items() if w == min(cost.values())}


@pytest.mark.parametrize(
    ("ties", "when", "taken"),
    [
        ("fewest-called", PositiveWhen.AT_LEAST, 0.7),
        ("most-called", PositiveWhen.AT_LEAST, 0.2),
        ("fewest-called", PositiveWhen.AT_MOST, 0.2),
        ("most-called", PositiveWhen.LESS_THAN, 0.7),
        (None, PositiveWhen.AT_LEAST, None),
    ],
)
def test_a_tie_is_settled_as_declared(ties: str | None, when: PositiveWhen, taken: float | None) -> None:
    assert settled((0.2, 0.7), ties, when) == taken


def test_nine_of_ten_meet_ninety_percent() -> None:
    rows = [(0.5, True), *[(0.1, False)] * 9, (0.6, False)]
    assert choose(groups(rows), rule(specificity_at_least="0.90"), PositiveWhen.AT_LEAST, None).values == (0.5,)
