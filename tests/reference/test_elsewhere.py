"""Where other software gives another value in a stored case, the definition that it concerns says so."""

import json
import re
from pathlib import Path

import pytest

from evalspec.results.comparisons import tests as comparisons
from evalspec.results.estimates import intervals, summaries
from evalspec.tally.needs import curves, metrics

CASES = Path(__file__).parent / "cases"

CONCERNS = {
    "ap_interval": {"average_precision": ["average_precision"]},
    "auroc": {"auroc": ["auroc"]},
    "average_precision": {"average_precision": ["average_precision"]},
    "binary_counts": {
        "ppv": ["precision"], "npv": ["npv"], "f1": ["f1"], "mcc": ["mcc"], "sensitivity": ["sensitivity"],
        "dor": ["diagnostic_odds_ratio"], "lr_pos": ["likelihood_ratio_positive"],
        "lr_neg": ["likelihood_ratio_negative"], "balanced_accuracy": ["balanced_accuracy"],
    },
    "cluster": {"se_ratio_with_m_over_m_minus_1": ["cluster-ratio"]},
    "delong": {"z|p_value": ["comparison delong"], "(lower|upper)_[ab]": ["delong"]},
    "fixed_operating_point": {"ppv": ["precision"], "threshold": ["roc"]},
    "mcnemar": {"exact_p": ["mcnemar-exact"], "continuity_corrected_p": ["mcnemar-exact", "mcnemar-midp"]},
    "meta": {"tau2|I2_percent|random_(estimate|se)": ["random-effects"], "random_(lower|upper)": ["wald"]},
    "micro_auroc": {"macro_auroc_omit_undefined": ["auroc", "macro"]},
    "multiclass": {"macro_.*": ["macro"], "weighted_.*": ["by-support"], "f1_.*": ["f1"], "mcc": ["mcc"]},
    "multilabel": {
        "macro_.*": ["macro"], "samples_precision_.*": ["precision_per_unit"],
        "samples_recall_.*": ["sensitivity_per_unit"], "samples_f1_.*": ["f1_per_unit"],
    },
    "probability": {
        "ece_.*": ["ece"], "log_loss": ["log_loss"], "calibration_intercept_joint": ["calibration_intercept"],
        "calibration_slope": ["calibration_slope"],
    },
    "proportion_ci": {
        "clopper_pearson_.*": ["clopper-pearson"], "jeffreys_.*": ["jeffreys"], "wilson_.*": ["wilson"],
        "agresti_coull_.*": ["agresti-coull"],
    },
}  # fmt: skip
"""Kind of case, then its entries, to the definitions that an entry is a value of."""

SAID_AS = {"base": "R's cut", "stats": "binom.test", "lightgbm": "LightGBM", "pycm": "PyCM"}
"""A package whose functions, or another spelling, are what people know it by."""


def definition(name):
    if name.startswith("comparison "):
        return comparisons()[name.removeprefix("comparison ")]
    for found in (metrics(), intervals(), summaries(), comparisons(), curves()):
        if name in found:
            return found[name]
    raise KeyError(name)


def package(source):
    (name,) = re.match(r"(?:R [\d.]+ )?([\w-]+)", source).groups()
    return SAID_AS.get(name, name)


def disagreements():
    found = set()
    for path in sorted(CASES.glob("*.json")):
        case = json.loads(path.read_text())
        for name, entry in case["expected"].items():
            if isinstance(entry, dict):
                found |= {(case["kind"], name, package(d["source"])) for d in entry.get("disagrees", ())}
    return sorted(found)


def test_many_packages_disagree_somewhere():
    assert len({package for *_, package in disagreements()}) > 15


@pytest.mark.parametrize(("kind", "name", "package"), disagreements())
def test_a_package_that_gives_another_value_is_named_by_the_definition(kind, name, package):
    ids = [ids for entries, ids in CONCERNS[kind].items() if re.fullmatch(entries, name)]
    assert ids, f"{kind} {name} is a value of no definition that is listed here"
    for ident in ids[0]:
        said = definition(ident).elsewhere
        assert any(package in line for line in said), f"{ident} does not say that {package} differs"
