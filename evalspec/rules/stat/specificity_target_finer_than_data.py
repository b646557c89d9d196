"""STAT121: a target specificity allows less than one false positive."""

from collections.abc import Iterator

from evalspec.plan.model import Plan
from evalspec.rules.base import Answer, NotApplicable, Objection, Rule, Undecided
from evalspec.rules.plan._axes import word
from evalspec.rules.stat._counts import NEEDS, cohorts, counted, most_negatives
from evalspec.terms import Severity


def text(plan: Plan) -> Iterator[Answer]:
    targets = {n: t.rule.specificity_at_least for n, t in plan.thresholds.items() if t.rule}
    asked = {n: t for n, t in targets.items() if t is not None and t < 1}
    if not asked:
        yield NotApplicable("no threshold has a target specificity")
        return
    known = {name: n for name, c in cohorts(plan).items() if (n := most_negatives(c)) is not None}
    if len(known) < len(cohorts(plan)) or not known:
        yield Undecided(NEEDS)
    for threshold, target in asked.items():
        groups = known if _is_by_cohort(plan, threshold) else _together(plan, known)
        coarse = {name: n for name, n in groups.items() if n * (1 - target) < 1}
        if coarse:
            name, negatives = min(coarse.items(), key=lambda item: item[1])
            there = "there is" if negatives == 1 else "there are"
            message = (
                f"`{threshold}` aims at specificity {target}; in {name} {there} at most {counted(negatives, 'negative')}: "
                f"{_step(negatives)}"
            )
            if len(coarse) > 1:
                message += f"; {len(coarse)} of {len(groups)} cohorts have too few for the target"
            yield Objection(path=("thresholds", threshold, "rule"), message=message)


def _step(negatives: int) -> str:
    if not negatives:
        return "its specificity is undefined"
    if negatives == 1:
        return "its specificity can only be 0 or 1 (N- is 1)"
    return f"one false positive moves its specificity by 1/N- = 1/{negatives}, and misses the target"


def _is_by_cohort(plan: Plan, threshold: str) -> bool:
    return any(s.threshold == threshold and word(s, "cohorts") != "pooled" for s in plan.summaries)


def _together(plan: Plan, known: dict[str, int]) -> dict[str, int]:
    return {"all cohorts": sum(known.values())} if len(known) == len(cohorts(plan)) and known else {}


def _plan(planned: str, cohorts: str = "each") -> str:
    return (
        f"cohorts: {{column: cohort, members: {{A: {{planned: {planned}}}, B: {{planned: {planned}}}}}}}\n"
        "thresholds: {main: {source: training, rule: {specificity_at_least: 0.95}, value: 0.5, positive_when: score >= threshold}}\n"
        f"summaries: [{{id: s, role: primary, metric: specificity, threshold: main, cohorts: {cohorts}}}]\n"
    )


RULE = Rule(
    code="STAT121",
    name="specificity-target-finer-than-data",
    severity=Severity.WARNING,
    summary="A target specificity allows less than one false positive among the negatives.",
    why=(
        "Among 10 negatives the specificity moves in steps of 0.10: 0.95 can't be seen, only 1 or 0.9. A warning: the "
        "cut-off comes from other data and stands, but whether it keeps its promise can't be told here."
    ),
    help="plan more negatives, report this cohort pooled with others, or state a coarser target",
    source="",
    bad=(_plan("{units: 15, positives: 5}"), _plan("{units: 10, positives: 2}", "pooled")),
    good=(_plan("{units: 60, positives: 20}"), _plan("{units: 15, positives: 5}", "pooled")),
    text=text,
)
