"""What this package computes for each reference case, under the case's own names. None is undefined."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from metrics.strategies import groups_of, total
from reference import of_classes, of_comparisons, of_populations, of_resamples
from reference.of_meta import meta
from reference.of_probabilities import probability

import evalspec.intervals
import evalspec.metrics
import evalspec.summaries
from evalspec.catalogue import collect
from evalspec.records import Counts, Limits, Member, Ratio, ScoreGroup, Undefined, Value
from evalspec.terms import Sides

METRICS = collect(evalspec.metrics, "METRIC", "id")
INTERVALS = collect(evalspec.intervals, "INTERVAL", "id")
SUMMARIES = collect(evalspec.summaries, "SUMMARY", "id")

Named = dict[str, Any]

OF_COUNTS = {
    "sensitivity": "sensitivity",
    "specificity": "specificity",
    "ppv": "precision",
    "npv": "npv",
    "accuracy": "accuracy",
    "dor": "diagnostic_odds_ratio",
    "youden_j": "youden",
    "lr_pos": "likelihood_ratio_positive",
    "lr_neg": "likelihood_ratio_negative",
    "prevalence": "prevalence",
    "detection_prevalence": "positive_rate",
    "fpr": "false_positive_rate",
    "fnr": "false_negative_rate",
    "fdr": "false_discovery_rate",
    "for": "false_omission_rate",
    "f1": "f1",
    "detection_rate": "detection_rate",
    "balanced_accuracy": "balanced_accuracy",
    "kappa": "kappa",
    "mcc": "mcc",
}
OVER_COHORTS = ("sensitivity", "specificity", "ppv", "accuracy", "prevalence")


@dataclass(frozen=True)
class NotYet:
    """Names that this version does not compute. ``files``: patterns that must match no file of the package."""

    kind: str
    names: tuple[str, ...]
    why: str
    files: tuple[str, ...] = ()


NOT_YET = (
    NotYet(
        "seed",
        ("train_1", "train_2", "train_3"),
        "the text prints training accuracies without the counts they are computed from",
    ),
    NotYet(
        "cluster",
        ("logit_lower", "logit_upper"),
        "the language has no interval of a clustered ratio on the logit scale",
        ("intervals/*cluster*logit*", "intervals/*logit*cluster*"),
    ),
)

OTHERWISE = {
    (
        "proportion_ci-0_0_95",
        name,
    ): "n = 0: the limits of the added pseudo-units alone; here undefined, as its note says"
    for name in ("agresti_coull_lower", "agresti_coull_upper")
}
"""Values where this package gives undefined on purpose."""


@dataclass(frozen=True)
class Case:
    id: str
    kind: str
    inputs: dict[str, Any]
    expected: dict[str, dict[str, Any]]
    relative: float
    absolute: float


def cases() -> Iterator[Case]:
    """Every stored case, by file name."""
    for path in sorted(Path(__file__).with_name("cases").glob("*.json")):
        read = json.loads(path.read_text(encoding="utf-8"))
        within = read["tolerance"]
        relative, absolute = within.get("relative", within.get("value")), within.get("absolute", within.get("value"))
        yield Case(read["id"], read["kind"], read["inputs"], read["expected"], relative, absolute)


def not_yet(case: Case) -> set[str]:
    return {name for entry in NOT_YET if entry.kind == case.kind for name in entry.names} & set(case.expected)


def computed(case: Case) -> Named:
    """Every name of the case that this version has a value for."""
    of = {
        "binary_counts": binary_counts,
        "auroc": auroc,
        "average_precision": average_precision,
        "proportion_ci": proportion_ci,
        "cohort_summary": cohort_summary,
        "meta": meta,
        "probability": probability,
        "seed": seed,
        **of_classes.KINDS,
        "delong": of_comparisons.delong,
        "mcnemar": of_comparisons.mcnemar,
        "diff_ci": of_comparisons.diff_ci,
        "prior_shift": of_populations.prior_shift,
        "cost": of_populations.cost,
        "fixed_operating_point": of_populations.fixed_operating_point,
        **of_resamples.KINDS,
    }
    return of[case.kind](case.inputs)


def number(value: Value) -> float | None:
    return None if isinstance(value, Undefined) else float(value.exact)


def exactly(written: float) -> Fraction:
    """The decimal as it stands in the file."""
    return Fraction(repr(written))


def table(cells: dict[str, int]) -> Counts:
    return Counts(tp=cells["tp"], fn=cells["fn"], tn=cells["tn"], fp=cells["fp"])


def of_table(counts: Counts) -> Named:
    return {name: number(METRICS[metric](counts)) for name, metric in OF_COUNTS.items()}


def binary_counts(inputs: dict[str, Any]) -> Named:
    counts = table(inputs)
    return {**of_table(counts), "f_beta": number(METRICS["f_beta"](counts, beta=exactly(inputs["beta"])))}


def groups(labels: list[int], scores: list[float]) -> tuple[ScoreGroup, ...]:
    return groups_of([(score, label == 1) for score, label in zip(scores, labels, strict=True)])


def auroc(inputs: dict[str, Any]) -> Named:
    of = groups(inputs["labels"], inputs["scores"])
    sides = {"n_pos": sum(g.n_positive for g in of), "n_neg": sum(g.n_negative for g in of)}
    return {"auroc": number(METRICS["auroc"](of)), **sides}


def average_precision(inputs: dict[str, Any]) -> Named:
    of = groups(inputs["labels"], inputs["scores"])
    counts = Counts(tp=sum(g.n_positive for g in of), fn=0, tn=sum(g.n_negative for g in of), fp=0)
    return {
        "average_precision": number(METRICS["average_precision"](of)),
        "prevalence": number(METRICS["prevalence"](counts)),
    }


def both(name: str, limits: Limits | Undefined, end: str = "") -> Named:
    if isinstance(limits, Undefined):
        return {f"{name}lower{end}": None, f"{name}upper{end}": None}
    return {f"{name}lower{end}": limits.lower, f"{name}upper{end}": limits.upper}


def proportion_ci(inputs: dict[str, Any]) -> Named:
    out: Named = {}
    for method in ("wilson", "clopper-pearson", "jeffreys", "agresti-coull"):
        ratio = Ratio(inputs["x"], inputs["n"])
        limits = INTERVALS[method](ratio, level=exactly(inputs["level"]), sides=Sides.TWO)
        out |= both(f"{method.replace('-', '_')}_", limits)
    return out


def over_cohorts(tables: dict[str, Counts], weights: dict[str, Fraction]) -> Named:
    """Every metric in each cohort, pooled, and under each word that combines."""
    out: Named = {}
    for name in OVER_COHORTS:
        metric = METRICS[OF_COUNTS[name]]
        members = {c: Member(value=metric(counts), size=counts.units) for c, counts in tables.items()}
        out |= {f"{c}_{name}": number(m.value) for c, m in members.items()}
        out[f"pooled_{name}"] = number(metric(total(list(tables.values()))))
        macro = SUMMARIES["macro"].combine(members, minimum_defined=1)
        out |= {f"macro_{name}": number(macro.value), f"macro_{name}_n_used": macro.defined}
        out[f"size_weighted_{name}"] = number(SUMMARIES["by-size"].combine(members, minimum_defined=1).value)
        out[f"inverse_variance_{name}"] = number(inverse_variance(members))
        declared = SUMMARIES["weights"].combine(members, minimum_defined=1, weights=weights, rescale=True)
        out[f"custom_renormalised_{name}"] = number(declared.value)
    return out


def inverse_variance(members: dict[str, Member]) -> Value:
    """On identity; undefined where a defined cohort has variance 0, as the other software leaves nobody out."""
    defined = sum(not isinstance(m.value, Undefined) for m in members.values())
    return SUMMARIES["inverse-variance"].combine(members, minimum_defined=defined).value


def cohort_summary(inputs: dict[str, Any]) -> Named:
    tables = {f"cohort_{name}": table(cells) for name, cells in inputs["cohorts"].items()}
    return over_cohorts(tables, {f"cohort_{name}": exactly(w) for name, w in inputs["custom"].items()})


def seed(inputs: dict[str, Any]) -> Named:
    if "classes" in inputs:
        return of_classes.three_precisions(inputs["classes"])
    if "see" in inputs:
        return of_classes.two_blocks()
    if "cohorts" in inputs:
        tables = {name: table(cells) for name, cells in inputs["cohorts"].items()}
        out = over_cohorts(tables, dict.fromkeys(tables, Fraction(1)))
        expected = of_populations.expected_accuracies(tables, total(list(tables.values())))
        return {**out, **short(out, "sens", "sensitivity"), **expected}
    if "correct" in inputs:
        pairs = zip(inputs["correct"], inputs["n"], strict=True)
        tables = {str(i): Counts(tp=right, fn=n - right, tn=0, fp=0) for i, (right, n) in enumerate(pairs, start=1)}
        out = short(over_cohorts(tables, dict.fromkeys(tables, Fraction(1))), "acc", "accuracy")
        return {**out, "macro_percent": out["macro"], "pooled_percent": out["pooled"]}
    if "model_a" in inputs:
        return of_populations.seed_of_models(inputs)
    if "calls" in inputs:
        assert inputs["calls"] == "all negative"
        positives = int(1000 * exactly(inputs["prevalence"]))
        out = of_table(Counts(tp=0, fn=positives, tn=1000 - positives, fp=0))
        return {**out, "accuracy_percent": out["accuracy"]}
    return of_table(table(inputs))


def short(of: Named, prefix: str, name: str) -> Named:
    """The names of a text that has one metric only: acc_1, macro, pooled."""
    named = {key.removesuffix(f"_{name}"): value for key, value in of.items() if key.endswith(f"_{name}")}
    return {key if key in ("macro", "pooled") else f"{prefix}_{key}": value for key, value in named.items()}
