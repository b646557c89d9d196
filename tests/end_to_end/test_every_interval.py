"""Every row of the language's table of intervals: a plan that declares it passes the checks and has limits; misfits do not."""

import pytest
from end_to_end.made import CLUSTERED, bootstrap, people, planned, rows_of, sound
from reports.study import study

FIXED = "macro, minimum_defined: 2"
IV = "{inverse-variance: {scale: logit, zero_cells: half-where-zero}}, minimum_defined: 2"
RE = "{random-effects: {scale: identity, zero_cells: half-where-zero, tau2: paule-mandel}}, minimum_defined: 3"
UNITS, STRATA = bootstrap(replicates=100), bootstrap(strata="cohort", replicates=100)
BCA = bootstrap(replicates=100).replace("percentile", "bca")

TABLE = [
    ("sensitivity", "pooled", ["wilson", "clopper-pearson", "jeffreys", "agresti-coull", UNITS, BCA]),
    ("precision", "each", ["wilson", "clopper-pearson", "jeffreys", "agresti-coull", UNITS]),
    ("auroc", "pooled", ["delong", "logit-delong", UNITS, BCA]),
    ("auroc", "each", ["delong", "logit-delong", UNITS]),
    ("average_precision", "pooled", ["logit", UNITS, BCA]),
    ("f1", "pooled", ["delta", UNITS, BCA]),
    ("mcc", "each", ["delta", UNITS]),
    ("likelihood_ratio_positive", "pooled", ["log-delta", UNITS]),
    ("diagnostic_odds_ratio", "pooled", ["log-delta", UNITS]),
    ("brier", "pooled", ["delta", UNITS, BCA]),
    ("{log_loss: {clip: 0.001}}", "pooled", ["delta", UNITS]),
    ("calibration_slope", "pooled", ["wald", UNITS]),
    ("calibration_intercept", "pooled", ["wald", UNITS]),
    ("{ece: {bins: 10, closed: right}}", "pooled", [UNITS]),
    ("{partial_auroc: {specificity_at_least: 0.80}}", "pooled", [UNITS]),
    ("sensitivity", FIXED, ["delta", STRATA]),
    ("sensitivity", "by-size, minimum_defined: 2", ["delta", STRATA]),
    ("sensitivity", "{weights: {A: 2, B: 1, C: 1}, why: shares}, minimum_defined: 3", ["delta", STRATA]),
    ("auroc", FIXED, ["delta", STRATA]),
    ("sensitivity", IV, ["wald"]),
    ("sensitivity", RE, ["wald", "hartung-knapp", "prediction-t", "prediction-normal"]),
]
COHORTS = bootstrap("cohorts", replicates=100)
NEW = [
    ("sensitivity", FIXED, ["t-between", COHORTS]),
    ("sensitivity", "macro, minimum_defined: 3", [COHORTS, COHORTS.replace("percentile", "bca")]),
]
CLUSTERS = [
    ("sensitivity", "pooled", ["cluster-ratio", bootstrap("clusters", replicates=100)]),
    ("auroc", "pooled", ["delong-cluster", bootstrap("clusters", replicates=100)]),
    ("auroc", "each", ["delong-cluster", bootstrap("clusters", replicates=100)]),
]
NO_THRESHOLD = ("auroc", "average_precision", "brier", "{log", "calibration", "{ece", "{partial")


def declared(rows, only=""):
    found = []
    for metric, word, methods in rows:
        for method in methods:
            at = "" if metric.startswith(NO_THRESHOLD) else "threshold: main, "
            given = method if method.startswith("{") else f"{{method: {method}, level: 0.9}}"
            role = "secondary" if found else "primary"
            found.append(
                f"\n  - {{id: s{len(found)}, role: {role}, metric: {metric}, models: [a], {at}cohorts: {word}, "
                f"interval: {given}}}"
            )
    return "".join(found)


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        (TABLE, {}),
        (NEW, {"plan": "{id: x, title: T, question: Q, target: new-cohort}"}),
        (CLUSTERS, {"units": CLUSTERED}),
    ],
)
def test_every_method_of_the_table_has_limits_around_its_value(tmp_path, rows, told):
    frame = people(300)
    pooled = (
        ""
        if rows is TABLE
        else ("\n  - {id: t, role: secondary, metric: sensitivity, threshold: main, models: [a], cohorts: pooled}")
    )
    made = planned(tmp_path / "p", frame, summaries=declared(rows) + pooled, **told)
    found = rows_of(sound(made))
    wanted = sum(len(m) * (3 if word == "each" else 1) for _, word, m in rows)
    with_limits = [r for a, r in found.items() if not a.startswith("t/")]
    assert len(with_limits) == wanted
    for row in with_limits:
        assert row["lower"] is not None, row
        assert row["lower"] <= row["estimate"] <= row["upper"], row
        assert row["lower"] < row["upper"], row


MISFITS = [
    ("f1", "pooled", "wilson"), ("auroc", "pooled", "wilson"), ("average_precision", "pooled", "delong"),
    ("sensitivity", "pooled", "delta"), ("sensitivity", "pooled", "log-delta"), ("brier", "pooled", "wald"),
    ("calibration_slope", "pooled", "delta"), ("{ece: {bins: 10, closed: right}}", "pooled", "delta"),
    ("{partial_auroc: {specificity_at_least: 0.80}}", "pooled", "delong"), ("auroc", "pooled", "cluster-ratio"),
    ("sensitivity", FIXED, "hartung-knapp"), ("sensitivity", IV, "prediction-t"), ("sensitivity", "pooled", "t-between"),
    ("likelihood_ratio_positive", "pooled", "delta"), ("sensitivity", "pooled", "newcombe-paired"),
    ("average_precision", FIXED, "logit"), ("f1", "by-size, minimum_defined: 2", "logit"),
    ("f1", FIXED, "hartung-knapp"), ("mcc", "each", "clopper-pearson"), ("auroc", "each", "logit"),
]  # fmt: skip


@pytest.mark.parametrize(("metric", "word", "method"), MISFITS)
def test_a_method_of_another_quantity_is_refused_before_the_seal(tmp_path, metric, word, method):
    made = planned(tmp_path / "p", people(60), summaries=declared([(metric, word, [method])]))
    names = set(made.errors())
    assert names & {"interval-does-not-fit", "interval-of-another-quantity", "unpaired-test-on-paired-units"}, names


CLASSES = {
    "outcome": "{kind: multiclass, column: outcome, classes: [x, y, z], definition: the class, reference_standard: panel}",
    "models": "{m: {scores: {x: sx, y: sy, z: sz}, ties: first-declared, scale: probability}}",
}
LABELS = {
    "outcome": "{kind: multilabel, positive: '1', negative: '0', labels: {x: {column: yx, definition: one}, "
    "y: {column: yy, definition: two}}, definition: findings, reference_standard: panel}",
    "models": "{m: {scores: {x: sx, y: sy}, scale: probability, direction: higher-is-positive}}",
}


@pytest.mark.parametrize(
    ("metric", "word", "told"),
    [
        ("auroc", "classes: macro, minimum_defined: 3", CLASSES),
        ("brier", "classes: by-support, minimum_defined: 3", CLASSES),
        ("average_precision", "classes: pooled", CLASSES),
        ("{top_k_accuracy: {k: 2}}", "", CLASSES),
        ("subset_accuracy", "threshold: main", LABELS),
        ("hamming_loss", "threshold: main", LABELS),
        ("f1_per_unit", "threshold: main", LABELS),
    ],
)
def test_a_bootstrap_that_the_tally_holds_too_little_for_is_refused_before_the_seal(tmp_path, metric, word, told):
    made = study(
        tmp_path / "p", rows=[(0.5, 1)], **told,
        summaries=f"\n  - {{id: s, role: primary, metric: {metric}, interval: {bootstrap()}{', ' + word if word else ''}}}",
    )  # fmt: skip
    assert "interval-does-not-fit" in made.errors()


def test_a_bootstrap_of_cohorts_has_nothing_to_draw_in_a_row_of_one_cohort(tmp_path):
    made = planned(tmp_path / "p", people(60), summaries=declared([("sensitivity", "each", [COHORTS])]))
    (finding,) = made.errors()["bootstrap-incomplete"]
    assert "each cohort has a row of its own" in finding.message
