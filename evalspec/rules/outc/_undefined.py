"""Which declared metrics a cohort without positives, or without negatives, leaves undefined."""

from collections.abc import Iterator, Mapping

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, Evidence, NotApplicable, Objection
from evalspec.rules.outc._said import named
from evalspec.terms import Grade, OutcomeKind

_BOTH = frozenset(
    {
        "auroc", "balanced_accuracy", "youden", "likelihood_ratio_positive", "likelihood_ratio_negative",
        "diagnostic_odds_ratio", "mcc", "partial_auroc", "calibration_intercept", "calibration_slope",
    }
)  # fmt: skip
WITHOUT_POSITIVES = _BOTH | {"sensitivity", "false_negative_rate", "ppa", "average_precision"}
WITHOUT_NEGATIVES = _BOTH | {"specificity", "false_positive_rate", "npa"}


def lacking(
    plan: Plan, what: str, of: Mapping[str, int], others: Mapping[str, int], words: frozenset[str]
) -> Iterator[Answer]:
    """A note for each cohort that has ``others`` and none ``of`` what; one without units is another rule's."""
    if plan.outcome.kind is not OutcomeKind.BINARY:
        yield NotApplicable("the outcome has several classes")
        return
    declared = list(dict.fromkeys(str(use) for s in plan.summaries for use in s.uses if use.word in words))
    for cohort, n in of.items():
        if n == 0 and others.get(cohort, 0) > 0:
            there = f": {named(declared)} {'is' if len(declared) == 1 else 'are'} undefined there" if declared else ""
            where = f"cohort `{cohort}`" if plan.cohorts else "the evaluation"
            path = ("cohorts", "members", cohort) if plan.cohorts else ("outcome",)
            yield Objection(path=path, message=f"{where} has {others[cohort]} units and no {what}{there}")
    yield Evidence(Grade.PROVED, f"every cohort has {what}s")
