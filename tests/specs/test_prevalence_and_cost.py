"""What specs/prevalence-and-cost shows, found again from two rates a model, a prevalence and two costs."""

import re
from fractions import Fraction
from math import isclose, sqrt
from statistics import NormalDist

import pytest
from specs.golden import SPECS

PLACES, CROSS, CUT, UNSURE = (
    f"prevalence-and-cost/{name}" for name in ("two-populations", "crossover", "cut-offs", "uncertain")
)
RATES = {"A": (Fraction("0.96"), Fraction("0.88")), "B": (Fraction("0.8"), Fraction("0.985"))}
POPULATIONS = {"selected": Fraction("0.25"), "broad": Fraction("0.005")}
MISSED, ALARM = 500, 50
OF_EACH_CLASS = 1000

each_model = pytest.mark.parametrize("model", RATES)


def cost(model, prevalence):
    sensitivity, specificity = RATES[model]
    return prevalence * (1 - sensitivity) * MISSED + (1 - prevalence) * (1 - specificity) * ALARM


def at(model, prevalence):
    """Every metric from the shares of the four cells."""
    sensitivity, specificity = RATES[model]
    tp, fn = prevalence * sensitivity, prevalence * (1 - sensitivity)
    tn, fp = (1 - prevalence) * specificity, (1 - prevalence) * (1 - specificity)
    spread = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
    return {
        "precision": tp / (tp + fp),
        "npv": tn / (tn + fn),
        "f1": 2 * tp / (2 * tp + fp + fn),
        "mcc": float(tp * tn - fp * fn) / sqrt(spread),
        "accuracy": tp + tn,
    }


def limits(model, prevalence):
    """Two independent binomials, the prevalence known."""
    sensitivity, specificity = RATES[model]
    variance = (prevalence * MISSED) ** 2 * sensitivity * (1 - sensitivity) / OF_EACH_CLASS
    variance += ((1 - prevalence) * ALARM) ** 2 * specificity * (1 - specificity) / OF_EACH_CLASS
    half = NormalDist().inv_cdf(0.975) * sqrt(variance)
    return float(cost(model, prevalence)) - half, float(cost(model, prevalence)) + half


@each_model
@pytest.mark.parametrize("population", POPULATIONS)
def test_the_numbers_of_a_population_follow_from_two_rates_and_its_prevalence(left, model, population):
    prevalence = POPULATIONS[population]
    for metric, value in at(model, prevalence).items():
        row = left(PLACES).row(f"{population}-rest/{metric}/{model}")
        assert isclose(row["estimate"], float(value), rel_tol=1e-14), metric
        assert (row["population"], row["prevalence"]) == (population, float(prevalence))
        assert row["numerator"] is None, "no units stand behind it"
    row = left(PLACES).row(f"{population}-cost/expected_cost/{model}")
    assert row["estimate"] == float(cost(model, prevalence))
    for got, want in zip((row["lower"], row["upper"]), limits(model, prevalence), strict=True):
        assert isclose(got, want, rel_tol=1e-12)


@pytest.mark.parametrize(("population", "cheaper"), [("selected", "A"), ("broad", "B")])
def test_each_model_costs_less_in_one_population(left, population, cheaper):
    (row,) = [c for c in left(PLACES).results["comparisons"] if c["population"] == population]
    assert row["estimate"] == float(cost("A", POPULATIONS[population]) - cost("B", POPULATIONS[population]))
    assert ("A" if row["estimate"] < 0 else "B") == cheaper


def test_the_readme_has_the_cost_of_10000_cases(left):
    text = (SPECS / "prevalence-and-cost" / "README.md").read_text()
    told = "95,000 and 255,625 USD at 25 %, 60,700 and 12,462.50 USD at 0.5 %"
    assert told in " ".join(text.split())
    costs = [left(PLACES).row(f"{p}-cost/expected_cost/{m}")["estimate"] for p in POPULATIONS for m in RATES]
    numbers = re.findall(r"[\d,]+(?:\.\d+)?(?= and| USD)", told)
    assert [Fraction(n.replace(",", "")) for n in numbers] == [Fraction(str(c)) * 10_000 for c in costs]


def test_both_models_cost_the_same_at_the_crossover_and_nowhere_else(left):
    (row,) = [c for c in left(CROSS).results["comparisons"] if c["measure"] == "crossover-prevalence"]
    exact = Fraction(21, 341)
    assert row["estimate"] == float(exact)
    assert cost("A", exact) == cost("B", exact)
    assert cost("A", exact - Fraction(1, 1000)) > cost("B", exact - Fraction(1, 1000))
    assert cost("A", exact + Fraction(1, 1000)) < cost("B", exact + Fraction(1, 1000))


@each_model
def test_the_curve_of_cost_has_the_ends_of_its_line(left, model):
    (curve,) = [c for c in left(CROSS).results["curves"] if c["model"] == model]
    ends = [Fraction("0.001"), Fraction("0.5")]
    assert [(p["x"], p["y"]) for p in curve["points"]] == [(float(p), float(cost(model, p))) for p in ends]
    without = {line["name"]: [p["y"] for p in line["points"]] for line in curve["lines"]}
    assert without == {
        "calling everybody positive": [float((1 - p) * ALARM) for p in ends],
        "calling nobody positive": [float(p * MISSED) for p in ends],
    }


def test_a_cut_off_is_the_prior_odds_against_a_positive_times_the_ratio_of_the_costs(left):
    for row in left(CUT).results["rows"]:
        if row["metric"] == "likelihood_ratio_cutoff":
            prevalence = Fraction(str(row["prevalence"]))
            ratio = 1 if row["summary"].endswith("-odds") else Fraction(ALARM, MISSED)
            assert row["estimate"] == float((1 - prevalence) / prevalence * ratio)
    assert left(CUT).row("probability/probability_cutoff/A")["estimate"] == float(Fraction(1, 11))


@each_model
def test_an_uncertain_prevalence_gives_a_row_at_each_limit_and_enters_no_interval(left, model):
    rows = [r for r in left(UNSURE).results["rows"] if (r["summary"], r["model"]) == ("cost", model)]
    assert [(r["scenario"], r["prevalence"]) for r in rows] == [
        (None, 0.05),
        ("prevalence-lower", 0.01),
        ("prevalence-upper", 0.12),
    ]
    for row in rows:
        prevalence = Fraction(str(row["prevalence"]))
        assert row["estimate"] == float(cost(model, prevalence))
        for got, want in zip((row["lower"], row["upper"]), limits(model, prevalence), strict=True):
            assert isclose(got, want, rel_tol=1e-12)


def test_the_limits_of_the_uncertain_prevalence_lie_on_both_sides_of_the_crossover(left):
    found = {c["prevalence"]: c["estimate"] for c in left(UNSURE).results["comparisons"]}
    assert [found[p] > 0 for p in (0.01, 0.05, 0.12)] == [True, True, False]
