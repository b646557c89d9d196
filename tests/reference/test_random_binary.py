"""Metrics of the four counts and log-scale limits, against R on 200 random tables."""

from fractions import Fraction

import pytest
from reference.of_random import METRICS, Compared, Convention, Given, check, complete, limits_of

from evalspec.records import Counts, Ratio, Spread, Undefined

FILE = "binary"
RATES = (
    "sensitivity", "specificity", "precision", "npv", "accuracy", "prevalence", "positive_rate", "youden",
    "false_positive_rate", "false_negative_rate", "false_discovery_rate", "false_omission_rate", "balanced_accuracy",
    "detection_rate",
)  # fmt: skip
INFINITE = "a number above 0 over 0: R says infinity; here undefined, and the zero denominator is named"


def counts(given: Given) -> Counts:
    return Counts(tp=given["tp"], fn=given["fn"], tn=given["tn"], fp=given["fp"])


def metric(name):
    return lambda given: METRICS[name](counts(given))


def log_delta(name):
    """The variance by the delta method, positives and negatives being two binomials: gradient' Cov gradient."""

    def limits(given):
        of = counts(given)
        value = METRICS[name](of)
        if isinstance(value, Undefined):
            return [None, None]
        tp, fn, tn, fp = map(Fraction, METRICS[name].gradient(of))
        variance = sum(
            Fraction(a * b, a + b) * (one - other) ** 2
            for a, b, one, other in ((of.tp, of.fn, tp, fn), (of.tn, of.fp, tn, fp))
        )
        return limits_of("log-delta", given, Spread(value.exact, variance))

    return limits


def both_classes(g: Given) -> bool:
    return g["tp"] + g["fn"] > 0 and g["tn"] + g["fp"] > 0


def infinite(name: str, g: Given) -> bool:
    """Whether the value is a number above 0 over 0."""
    above, below = {
        "likelihood_ratio_positive": (g["tp"], g["fp"]),
        "likelihood_ratio_negative": (g["fn"], g["tn"]),
        "diagnostic_odds_ratio": (g["tp"] * g["tn"], g["fp"] * g["fn"]),
    }[name]
    return both_classes(g) and above > 0 and below == 0


def zero(name: str, g: Given) -> bool:
    above, below = {
        "likelihood_ratio_positive": (g["tp"], g["fp"]),
        "likelihood_ratio_negative": (g["fn"], g["tn"]),
        "diagnostic_odds_ratio": (g["tp"] * g["tn"], g["fp"] * g["fn"]),
    }[name]
    return both_classes(g) and above == 0 and below > 0


def odds(name: str, values: int) -> Compared:
    when = Convention(when=lambda g, _: infinite(name, g), said="Inf", why=INFINITE, values=values)
    return Compared(name=name, here=metric(name), conventions=(when,))


def odds_limits(stored_as: str, name: str, at_infinity: int, at_zero: int) -> Compared:
    return Compared(
        name=stored_as,
        here=log_delta(name),
        needs=(("interval", "log-delta"),),
        conventions=(
            Convention(
                when=lambda g, item: infinite(name, g) and item == 1, said="Inf", why=INFINITE, values=at_infinity
            ),
            Convention(
                when=lambda g, item: zero(name, g) and item == 0,
                said="number",
                why="of a value 0 R says 0 for the lower limit and nothing for the upper; here there are none",
                values=at_zero,
            ),
        ),
    )


QUANTITIES = (
    *(Compared(name=name, here=metric(name)) for name in RATES),
    odds("likelihood_ratio_positive", 14),
    odds("likelihood_ratio_negative", 15),
    odds("diagnostic_odds_ratio", 26),
    odds_limits("likelihood_ratio_positive.log_delta", "likelihood_ratio_positive", 14, 20),
    odds_limits("likelihood_ratio_negative.log_delta", "likelihood_ratio_negative", 15, 16),
    odds_limits("diagnostic_odds_ratio.log_delta", "diagnostic_odds_ratio", 26, 33),
    odds_limits("diagnostic_odds_ratio.log_delta.vcd", "diagnostic_odds_ratio", 26, 33),
    Compared(
        name="sensitivity.clopper_pearson",
        here=lambda g: limits_of("clopper-pearson", g, Ratio(g["tp"], g["tp"] + g["fn"])),
        conventions=(
            Convention(
                when=lambda g, _: g["tp"] + g["fn"] == 0, said="number", why="epiR says 0 to 1 of no unit", values=12
            ),
        ),
    ),
    *(
        Compared(
            name=name,
            here=metric("f1"),
            conventions=(
                Convention(
                    when=lambda g, _: g["tp"] == 0 and g["tp"] + g["fp"] > 0 and g["tp"] + g["fn"] > 0,
                    said="NaN",
                    why="precision and sensitivity are both 0, their harmonic mean 0/0; here by the counts, a true 0",
                    values=20,
                ),
                Convention(
                    when=lambda g, _: g["tp"] == 0 and (g["tp"] + g["fp"] == 0) != (g["tp"] + g["fn"] == 0),
                    said="NA",
                    why="precision or sensitivity is 0/0; here by the counts, a true 0 as long as one of them is not",
                    values=10,
                ),
            ),
        )
        for name in ("f1", "f1.MLmetrics")
    ),
    *(Compared(name=name, here=metric("kappa")) for name in ("kappa", "kappa.caret", "kappa.epiR")),
    *(Compared(name=name, here=metric("mcc")) for name in ("mcc", "mcc.psych")),
)


FILES = {FILE: QUANTITIES}


@pytest.mark.parametrize("compared", QUANTITIES, ids=lambda c: c.name)
def test_a_metric_of_the_four_counts_is_that_of_r(compared):
    assert check(FILE, compared) == []


def test_every_stored_metric_is_compared():
    complete(FILE, QUANTITIES, {})
