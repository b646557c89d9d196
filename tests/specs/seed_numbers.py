"""Every number printed in the five texts behind the specs.

S0 is on summaries across cohorts, S1 on rare outcomes, S2 on holding cohorts out, S3 on pooling over classes, S4 on
prevalence and cost.
A line is: text, what the number is, the number as printed, where it comes from here. Several counts stand in one line.
"""

from typing import Any

TWO, SAME, POOR = "cohorts/two-cohorts", "cohorts/same-rates", "cohorts/poor-small-cohort"
ACC, SENS, SPLIT = (f"leave-one-cohort-out/{name}" for name in ("accuracy", "sensitivity", "one-split"))
THREE, SINGLE, MULTI, EQUAL = (
    f"micro-averaging/{name}" for name in ("three-classes", "single-label", "multi-label", "equal-supports")
)
EVERYBODY, POINT = "rare-outcomes/all-negative", "rare-outcomes/ranking-and-operating-point"
PLACES, CROSS, CUT, UNSURE = (
    f"prevalence-and-cost/{name}" for name in ("two-populations", "crossover", "cut-offs", "uncertain")
)

FOURFOLD = "tp fn tn fp"
MARGINS = "positives negatives"
METRICS = ("sensitivity", "specificity", "accuracy", "precision")

Line = tuple[str, str, str, tuple[Any, ...]]


def each(spec: str, cohort: str, printed: str, text: str = "S0") -> list[Line]:
    """One cohort's four metrics, in the order of METRICS; a dash where the text prints none."""
    return _four(spec, f"in-each/{{}}/m1/cohort={cohort}", f"cohort {cohort}", printed, text)


def pooled(spec: str, printed: str) -> list[Line]:
    return _four(spec, "all-units-alike/{}/m1", "pooled", printed)


def macro(spec: str, printed: str) -> list[Line]:
    return _four(spec, "cohorts-alike/{}/m1", "macro", printed)


def _four(spec: str, address: str, what: str, printed: str, text: str = "S0") -> list[Line]:
    return [
        (text, f"{what} {metric}", number, ("row", spec, address.format(metric)))
        for metric, number in zip(METRICS, printed.split(), strict=True)
        if number != "-"
    ]


def counts(text: str, spec: str, cohort: str, fields: str, printed: str) -> Line:
    return text, f"cohort {cohort}: {fields}", printed, ("counts", spec, cohort, fields)


def sums(text: str, spec: str, fields: str, printed: str) -> Line:
    return text, f"pooled: {fields}", printed, ("sums", spec, fields)


E1 = {"tp": 24, "fn": 6, "tn": 56, "fp": 14}
E2 = ({"tp": 72, "fn": 8, "tn": 0, "fp": 0}, {"tp": 12, "fn": 8, "tn": 0, "fp": 0})
E2_LOCO = ({"tp": 9, "fn": 1, "tn": 0, "fp": 0}, {"tp": 18, "fn": 12, "tn": 0, "fp": 0})
NO_POSITIVE = {"tp": 0, "fn": 0, "tn": 9, "fp": 1}

S0: list[Line] = [
    counts("S0", TWO, "A", f"{FOURFOLD} {MARGINS}", "72 18 180 20 90 200"),
    counts("S0", TWO, "B", f"{FOURFOLD} {MARGINS}", "18 12 63 27 30 90"),
    *each(TWO, "A", "72/90=0.8000 180/200=0.9000 252/290=0.8690 72/92=0.7826"),
    *each(TWO, "B", "18/30=0.6000 63/90=0.7000 81/120=0.6750 18/45=0.4000"),
    sums("S0", TWO, FOURFOLD, "90 30 243 47"),
    *pooled(TWO, "90/120=0.7500 243/290=0.8379 333/410=0.8122 90/137=0.6569"),
    *macro(TWO, "0.7000 0.8000 0.7720 0.5913"),
    ("S0", "pooled sensitivity as a weighted mean", "0.75", ("row", TWO, "all-units-alike/sensitivity/m1")),
    ("S0", "weight of A in it", "90/120", ("weight", TWO, "all-units-alike/sensitivity/m1", "A")),
    ("S0", "weight of B in it", "30/120", ("weight", TWO, "all-units-alike/sensitivity/m1", "B")),
    ("S0", "value of A in it", "0.80", ("member", TWO, "all-units-alike/sensitivity/m1", "A")),
    ("S0", "value of B in it", "0.60", ("member", TWO, "all-units-alike/sensitivity/m1", "B")),
    counts("S0", SAME, "A", f"units {MARGINS} {FOURFOLD}", "200 20 180 16 4 162 18"),
    counts("S0", SAME, "B", f"units {MARGINS} {FOURFOLD}", "200 160 40 128 32 36 4"),
    *each(SAME, "A", "0.8000 0.9000 178/200=0.8900 16/34=0.4706"),
    *each(SAME, "B", "0.8000 0.9000 164/200=0.8200 128/132=0.9697"),
    ("S0", "prevalence in A", "20/200=0.1000", ("prevalence", SAME, "A")),
    ("S0", "prevalence in B", "160/200=0.8000", ("prevalence", SAME, "B")),
    ("S0", "prevalence in A, in the formula", "0.10", ("prevalence", SAME, "A")),
    ("S0", "prevalence in B, in the formula", "0.80", ("prevalence", SAME, "B")),
    ("S0", "share of negatives in A, in the formula", "0.90", ("negatives", SAME, "A")),
    ("S0", "share of negatives in B, in the formula", "0.20", ("negatives", SAME, "B")),
    ("S0", "sensitivity in A, in the formula", "0.80", ("row", SAME, "in-each/sensitivity/m1/cohort=A")),
    ("S0", "sensitivity in B, in the formula", "0.80", ("row", SAME, "in-each/sensitivity/m1/cohort=B")),
    ("S0", "specificity in A, in the formula", "0.90", ("row", SAME, "in-each/specificity/m1/cohort=A")),
    ("S0", "specificity in B, in the formula", "0.90", ("row", SAME, "in-each/specificity/m1/cohort=B")),
    ("S0", "accuracy in A, as the formula gives it", "0.8900", ("row", SAME, "in-each/accuracy/m1/cohort=A")),
    ("S0", "accuracy in B, as the formula gives it", "0.8200", ("row", SAME, "in-each/accuracy/m1/cohort=B")),
    sums("S0", SAME, FOURFOLD, "144 36 198 22"),
    *pooled(SAME, "144/180=0.8000 198/220=0.9000 342/400=0.8550 144/166=0.8675"),
    ("S0", "size-weighted mean of the accuracies", "0.8550", ("row", SAME, "cohorts-alike/accuracy/m1")),
    ("S0", "accuracy of A in it", "0.8900", ("member", SAME, "cohorts-alike/accuracy/m1", "A")),
    ("S0", "accuracy of B in it", "0.8200", ("member", SAME, "cohorts-alike/accuracy/m1", "B")),
    counts("S0", POOR, "large", f"{MARGINS} {FOURFOLD}", "450 450 405 45 405 45"),
    counts("S0", POOR, "small", f"{MARGINS} {FOURFOLD}", "50 50 10 40 10 40"),
    *each(POOR, "large", "405/450=0.9000 405/450=0.9000 810/900=0.9000 -"),
    *each(POOR, "small", "10/50=0.2000 10/50=0.2000 20/100=0.2000 -"),
    *each(POOR, "small", "20% 20% 20% -"),
    sums("S0", POOR, FOURFOLD, "415 85 415 85"),
    *pooled(POOR, "415/500=0.8300 415/500=0.8300 830/1000=0.8300 -"),
    *macro(POOR, "- - 0.5500 -"),
    ("S0", "exercise 1, sensitivity", "24/30=0.8000", ("metric", "sensitivity", E1)),
    ("S0", "exercise 1, specificity", "56/70=0.8000", ("metric", "specificity", E1)),
    ("S0", "exercise 1, accuracy", "80/100=0.8000", ("metric", "accuracy", E1)),
    ("S0", "exercise 1, precision", "24/38=0.6316", ("metric", "precision", E1)),
    ("S0", "exercise 2, the first cohort", "0.90", ("metric", "sensitivity", E2[0])),
    ("S0", "exercise 2, the second cohort", "0.60", ("metric", "sensitivity", E2[1])),
    ("S0", "exercise 2, pooled sensitivity", "84/100=0.8400", ("pooled", "sensitivity", E2)),
    ("S0", "exercise 2, macro sensitivity", "0.7500", ("macro", "sensitivity", E2)),
    ("S0", "exercise 3, the cohort itself", "undefined", ("metric", "sensitivity", NO_POSITIVE)),
    ("S0", "exercise 3, pooled with it", "84/100=0.8400", ("pooled", "sensitivity", (*E2, NO_POSITIVE))),
    ("S0", "exercise 3, macro with it", "0.7500", ("macro", "sensitivity", (*E2, NO_POSITIVE))),
]

S1: list[Line] = [
    ("S1", "prevalence", "1%", ("row", EVERYBODY, "positives/prevalence/nobody")),
    ("S1", "accuracy of calling nobody", "99%", ("row", EVERYBODY, "beside/accuracy/nobody")),
    ("S1", "positive cases that it finds, no", "0", ("numerator", EVERYBODY, "found/sensitivity/nobody")),
    ("S1", "precision where nobody is called", "undefined", ("row", EVERYBODY, "beside/precision/nobody")),
    ("S1", "recall of calling everybody", "1", ("row", EVERYBODY, "found/sensitivity/everybody")),
    ("S1", "its precision, the prevalence", "1%", ("row", EVERYBODY, "beside/precision/everybody")),
    ("S1", "specificity aimed at", "95%", ("target", POINT, "sp95")),
    ("S1", "recall from which the curve is drawn", "0", ("curve", POINT, "precision-by-sensitivity/m1", 0, "x")),
    ("S1", "precision there", "undefined", ("curve", POINT, "precision-by-sensitivity/m1", 0, "y")),
    ("S1", "recall at its other end", "1", ("curve", POINT, "precision-by-sensitivity/m1", -1, "x")),
]

S2: list[Line] = [
    counts("S2", ACC, "1", "units", "40"),
    counts("S2", ACC, "2", "units", "30"),
    counts("S2", ACC, "3", "units", "50"),
    sums("S2", ACC, "units", "120"),
    ("S2", "training side of fold 1", "80", ("training", ACC, "1")),
    ("S2", "training side of fold 2", "90", ("training", ACC, "2")),
    ("S2", "training side of fold 3", "70", ("training", ACC, "3")),
    ("S2", "cohort 1 accuracy", "34/40=0.850", ("row", ACC, "in-each/accuracy/m1/cohort=1")),
    ("S2", "cohort 2 accuracy", "21/30=0.700", ("row", ACC, "in-each/accuracy/m1/cohort=2")),
    ("S2", "cohort 3 accuracy", "42/50=0.840", ("row", ACC, "in-each/accuracy/m1/cohort=3")),
    ("S2", "equal-weight mean", "0.7967", ("row", ACC, "cohorts-alike/accuracy/m1")),
    ("S2", "equal-weight mean", "79.7%", ("row", ACC, "cohorts-alike/accuracy/m1")),
    ("S2", "pooled fraction", "97/120=0.8083", ("row", ACC, "all-units-alike/accuracy/m1")),
    ("S2", "pooled fraction", "80.8%", ("row", ACC, "all-units-alike/accuracy/m1")),
    counts("S2", SENS, "1", FOURFOLD, "8 2 8 2"),
    counts("S2", SENS, "2", FOURFOLD, "3 1 4 2"),
    counts("S2", SENS, "3", FOURFOLD, "1 4 14 1"),
    ("S2", "cohort 1 sensitivity", "8/10=0.800", ("row", SENS, "in-each/sensitivity/m1/cohort=1")),
    ("S2", "cohort 2 sensitivity", "3/4=0.750", ("row", SENS, "in-each/sensitivity/m1/cohort=2")),
    ("S2", "cohort 3 sensitivity", "1/5=0.200", ("row", SENS, "in-each/sensitivity/m1/cohort=3")),
    ("S2", "equal-weight mean", "0.5833", ("row", SENS, "cohorts-alike/sensitivity/m1")),
    *(("S2", "a third for each cohort", "1/3", ("weight", SENS, "cohorts-alike/sensitivity/m1", c)) for c in "123"),
    sums("S2", SENS, "tp fn", "12 7"),
    ("S2", "pooled sensitivity", "12/19=0.6316", ("row", SENS, "all-units-alike/sensitivity/m1")),
    ("S2", "the cut-off of the split", "0.60", ("threshold", SPLIT, "3")),
    counts("S2", SPLIT, "3", f"{MARGINS} {FOURFOLD}", "3 3 2 1 2 1"),
    ("S2", "scores of its positives", "0.90 0.70 0.40", ("scores", SPLIT, "1")),
    ("S2", "scores of its negatives", "0.80 0.30 0.10", ("scores", SPLIT, "0")),
    ("S2", "sensitivity in the held-out cohort", "2/3=0.6667", ("row", SPLIT, "found/sensitivity/m1")),
    ("S2", "specificity in the held-out cohort", "2/3=0.6667", ("row", SPLIT, "beside/specificity/m1")),
    ("S2", "accuracy in the held-out cohort", "4/6=0.6667", ("row", SPLIT, "beside/accuracy/m1")),
    ("S2", "exercise 1, fits with four cohorts", "4", ("fits", "indo-rct")),
    ("S2", "exercise 1, cohorts that each trains on", "3", ("trained on", "indo-rct")),
    ("S2", "exercise 2, the first cohort", "9/10=0.90", ("metric", "accuracy", E2_LOCO[0])),
    ("S2", "exercise 2, the second cohort", "18/30=0.60", ("metric", "accuracy", E2_LOCO[1])),
    ("S2", "exercise 2, equal-weight mean", "0.75", ("macro", "accuracy", E2_LOCO)),
    ("S2", "exercise 2, pooled accuracy", "27/40=0.675", ("pooled", "accuracy", E2_LOCO)),
]

S3: list[Line] = [
    *(
        ("S3", f"class {c}: tp fp", n, ("class", THREE, c, "tp fp"))
        for c, n in zip("ABC", ("90 10", "30 20", "5 15"), strict=True)
    ),
    ("S3", "class A, precision", "90/100=0.90", ("row", THREE, "in-each/precision/m1/class=A")),
    ("S3", "class B, precision", "30/50=0.60", ("row", THREE, "in-each/precision/m1/class=B")),
    ("S3", "class C, precision", "5/20=0.25", ("row", THREE, "in-each/precision/m1/class=C")),
    ("S3", "macro precision", "0.583", ("row", THREE, "classes-alike/precision/m1")),
    ("S3", "micro precision", "125/170=0.735", ("row", THREE, "classes-pooled/precision/m1")),
    ("S3", "summands of macro precision", "0.90", ("class member", THREE, "classes-alike/precision/m1", "A")),
    ("S3", "summands of macro precision", "0.60", ("class member", THREE, "classes-alike/precision/m1", "B")),
    ("S3", "summands of macro precision", "0.25", ("class member", THREE, "classes-alike/precision/m1", "C")),
    *(
        ("S3", f"single-label, units of class {c}", n, ("class", SINGLE, c, "positives"))
        for c, n in zip("012", ("700", "250", "50"), strict=True)
    ),
    ("S3", "single-label, units of class 0 called another", "60", ("class", SINGLE, "0", "fn")),
    ("S3", "single-label, units of class 1 called another", "90", ("class", SINGLE, "1", "fn")),
    ("S3", "multi-label, units", "4000", ("class", MULTI, "l0", "units")),
    ("S3", "multi-label, labels", "5", ("labels", MULTI)),
    ("S3", "single-label, accuracy", "0.8000", ("row", SINGLE, "right/accuracy/m1")),
    ("S3", "single-label, micro precision", "0.8000", ("row", SINGLE, "classes-pooled/precision/m1")),
    ("S3", "single-label, micro recall", "0.8000", ("row", SINGLE, "classes-pooled/sensitivity/m1")),
    ("S3", "single-label, micro F1", "0.8000", ("row", SINGLE, "classes-pooled/f1/m1")),
    ("S3", "multi-label, subset accuracy", "0.4582", ("row", MULTI, "all-labels-right/subset_accuracy/m1")),
    ("S3", "multi-label, micro precision", "0.7158", ("row", MULTI, "labels-pooled/precision/m1")),
    ("S3", "multi-label, micro recall", "0.8583", ("row", MULTI, "labels-pooled/sensitivity/m1")),
    ("S3", "multi-label, micro F1", "0.7806", ("row", MULTI, "labels-pooled/f1/m1")),
    ("S3", "equal supports, recall of one class", "1.0", ("row", EQUAL, "in-each/sensitivity/m1/class=A")),
    ("S3", "equal supports, recall of the other", "0.5", ("row", EQUAL, "in-each/sensitivity/m1/class=B")),
    ("S3", "equal supports, macro recall", "0.75", ("row", EQUAL, "classes-alike/sensitivity/m1")),
    ("S3", "equal supports, micro recall", "0.75", ("row", EQUAL, "classes-pooled/sensitivity/m1")),
]


def both(address: str, printed: str, spec: str = CROSS) -> list[Line]:
    """Of model A, then of B."""
    return [
        ("S4", f"{address} of {model}", number, ("row", spec, f"{address}/{model}"))
        for model, number in zip("AB", printed.split(), strict=True)
    ]


def cut_off(population: str, prevalence: str, odds: str, ratio: str) -> list[Line]:
    """A line of the table of likelihood ratios: prevalence, prior odds (the cut-off where both errors cost the same), cut-off."""
    row = f"{population}/likelihood_ratio_cutoff/A"
    return [
        ("S4", f"{population}: prevalence", prevalence, ("at", CUT, row)),
        ("S4", f"{population}: prior odds", odds, ("row", CUT, f"{population}-odds/likelihood_ratio_cutoff/A")),
        ("S4", f"{population}: cut-off", ratio, ("row", CUT, row)),
    ]


S4: list[Line] = [
    ("S4", "prevalence of the selected population", "25%", ("at", PLACES, "selected-cost/expected_cost/A")),
    ("S4", "prevalence of the broader population", "0.5%", ("at", PLACES, "broad-cost/expected_cost/A")),
    *both("rates/sensitivity", "96.0% 80.0%", PLACES),
    *both("rates/specificity", "88.0% 98.5%", PLACES),
    *both("found/sensitivity", "0.960 0.800"),
    *both("false-alarms/false_positive_rate", "0.120 0.015"),
    *both("limits/precision", "0 0"),
    *both("limits/npv", "100% 100%"),
    ("S4", "difference of the sensitivities", "0.160", ("compared", CROSS, "more-found/sensitivity/A vs B")),
    ("S4", "difference of the false-positive rates", "0.105", ("compared", CROSS, "more-alarms/false_positive_rate/A vs B")),
    ("S4", "cost of a false negative", "500", ("cost", CROSS, "false_negative")),
    ("S4", "cost of a false negative, in the script", "500.0", ("cost", CROSS, "false_negative")),
    ("S4", "cost of a false positive", "50", ("cost", CROSS, "false_positive")),
    ("S4", "cost of a false positive, in the script", "50.0", ("cost", CROSS, "false_positive")),
    ("S4", "their ratio, to 1", "10", ("cost ratio", CROSS)),
    ("S4", "C_FP/C_FN", "0.1", ("row", CUT, "balanced/likelihood_ratio_cutoff/A")),
    ("S4", "numerator of the crossover", "5.25", ("compared", CROSS, "alarms-cost/expected_cost/A vs B")),
    ("S4", "the other summand", "80.0", ("compared", CROSS, "misses-cost/expected_cost/B vs A")),
    ("S4", "denominator of the crossover", "85.25",
     ("summed", CROSS, "alarms-cost/expected_cost/A vs B", "misses-cost/expected_cost/B vs A")),
    ("S4", "crossover", "6.16%", ("compared", CROSS, "crossover/expected_cost/A vs B")),
    ("S4", "crossover, as the script prints it", "6.158%", ("compared", CROSS, "crossover/expected_cost/A vs B")),
    *cut_off("balanced", "50.0%", "1.0×", "0.10"),
    *cut_off("fifth", "20.0%", "4.0×", "0.40"),
    *cut_off("crossover", "6.16%", "15.2×", "1.52"),
    *cut_off("hundredth", "1.0%", "99.0×", "9.90"),
    *cut_off("thousandth", "0.1%", "999.0×", "99.90"),
    ("S4", "20% positive, in words", "20%", ("at", CUT, "fifth/likelihood_ratio_cutoff/A")),
    ("S4", "1% positive, in words", "1%", ("at", CUT, "hundredth/likelihood_ratio_cutoff/A")),
    ("S4", "probability cut-off at equal costs", "0.5", ("row", CUT, "probability-alike/probability_cutoff/A")),
    ("S4", "lowest prevalence of the figure", "0.001", ("curve", CROSS, "cost-by-prevalence/A", 0, "x")),
    ("S4", "highest prevalence of the figure", "0.50", ("curve", CROSS, "cost-by-prevalence/A", -1, "x")),
]  # fmt: skip

NO_RESULT = {
    (
        "S3",
        "0.3 and 0.15",
    ): "chances that a label is there, and called wrong, in the script that specs/micro-averaging repeats",
    ("S3", "seeds 0 and 1, 90% one class"): "seeds of that script; and a share said in passing, of no data",
    ("S4", "10,000 cases"): "a cost a case is the result; times 10,000 it is the text's, see the README of the spec",
    ("S4", "300 points"): "how finely its script draws a straight line; two points say all of it here",
    ("S4", "N(0,1) and N(2.2,1)"): "the densities of a drawing, from which the text prints no number",
    ("S4", "13, 5, 120, 2.5, 0.3"): "size, resolution, width and shade of the script's figure",
}
"""Printed figures that are no result of anything, and why. Sizes of training sides are none of a run either: the check
finds them in the manifest, and they are compared there."""
