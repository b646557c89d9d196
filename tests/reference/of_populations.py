"""Other populations, costs and fixed operating points, under the names of the reference cases. None is undefined."""

from decimal import Decimal
from fractions import Fraction
from math import log
from typing import Any

from metrics.strategies import METRICS, groups_of

from evalspec.comparisons._crossover import crossover, crossover_formula
from evalspec.cutoffs.choose import choose, cuts
from evalspec.metrics._population import at_population, posterior_at
from evalspec.plan.model.design import ThresholdRule
from evalspec.records import Costs, Counts, ScoreGroup, Undefined
from evalspec.terms import PositiveWhen

AT_LEAST = PositiveWhen.AT_LEAST
SHARES = {"sensitivity": "sensitivity", "specificity": "specificity", "ppv": "precision", "accuracy": "accuracy"}
RE_EXPRESSED = {"ppv": "precision", "npv": "npv", "accuracy": "accuracy"}

Named = dict[str, Any]


def number(value: Any) -> float | None:
    return None if isinstance(value, Undefined) else float(value.exact)


def exactly(written: float | str) -> Fraction:
    """The decimal as it stands in the file, or two of them as a fraction."""
    above, _, below = str(written).partition("/")
    return Fraction(above) / Fraction(below or "1")


def with_rates(sensitivity: Fraction, false_positive_rate: Fraction) -> Counts:
    """The smallest table with these rates."""
    tp, fp = sensitivity, false_positive_rate
    return Counts(tp=tp.numerator, fn=tp.denominator - tp.numerator, fp=fp.numerator, tn=fp.denominator - fp.numerator)


def models(inputs: dict[str, Any]) -> dict[str, Counts]:
    read = {name: inputs[f"model_{name}"] for name in ("a", "b")}
    return {
        name: with_rates(exactly(m["tpr"]), exactly(m["fpr"]) if "fpr" in m else 1 - exactly(m["tnr"]))
        for name, m in read.items()
    }


def prior_shift(inputs: dict[str, Any]) -> Named:
    if "q" in inputs:
        old, new = exactly(inputs["prior_old"]), exactly(inputs["prior_new"])
        return {"posterior": [float(posterior_at(exactly(q), prior=old, new_prior=new)) for q in inputs["q"]]}
    counts = (
        Counts(tp=inputs["tp"], fn=inputs["fn"], tn=inputs["tn"], fp=inputs["fp"])
        if "tp" in inputs
        else with_rates(exactly(inputs["se"]), 1 - exactly(inputs["sp"]))
    )
    at = exactly(inputs["prevalence"])
    return {name: number(at_population(METRICS[metric], counts, at)) for name, metric in RE_EXPRESSED.items()}


def cost(inputs: dict[str, Any]) -> Named:
    costs = Costs(false_negative=exactly(inputs["c_fn"]), false_positive=exactly(inputs["c_fp"]))
    at = [exactly(p) for p in inputs["prevalence"]]
    if "bayes" in inputs:
        return cutoffs(inputs, costs, at)
    of = models(inputs)
    per_case = {
        name: [at_population(METRICS["expected_cost"], counts, p, costs=costs).exact for p in at]
        for name, counts in of.items()
    }
    pairs = zip(per_case["a"], per_case["b"], strict=True)
    return {
        "crossover": number(crossover(of["a"], of["b"], costs=costs)),
        "crossover_formula_value": number(crossover_formula(of["a"], of["b"], costs=costs)),
        **{f"cost_per_case_{name}": [float(c) for c in found] for name, found in per_case.items()},
        **{f"cost_per_n_{name}": [float(c * inputs["n"]) for c in found] for name, found in per_case.items()},
        "lower_cost": ["equal" if a == b else "a" if a < b else "b" for a, b in pairs],
    }


def cutoffs(inputs: dict[str, Any], costs: Costs, at: list[Fraction]) -> Named:
    """The score cut-off is where two normal densities of one spread stand in the likelihood ratio."""
    equal = Costs(false_negative=Fraction(1), false_positive=Fraction(1))
    ratios = [METRICS["likelihood_ratio_cutoff"](prevalence=p, costs=costs).exact for p in at]
    low, high, spread = inputs["mu0"], inputs["mu1"], inputs["sd"]
    return {
        "lr_threshold": [float(r) for r in ratios],
        "posterior_threshold": number(METRICS["probability_cutoff"](prevalence=None, costs=costs)),
        "score_cutoff": [(low + high) / 2 + spread**2 * log(r) / (high - low) for r in ratios],
        "prior_odds_factor": [number(METRICS["likelihood_ratio_cutoff"](prevalence=p, costs=equal)) for p in at],
    }


def groups(side: dict[str, list[Any]]) -> tuple[ScoreGroup, ...]:
    return groups_of([(s, y == 1) for s, y in zip(side["scores"], side["labels"], strict=True)])


def called(of: tuple[ScoreGroup, ...], threshold: float) -> Counts:
    return Counts(
        tp=sum(g.n_positive for g in of if g.score >= threshold),
        fn=sum(g.n_positive for g in of if g.score < threshold),
        tn=sum(g.n_negative for g in of if g.score < threshold),
        fp=sum(g.n_negative for g in of if g.score >= threshold),
    )


def fixed_operating_point(inputs: dict[str, Any]) -> Named:
    out: Named = {}
    threshold = inputs.get("threshold")
    if threshold is None:
        of = groups(inputs["dev"])
        rule = ThresholdRule.model_validate({f"{inputs['target']}_at_least": Decimal(str(inputs["value"]))})
        found = choose(of, rule, AT_LEAST, None).values
        if not found:
            return {"threshold": None}
        threshold = found[0]
        at = dict(cuts(of, AT_LEAST))[threshold]
        out = {"threshold": threshold} | {
            f"dev_{name}": number(METRICS[name](at)) for name in ("sensitivity", "specificity")
        }
    counts = called(groups(inputs["eval"]), threshold)
    shares = {name: number(METRICS[metric](counts)) for name, metric in SHARES.items()}
    return {**out, **shares, "tp": counts.tp, "fp": counts.fp, "tn": counts.tn, "fn": counts.fn}


def seed_of_models(inputs: dict[str, Any]) -> Named:
    """Two models by their rates; costs as the text says them, 500 and 50, where the case has none."""
    of = models(inputs)
    costs = Costs(false_negative=exactly(inputs.get("c_fn", 500)), false_positive=exactly(inputs.get("c_fp", 50)))
    equal = Costs(false_negative=Fraction(1), false_positive=Fraction(1))
    apart = {
        name: METRICS[metric](of["a"]).exact - METRICS[metric](of["b"]).exact
        for name, metric in (("fpr", "false_positive_rate"), ("tpr", "sensitivity"))
    }
    alarms, missed = costs.false_positive * apart["fpr"], costs.false_negative * apart["tpr"]
    crossing = number(crossover(of["a"], of["b"], costs=costs))
    ratio = METRICS["likelihood_ratio_cutoff"](prevalence=Fraction(1, 2), costs=costs)
    return {
        **{f"{m.upper()}_sensitivity_percent": number(METRICS["sensitivity"](counts)) for m, counts in of.items()},
        **{f"{m.upper()}_specificity_percent": number(METRICS["specificity"](counts)) for m, counts in of.items()},
        "equal_cost_posterior_threshold": number(METRICS["probability_cutoff"](prevalence=None, costs=equal)),
        "cost_ratio": float(1 / ratio.exact),
        **{f"delta_{name}": float(difference) for name, difference in apart.items()},
        "numerator": float(alarms),
        "denominator": float(alarms + missed),
        "crossover_percent": crossing,
        "script_crossover_percent": crossing,
    }


def expected_accuracies(tables: dict[str, Counts], pooled: Counts) -> Named:
    """Accuracy of the pooled rates at each cohort's own prevalence."""
    at = {name: METRICS["prevalence"](counts) for name, counts in tables.items()}
    return {
        f"{name}_expected_accuracy": number(at_population(METRICS["accuracy"], pooled, found.exact))
        for name, found in at.items()
        if not isinstance(found, Undefined)
    }
