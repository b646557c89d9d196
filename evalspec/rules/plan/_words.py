"""The words of the language that are not closed by a schema: metrics, intervals, axes; and what was meant instead."""

from difflib import get_close_matches
from functools import cache
from typing import Any

import evalspec.intervals
import evalspec.metrics
import evalspec.summaries
from evalspec.catalogue import collect
from evalspec.plan.fields import digits, near
from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary
from evalspec.terms import OutcomeKind, Takes

AVERAGES = frozenset(
    {"average", "averaged", "avg", "mean", "weighted", "weighted-average", "weighted-mean", "overall-average"}
)
"""Words that name a family of means, not one."""

_AXIS_SYNONYMS = {
    "micro": "pooled", "micro-average": "pooled", "micro-averaged": "pooled", "overall": "pooled", "pool": "pooled",
    "all": "pooled", "together": "pooled", "combined": "pooled", "macro-average": "macro", "macro-averaged": "macro",
    "equal": "macro", "equal-cohort": "macro", "unweighted": "macro", "separate": "each", "per-cohort": "each",
    "separately": "each", "stratified": "each", "none": "each", "size": "by-size", "support": "by-support",
    "minimum": "worst", "min": "worst", "fixed-effect": "inverse-variance", "fixed-effects": "inverse-variance",
}  # fmt: skip

_METRIC_SYNONYMS = {
    "auc": "auroc", "roc_auc": "auroc", "ppv": "precision", "recall": "sensitivity", "tpr": "sensitivity",
    "tnr": "specificity", "fpr": "false_positive_rate", "fnr": "false_negative_rate", "ap": "average_precision",
    "pr_auc": "average_precision", "auprc": "average_precision", "f1_score": "f1", "f_score": "f1",
    "dor": "diagnostic_odds_ratio", "brier_score": "brier", "cross_entropy": "log_loss", "incidence": "prevalence",
}  # fmt: skip

_INTERVAL_SYNONYMS = {
    "exact": "clopper-pearson", "score": "wilson", "normal": "wald", "percentile": "bootstrap", "bca": "bootstrap",
}  # fmt: skip

MEANT = _INTERVAL_SYNONYMS | _METRIC_SYNONYMS | _AXIS_SYNONYMS
"""Words of other software for words of the language, where they are asked for without a place that tells them apart."""


@cache
def metrics() -> dict[str, Any]:
    """The metrics that this version computes, by word."""
    return collect(evalspec.metrics, "METRIC", "id")


@cache
def intervals() -> dict[str, Any]:
    """The intervals that this version computes, by word."""
    return collect(evalspec.intervals, "INTERVAL", "id")


@cache
def axis_words() -> dict[str, Any]:
    """The words over an axis that this version computes."""
    return collect(evalspec.summaries, "SUMMARY", "id")


def needs_decision(word: str) -> bool:
    """Whether a metric is a function of calls."""
    return word in metrics() and bool(metrics()[word].needs_decision)


def ranks(word: str) -> bool:
    """Whether a metric is a function of scores."""
    return word in metrics() and (bool(metrics()[word].needs_scores) or metrics()[word].takes is Takes.RANKS)


def ranks_units(word: str) -> bool:
    """Whether a metric holds the scores of different units against each other: not a mean over units, nor of their own ranks."""
    return word in metrics() and metrics()[word].takes is Takes.CUT_GROUPS


def of_probabilities(word: str) -> bool:
    """Whether a metric judges probabilities, and not the order of scores alone."""
    return word in metrics() and metrics()[word].takes is Takes.GROUPS


def needs_costs(word: str) -> bool:
    """Whether a metric needs what errors cost."""
    return word in metrics() and bool(metrics()[word].needs_costs)


def has_classes(word: str) -> bool | None:
    """Whether a metric is of one class against the rest; None where no axis is there, or the word is unknown."""
    if word not in metrics() or metrics()[word].takes is Takes.NOTHING:
        return None
    return not metrics()[word].whole_sample


def of_declarations(word: str) -> bool:
    """Whether a metric is a function of the plan's declarations alone."""
    return word in metrics() and metrics()[word].takes is Takes.NOTHING


def by_highest(plan: Plan, model: str) -> bool:
    """Whether a model's call is the class of its highest score."""
    return plan.outcome.kind is OutcomeKind.MULTICLASS and plan.models[model].scores is not None


def models_of(plan: Plan, summary: Summary) -> tuple[str, ...]:
    """The declared models that a summary is about."""
    return tuple(m for m in summary.models or tuple(plan.models) if m in plan.models)


_NOT_ONE = frozenset(
    {
        "none", "all", "together", "combined", "overall", "equal", "minimum", "min", "size", "support", "stratified",
        "fixed-effect", "fixed-effects", "percentile", "bca", "score", "normal", "incidence", "f_score",
    }
)  # fmt: skip
"""Near-synonyms that may mean another thing too: the right word is told, and the author writes it."""


class Vocabulary:
    """The words for one thing: those there are, and those that people say for them."""

    def __init__(self, now: dict[str, Any], synonyms: dict[str, str], joint: str) -> None:
        self.known = sorted({*now} - {"weights"})
        also = {_plain(a, joint): ident for ident, d in now.items() for a in getattr(d, "also", ())}
        self.right = {**also, **synonyms, **{w: w for w in self.known}}
        self.joint = joint

    def meant(self, word: str) -> str:
        """``say …`` for a near-synonym, ``did you mean …`` for a misspelling, else the words there are."""
        spelled = _plain(word, self.joint)
        if spelled in self.right:
            return f"say `{self.right[spelled]}`"
        close = get_close_matches(spelled, self.right, 1, 0.75)
        return f"did you mean `{self.right[close[0]]}`?" if close else near(word, self.known)

    def mend(self, word: str) -> str:
        """The one word that can be meant; empty where there may be two."""
        spelled = _plain(word, self.joint)
        if spelled in self.right:
            return "" if spelled in _NOT_ONE else self.right[spelled]
        close = get_close_matches(spelled, self.right, 3, 0.75)
        one = len({self.right[w] for w in close}) == 1 and not {*close} & _NOT_ONE
        return self.right[close[0]] if one and digits(spelled) == digits(close[0]) else ""


@cache
def metric_words() -> Vocabulary:
    return Vocabulary(metrics(), _METRIC_SYNONYMS, "_")


@cache
def interval_words() -> Vocabulary:
    return Vocabulary(intervals(), _INTERVAL_SYNONYMS, "-")


@cache
def axis_vocabulary() -> Vocabulary:
    return Vocabulary(axis_words(), _AXIS_SYNONYMS, "-")


def metric_meant(word: str) -> str:
    return metric_words().meant(word)


def interval_meant(word: str) -> str:
    return interval_words().meant(word)


def axis_meant(word: str) -> str:
    return "declare them: {weights: {A: 2, B: 1}, why: …}" if word == "weights" else axis_vocabulary().meant(word)


def is_known_axis_word(word: str) -> bool:
    return word in axis_words() and word != "weights"


def _plain(word: str, joint: str) -> str:
    return word.strip().lower().replace(" ", joint).replace("_" if joint == "-" else "-", joint)
