"""STAT104: precision and its like of cohorts with other prevalences are set against each other."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.plan.model.summary import Summary
from evalspec.records import Path
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.plan._axes import evaluated, word
from evalspec.rules.stat._counts import NEEDS, cohorts, prevalence
from evalspec.rules.stat._examples import summary
from evalspec.terms import Severity

_OF_THE_MIX = frozenset(
    {"precision", "npv", "accuracy", "false_discovery_rate", "false_omission_rate", "f1", "f_beta", "average_precision"}
)
_FAR = 2
"""Prevalences that differ by less than this factor are a weak ground: planned ones are hopes."""


def text(plan: Plan) -> Iterator[Answer]:
    set_against = list(_set_against(plan))
    if not set_against:
        yield NotApplicable(
            "no metric that depends on the prevalence is set against itself across cohorts or subgroups"
        )
        return
    known = {name: p for name, c in cohorts(plan).items() if (p := prevalence(c)) is not None}
    if any(not of_cohorts for *_, of_cohorts in set_against):
        yield Undecided("the prevalence in each subgroup, for which the language has no word")
    if len(known) < len(evaluated(plan)):
        yield Undecided(NEEDS)
    if len(known) < 2 or len(set(known.values())) == 1:
        return
    low, high = min(known, key=known.__getitem__), max(known, key=known.__getitem__)
    severity = None if known[high] >= _FAR * known[low] else Severity.WARNING
    for path, metric, where, of_cohorts in set_against:
        if of_cohorts:
            message = (
                f"{where} sets {metric} of cohorts against each other, planned with a prevalence of {known[low]:.3g} in "
                f"`{low}` and {known[high]:.3g} in `{high}`"
            )
            yield Objection(path=path, message=message, severity=severity)


def _set_against(plan: Plan) -> Iterator[tuple[Path, str, str, bool]]:
    """The place, the metric, who sets it, and whether it is cohorts or subgroups that are set against each other."""
    by_id = {s.id: s for s in plan.summaries}
    for i, s in enumerate(plan.summaries):
        if word(s, "cohorts") == "worst" and (metric := _metric(s, None)):
            yield ("summaries", i, "cohorts"), metric, f"`worst` in `{s.id}`", True
    for k, gate in enumerate(plan.gates):
        for n, r in enumerate(gate.require):
            judged = by_id.get(r.summary or "")
            if r.every == "cohort" and judged and (metric := _metric(judged, r.metric)):
                yield ("gates", k, "require", n, "every"), metric, f"gate `{gate.id}`", True
    for k, c in enumerate(plan.comparisons):
        judged = by_id.get(c.summary)
        if c.subgroups and judged and (metric := _metric(judged, c.metric)):
            yield ("comparisons", k, "subgroups"), metric, f"`{c.id}`", False


def _metric(summary: Summary, said: str | None) -> str:
    """The first metric at stake; "" where there is none, or one population stands for all."""
    words = [u.word for u in summary.uses if said in (None, u.word, str(u))]
    return "" if summary.population else next((w for w in words if w in _OF_THE_MIX), "")


def _cohorts(a: str, b: str) -> str:
    return f"cohorts: {{column: cohort, members: {{A: {{planned: {{prevalence: {a}}}}}, B: {{planned: {{prevalence: {b}}}}}}}}}\n"


_EACH = summary("precision", ", interval: {method: wilson, level: 0.95}", cohorts="each")
_GATE = "gates: [{id: g, require: [{summary: s, bound: lower, at_least: 0.5, every: cohort}]}]\n"

RULE = Rule(
    code="STAT104",
    name="precision-compared-across-prevalences",
    severity=Severity.ERROR,
    summary="Precision, or another metric of the mix, of cohorts with other prevalences is set against each other.",
    why=(
        "A test of sensitivity and specificity 0.90 has precision 0.90 where half are positive, and 0.32 at 1 in 20. The "
        "lower precision tells of the cohort, not of the classifier. An error where the planned prevalences differ by a "
        "factor of 2 or more, a warning where they differ by less: planned ones are hopes."
    ),
    help="set sensitivity and specificity against each other, or name one `population` for all",
    source="Altman & Bland 1994, BMJ 309:102; Saito & Rehmsmeier 2015, PLoS ONE 10:e0118432",
    bad=(
        _cohorts("0.5", "0.05") + summary("precision", ", minimum_defined: 2", cohorts="worst"),
        _cohorts("0.5", "0.2") + _EACH + _GATE,
        _cohorts("0.3", "0.25") + _EACH + _GATE,
    ),
    good=(
        _cohorts("0.3", "0.3") + _EACH + _GATE,
        _cohorts("0.5", "0.05") + summary("sensitivity", ", minimum_defined: 2", cohorts="worst"),
        _cohorts("0.5", "0.05") + _EACH,
    ),
    text=text,
)
