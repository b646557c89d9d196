"""STAT129: sensitivity or specificity where there is no reference standard."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.stat._fit import uses
from evalspec.terms import Severity

_SAY = {
    "sensitivity": "say `ppa`",
    "specificity": "say `npa`",
    "false_negative_rate": "say `ppa`, of which it is the complement",
    "false_positive_rate": "say `npa`, of which it is the complement",
    "balanced_accuracy": "say `ppa` and `npa`",
    "youden": "say `ppa` and `npa`",
    "likelihood_ratio_positive": "say `ppa` and `npa`",
    "likelihood_ratio_negative": "say `ppa` and `npa`",
    "diagnostic_odds_ratio": "say `ppa` and `npa`",
}


def text(plan: Plan) -> Iterator[Answer]:
    found = [(p, s, u) for p, s, u in uses(plan) if u.word in _SAY]
    standard = plan.outcome.reference_standard
    if not found:
        yield NotApplicable("no summary reports sensitivity or specificity")
    elif standard is None:
        yield Undecided("outcome.reference_standard: how the outcome was established, or `none`")
    elif standard.strip().lower() == "none":
        for path, summary, use in found:
            message = (
                f"{use} in `{summary.id}`: there is no reference standard, so this is agreement with {_with(plan)}"
            )
            yield Objection(path=path, message=message, help=_SAY[use.word])


def _with(plan: Plan) -> str:
    return f"`{plan.outcome.comparator}`" if plan.outcome.comparator else "a comparator"


_OUTCOME = (
    'outcome: {kind: binary, column: outcome, positive: "1", negative: "0", definition: antigen found,'
    " reference_standard: none, comparator: the approved assay}\n"
)


def _plan(metric: str) -> str:
    return (
        _OUTCOME
        + f"summaries: [{{id: s, role: primary, metric: {metric}, threshold: main, cohorts: pooled,"
        + " interval: {method: wilson, level: 0.95}}]"
    )


RULE = Rule(
    code="STAT129",
    name="sensitivity-without-reference-standard",
    severity=Severity.ERROR,
    summary="Sensitivity or specificity where there is no reference standard.",
    why=(
        "Against a comparator that is itself a test, two tests that err together look right. What is measured is "
        "agreement, and regulators want it called positive and negative percent agreement. "
        "An error: the word would claim a truth that was not measured."
    ),
    help="say `ppa` for sensitivity and `npa` for specificity",
    source="FDA 2007, Statistical Guidance on Reporting Results from Studies Evaluating Diagnostic Tests",
    bad=(_plan("sensitivity"), _plan("specificity")),
    good=(_plan("ppa"), _plan("npa")),
    text=text,
)
