"""What specs/rare-outcomes shows of a rare outcome, found again from its rows without the package's own arithmetic."""

import csv
from fractions import Fraction

import pytest
from reports.study import Study
from specs.golden import SPECS

POINT = "rare-outcomes/ranking-and-operating-point"
TARGET = Fraction(95, 100)


def rows(file):
    with (SPECS / POINT / file).open() as f:
        return list(csv.DictReader(f))


def at_the_cut_off(spec):
    """The line of the companion table with the four counts."""
    (found,) = [c for c in spec.results["counts"] if c["threshold"] == "sp95"]
    return found


@pytest.fixture(scope="module")
def scored():
    """(score, positive) of every unit evaluated."""
    of = {row["sample_id"]: row["outcome"] == "1" for row in rows("outcomes.csv")}
    return [(Fraction(row["score"]), of[row["sample_id"]]) for row in rows("predictions.csv")]


def called(scored, cut):
    """TP and FP of calling every score from ``cut`` on."""
    return [sum(1 for score, positive in scored if score >= cut and positive is kind) for kind in (True, False)]


def average_precision(scored, *, whole_groups=True):
    """Sum of recall gained times precision, down the distinct scores; else unit by unit, ties in the order they come."""
    positives = sum(positive for _, positive in scored)
    total, before = Fraction(0), 0
    if whole_groups:
        steps = [called(scored, cut) for cut in sorted({score for score, _ in scored}, reverse=True)]
    else:
        ordered = [positive for _, positive in sorted(scored, key=lambda one: -one[0])]
        steps = [[sum(ordered[:n]), n - sum(ordered[:n])] for n in range(1, len(ordered) + 1)]
    for tp, fp in steps:
        total += Fraction(tp - before, positives) * Fraction(tp, tp + fp)
        before = tp
    return total


def test_average_precision_is_the_sum_over_groups_of_equal_scores(left, scored):
    assert left(POINT).row("ranking/average_precision/m1")["estimate"] == float(average_precision(scored))


def test_ties_taken_one_by_one_would_give_as_many_values_as_there_are_orders(scored):
    positives_first = sorted(scored, key=lambda one: not one[1])
    negatives_first = sorted(scored, key=lambda one: one[1])
    best, worst = (average_precision(order, whole_groups=False) for order in (positives_first, negatives_first))
    assert worst < average_precision(scored) < best
    assert average_precision(positives_first) == average_precision(negatives_first)


def test_rounding_each_precision_first_would_give_another_average_precision(scored):
    exact = average_precision(scored)
    positives, total, before = sum(p for _, p in scored), Fraction(0), 0
    for cut in sorted({score for score, _ in scored}, reverse=True):
        tp, fp = called(scored, cut)
        total += Fraction(tp - before, positives) * round(Fraction(tp, tp + fp), 2)
        before = tp
    assert round(total, 4) != round(exact, 4)


def test_the_steps_of_the_curve_add_up_to_the_average_precision_and_its_line_is_the_prevalence(left, scored):
    (curve,) = left(POINT).results["curves"]
    drawn = [p for p in curve["points"] if p["n"]]
    cuts = sorted({score for score, _ in scored}, reverse=True)
    assert [p["threshold"] for p in drawn] == [float(cut) for cut in cuts]
    positives = sum(positive for _, positive in scored)
    for cut, p in zip(cuts, drawn, strict=True):
        tp, fp = called(scored, cut)
        assert (p["x"], p["y"]) == (tp / positives, tp / (tp + fp))
    (line,) = curve["lines"]
    baseline = left(POINT).row("baseline/prevalence/m1")
    assert {p["y"] for p in line["points"]} == {baseline["estimate"]} == {positives / len(scored)}
    assert drawn[-1]["y"] == baseline["estimate"]


def test_the_cut_off_is_the_lowest_inner_score_that_reaches_the_target(left, scored):
    inner = [(Fraction(row["score"]), row["outcome"] == "1") for row in rows("inner-validation.csv")]
    negatives = sum(1 for _, positive in inner if not positive)
    reach = [cut for cut in {score for score, _ in inner} if 1 - Fraction(called(inner, cut)[1], negatives) >= TARGET]
    row = left(POINT).row("found/sensitivity/m1")
    assert row["threshold_value"] == float(min(reach))
    tp, fp = called(scored, min(reach))
    counted = at_the_cut_off(left(POINT))
    assert (counted["tp"], counted["fp"]) == (tp, fp)
    assert row["numerator"] == tp


def test_one_case_more_moves_the_sensitivity_by_one_over_the_positives_and_the_specificity_by_one_over_the_negatives(
    left,
):
    spec = left(POINT)
    found, spared, counted = (
        spec.row("found/sensitivity/m1"),
        spec.row("spared/specificity/m1"),
        at_the_cut_off(spec),
    )
    assert (found["denominator"], spared["denominator"]) == (counted["positives"], counted["negatives"]) == (40, 1960)
    step = Fraction(found["numerator"] + 1, found["denominator"]) - Fraction(found["numerator"], found["denominator"])
    assert step == Fraction(1, 40)
    assert Fraction(spared["numerator"], spared["denominator"]) != TARGET
    assert any(Fraction(n, spared["denominator"]) == TARGET for n in range(spared["denominator"] + 1))


BAD = {
    "{kind: consecutive}": ("{kind: resampled}", {"precision-on-altered-mix", "ranking-on-altered-mix"}),
    "source: inner-validation": ("source: evaluation", {"threshold-from-evaluation"}),
}


@pytest.mark.parametrize("said", BAD)
def test_what_the_readme_shows_as_wrong_is_refused(said, tmp_path):
    wrong, rules = BAD[said]
    readme = (SPECS / "rare-outcomes" / "README.md").read_text()
    assert wrong in readme
    assert all(f"`{rule}`" in readme for rule in rules)
    for file in (SPECS / POINT).iterdir():
        if file.is_file():
            (tmp_path / file.name).write_bytes(file.read_bytes())
    s = Study(tmp_path)
    s.plan.write_text(s.plan.read_text().replace(said, wrong))
    assert set(s.errors()) == rules
