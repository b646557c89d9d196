"""STAT102: a metric that depends on the prevalence is read off a sample of another mix."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.stat._fit import uses
from evalspec.rules.stat._mix import altered, is_said, needs
from evalspec.terms import Severity

_RE_EXPRESSED = frozenset(
    {
        "precision", "npv", "false_discovery_rate", "false_omission_rate", "accuracy", "expected_cost", "f1", "f_beta",
        "mcc", "kappa", "detection_rate",
    }
)  # fmt: skip
"""They follow from sensitivity and specificity at a prevalence."""

_ONLY_AS_SAMPLED = frozenset({"net_benefit"})


def text(plan: Plan) -> Iterator[Answer]:
    at_stake = [(p, s, u) for p, s, u in uses(plan) if u.word in _RE_EXPRESSED | _ONLY_AS_SAMPLED]
    if not at_stake:
        yield NotApplicable("no metric of the plan depends on the prevalence")
    elif not is_said(plan):
        yield Undecided(needs())
    how = altered(plan)
    for path, summary, use in at_stake if how else ():
        if use.word in _RE_EXPRESSED and summary.population is None:
            yield Objection(path=path, message=f"{use} in `{summary.id}` depends on the prevalence, and {how}")
        elif use.word in _ONLY_AS_SAMPLED:
            help = "report sensitivity and specificity, or precision with a `population`"
            message = f"{use} in `{summary.id}` is that of the sample's mix, and {how}"
            yield Objection(path=path, message=message, help=help)


def _plan(metric: str, more: str = "") -> str:
    return f"summaries: [{{id: s, role: primary, metric: {metric}, threshold: main, cohorts: pooled{more}}}]\n"


_INTERVAL = ", interval: {method: wilson, level: 0.95}"
_ENRICHED = (
    "sampling: {kind: enriched}\n"
    "populations: {screening: {prevalence: 0.01, source: registry, rates: assumed-constant}}"
)

RULE = Rule(
    code="STAT102",
    name="precision-on-altered-mix",
    severity=Severity.ERROR,
    summary="A metric that depends on the prevalence is read off a sample of another mix.",
    why=(
        "With half the sample positive, a test of sensitivity and specificity 0.90 has precision 0.90; at a prevalence "
        "of 1 in 100 it has 0.08. The sample's precision is a fact about the sampling. An error: "
        "it would be read as the classifier's."
    ),
    help="name a `population` with its prevalence, in which it is re-expressed; or report sensitivity and specificity",
    source="Altman & Bland 1994, BMJ 309:102; Saito & Rehmsmeier 2015, PLoS ONE 10:e0118432",
    bad=(
        _plan("precision", _INTERVAL) + "sampling: {kind: enriched}",
        _plan("npv", _INTERVAL) + "sampling: {kind: random, fractions: {positive: 1, negative: 0.02}}",
        _plan("f1") + "sampling: {kind: case-control}",
        _plan("mcc") + "sampling: {kind: case-control}",
    ),
    good=(
        _plan("precision", _INTERVAL) + "sampling: {kind: consecutive}",
        _plan("sensitivity", _INTERVAL) + "sampling: {kind: enriched}",
        _plan("precision", ", population: screening") + _ENRICHED,
        _plan("[f1, mcc]", ", population: screening") + _ENRICHED,
    ),
    text=text,
)
